"""Single checks on replies that are made by hand: what a local server does not count."""

from pathlib import Path

import pytest
from inspect_ai.model import GenerateConfig, ModelUsage
from seeing import read_digits

from kokushi_inspect.probe.asking import Reply
from kokushi_inspect.probe.cleaning import Cleaner
from kokushi_inspect.probe.figure_checks import check_figures
from kokushi_inspect.probe.questions import Sheet, make_sheet
from kokushi_inspect.probe.reply_checks import check_max_tokens, check_reasoning
from scorers.reading import read_reply


@pytest.fixture
def sheet(tmp_path: Path) -> Sheet:
    return make_sheet("ja", 1, tmp_path)


def make_reply(
    sheet: Sheet,
    name: str,
    text: str,
    tokens: tuple[int, int] = (100, 10),
    stop: str = "stop",
    reasoning_tokens: int | None = None,
) -> Reply:
    question = sheet.questions[name]
    usage = ModelUsage(
        input_tokens=tokens[0], output_tokens=tokens[1], reasoning_tokens=reasoning_tokens
    )
    reading = read_reply(text, question, stop)
    return Reply(text, "", stop, usage, 1.0, question, reading)


@pytest.mark.parametrize(
    ("tokens", "outcome", "words"),
    [(170, "failure", "it arrives (70 input tokens more)"), (102, "failure", "ignored")],
)
def test_input_tokens_tell_whether_an_unseen_figure_arrived(
    sheet: Sheet, tokens: int, outcome: str, words: str
) -> None:
    shown = make_reply(sheet, "figure", "0000", (tokens, 10))
    withheld = make_reply(sheet, "figure", "0000")
    two = make_reply(sheet, "two_figures", "0000", (tokens, 10))
    replies = {"figure": shown, "no_figure": withheld, "two_figures": two}
    one, other = check_figures(replies)  # type: ignore[arg-type]
    assert (one.outcome, other.outcome) == (outcome, "not checked")
    assert words in one.what


def test_an_answer_that_is_right_without_its_figure_proves_nothing(sheet: Sheet) -> None:
    (number,) = sheet.questions["figure"].key.accepted[0]
    reply = make_reply(sheet, "figure", number)
    two = make_reply(sheet, "two_figures", sheet.questions["two_figures"].key.accepted[0][0])
    replies = {"figure": reply, "no_figure": reply, "two_figures": two}
    one, _ = check_figures(replies)  # type: ignore[arg-type]
    assert one.outcome == "not checked"


@pytest.mark.parametrize(
    ("used", "limit", "outcome", "fix"),
    [
        (400, 1000, "ok", ""),
        (600, 1000, "warning", "--max-tokens 4096"),
        (600, None, "ok", "--max-tokens 4096"),
        (50, None, "ok", "--max-tokens 2048"),
    ],
)
def test_a_limit_that_was_nearly_reached_is_a_warning(
    sheet: Sheet, used: int, limit: int | None, outcome: str, fix: str
) -> None:
    replies = {"think": make_reply(sheet, "think", "100.8", (10, used))}
    found = check_max_tokens(replies, limit)
    assert (found.outcome, found.fix) == (outcome, fix)


@pytest.mark.parametrize(
    ("stop", "outcome", "words"),
    [("model_length", "failure", "the context is full"), ("unknown", "warning", "no stop reason")],
)
def test_other_stop_reasons_are_told_apart(
    sheet: Sheet, stop: str, outcome: str, words: str
) -> None:
    found = check_max_tokens({"think": make_reply(sheet, "think", "…", stop=stop)}, None)
    assert (found.outcome, words in found.what) == (outcome, True)


def test_hidden_reasoning_is_known_by_its_tokens(sheet: Sheet) -> None:
    reply = make_reply(sheet, "think", "100.8", reasoning_tokens=64)
    found = check_reasoning({"think": reply}, GenerateConfig(reasoning_effort="low"))
    assert (found.outcome, "64 tokens" in found.what) == ("ok", True)


def test_an_apology_without_the_figure_is_no_thinking_aloud(sheet: Sheet) -> None:
    apology = make_reply(sheet, "figure", "申し訳ありませんが、図が見当たりません。" * 10)
    assert check_reasoning({"no_figure": apology}, GenerateConfig()).outcome == "ok"
    assert check_reasoning({"figure": apology}, GenerateConfig()).outcome == "failure"


@pytest.mark.parametrize("seed", range(8))
def test_figures_show_their_numbers_and_no_number_twice(seed: int, tmp_path: Path) -> None:
    sheet = make_sheet("en", seed, tmp_path)
    for name in ("figure", "two_figures"):
        question = sheet.questions[name]
        shown = "".join(read_digits(Path(f.path).read_bytes()) for f in question.figures)
        assert ((shown,),) == question.key.accepted
        assert len(set(shown)) == 4


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_probe_questions_are_read_right_by_the_examiner(language: str, tmp_path: Path) -> None:
    sheet = make_sheet(language, 1, tmp_path)  # type: ignore[arg-type]
    for name, question in sheet.questions.items():
        (key,) = question.key.accepted
        assert make_reply(sheet, name, "".join(key).upper()).is_right


def test_a_cleaner_hides_keys_of_any_origin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "plain-environment-value")
    text = "a plain-environment-value, own-secret, Bearer abc.def-123 and sk-proj-0123456789"
    cleaned = Cleaner(["own-secret"]).clean(text)
    assert cleaned == "a [key], [key], Bearer [key] and [key]"


def test_a_long_text_is_shortened_to_its_ends() -> None:
    excerpt = Cleaner([]).excerpt("あ" * 500 + "\n終わり")
    assert len(excerpt) < 170
    assert excerpt.endswith("終わり")
