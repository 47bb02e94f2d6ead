"""The search for repeated questions on as many rows as KokushiMD-10 has."""

import random
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from builders import make_row

from kokushi_inspect.exam import Place
from kokushi_inspect.lint import repeats
from kokushi_inspect.lint.entry import Entry
from kokushi_inspect.sources.criteria_file import load_rules
from kokushi_inspect.sources.question_row import QuestionRow
from kokushi_inspect.sources.survey import SurveyedRow

ROWS = 11_588
PHRASES = (
    "歳の男性。",
    "を主訴に来院した。",
    "血液所見:",
    "最も考えられるのはどれか。",
    "を認める。",
)
KANJI = "膵臓癌治療検査診断原因症状薬剤疾患予防細菌感染血管神経皮膚骨折肝炎貧血心腎肺胃腸眼耳鼻咽喉"


def some_words(chance: random.Random, pieces: int) -> str:
    words = ("".join(chance.choices(KANJI, k=6)) for _ in range(pieces))
    return "".join(word + chance.choice(PHRASES) for word in words)


def many_entries() -> Iterator[Entry]:
    chance = random.Random(7)
    rules = load_rules("medicine")
    for number in range(ROWS):
        row: dict[str, Any] = make_row(
            id=f"Q{number}",
            index=str(number),
            question=some_words(chance, 8),
            choices={label: "".join(chance.choices(KANJI, k=9)) for label in "abcde"},
        )
        surveyed = SurveyedRow(Place("questions.jsonl", number + 1), row)
        yield Entry(surveyed, QuestionRow.model_validate(row), rules)


def with_stem(entry: Entry, id_: str, stem: str) -> Entry:
    return replace(entry, row=entry.row.model_copy(update={"id": id_, "question": stem}))


def test_copies_among_all_questions_are_found_in_linear_work() -> None:
    entries = list(many_entries())
    copied = [entries[n] for n in range(0, ROWS, 500)]
    exact = [with_stem(e, f"exact {e.id}", e.row.question) for e in copied]
    near = [
        with_stem(e, f"near {e.id}", e.row.question.replace("所見", "検査", 1)[1:]) for e in copied
    ]
    start = time.process_time()
    found = list(repeats.check_all([*entries, *exact, *near]))
    spent = time.process_time() - start
    print(f"\nrepeated questions among {ROWS}: {spent:.1f} s of processor time")
    assert {f.id for f in found if f.code == "repeat-exact"} == {e.id for e in exact}
    near_found = {f.id for f in found if f.code == "repeat-near"}
    assert near_found <= {e.id for e in near}
    # a sketch may miss a copy
    assert len(near_found) >= 0.9 * len(near)
    # to compare each pair would take many minutes
    assert spent < 40
