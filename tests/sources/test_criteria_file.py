from pathlib import Path

import pytest

from kokushi_inspect.exam import KokushiError, PartLine, Selector, Share
from kokushi_inspect.sources.criteria_file import Rules, load_rules, parse_rules

SMALL = (Path(__file__).parent / "small_criteria.toml").read_text("utf-8")


def parse(text: str) -> Rules:
    return parse_rules(text.encode(), "mine.toml")


def test_the_rules_of_a_file_are_what_it_states() -> None:
    rules = parse(SMALL)
    year = rules.years[2024]
    assert [part.name for part in rules.parts] == ["必修", "必修以外"]
    assert rules.parts[0].personal == Share(4, 5)
    assert rules.parts[1].position == Selector(sections=("A",))
    assert year.lines["必修"] == PartLine(2, 2, "paper", "announcement")
    assert (year.label, year.number, year.human_pass_rate) == ("2024", 118, 92.4)
    assert (year.forbidden_limit, year.forbidden_confidence) == (1, "announcement")
    assert year.treatments["A2"].treatment == "excluded"
    assert year.paper_lines == (2, 1)
    assert [name for name, _ in rules.paper_buckets] == ["first", "second"]
    assert rules.paper_rule.forbidden_limit == 3


def test_a_year_may_be_called_otherwise_in_tables() -> None:
    assert parse(SMALL.replace("sitting = 118", 'label = "practice"')).years[2024].label == (
        "practice"
    )


def test_a_forbidden_limit_of_every_year_holds_where_the_year_states_none() -> None:
    standing = '[forbidden]\nlimit = 3\nsource = "paper"\nconfidence = "standing rule"\n'
    text = SMALL.replace("[years.2024]", f"{standing}[years.2023]\n[years.2024]", 1)
    rules = parse(text)
    assert rules.years[2023].forbidden_limit == 3
    assert rules.years[2023].forbidden_confidence == "standing rule"
    assert rules.years[2024].forbidden_limit == 1


def test_a_file_without_the_papers_rule_has_no_buckets() -> None:
    start, end = SMALL.index("[paper]"), SMALL.index("[years.2024]")
    text = (SMALL[:start] + SMALL[end:]).replace('paper = { lines = [2, 1], source = "paper" }', "")
    assert parse(text).paper_buckets == ()


def test_an_inferred_denominator_is_marked_so() -> None:
    text = SMALL.replace("line = 1, of = 2,", 'line = 1, of = 2, of_inferred = "paper",')
    assert parse(text).years[2024].lines["必修以外"].of_inferred


WRONG: list[tuple[str, str, str, str, str]] = [
    ("no TOML", "labels = [", "labels = ", "mine.toml: this is no TOML in UTF-8", ""),
    (
        "unknown field",
        'name = "必修"\n',
        'name = "必修"\nsektions = ["B"]\n',
        "field 'parts.0.sektions'",
        "compare with kokushi_inspect/criteria/medicine.toml",
    ),
    ("field missing", "questions = 4\n", "", "field 'structure.questions'", "Field required"),
    ("wrong type", "line = 2,", 'line = "two",', "field 'years.2024.lines.必修.line'", "integer"),
    ("one label", '["a", "b", "c"]', '["a"]', "field 'labels'", "at least 2"),
    (
        "unknown part",
        '"必修以外" = { line',
        '"一般" = { line',
        "field 'years.2024.lines': a line for '一般', which is no part",
        "expected one of 必修, 必修以外",
    ),
    (
        "source of a line",
        'of = 2, source = "paper", confidence = "secondary"',
        'of = 2, source = "rumour", confidence = "secondary"',
        "field 'years.2024': the source 'rumour' is not described",
        "expected a name from the table [sources]",
    ),
    (
        "source of an inference",
        "line = 1, of = 2,",
        'line = 1, of = 2, of_inferred = "rumour",',
        "the source 'rumour'",
        "",
    ),
    (
        "source of a treatment",
        '"excluded", source = "paper"',
        '"excluded", source = "rumour"',
        "the source 'rumour'",
        "",
    ),
    (
        "source of the human rate",
        'pass_rate = 92.4, source = "paper"',
        'pass_rate = 92.4, source = "rumour"',
        "the source 'rumour'",
        "",
    ),
    (
        "unknown treatment",
        'treatment = "excluded"',
        'treatment = "dropped"',
        "field 'years.2024.treatments.A2.treatment",
        "'excluded'",
    ),
    (
        "lines of the paper",
        "lines = [2, 1]",
        "lines = [2]",
        "field 'years.2024.paper.lines': 1 lines for 2 buckets",
        "expected one line for each bucket",
    ),
    (
        "sections that do not add up",
        "questions = 4\n",
        "questions = 5\n",
        "field 'structure.sections': the sections have 4 questions",
        "expected 5, as `questions` says",
    ),
    (
        "line out of reach",
        "line = 2, of = 2,",
        "line = 3, of = 2,",
        "field 'years.2024.lines.必修': a line of 3 for 2 points",
        "expected a line that can be reached",
    ),
    (
        "no year",
        "[years.2024]",
        "[years.last]\n[years.2024]",
        "field 'years': 'last' is no year",
        "expected a number such as 2024",
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "where", "advice"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG]
)
def test_a_wrong_file_says_where_and_what_was_expected(
    old: str, new: str, where: str, advice: str
) -> None:
    assert old in SMALL
    with pytest.raises(KokushiError) as caught:
        parse(SMALL.replace(old, new, 1))
    assert str(caught.value).startswith("mine.toml")
    assert where in str(caught.value)
    assert advice in str(caught.value)


def test_a_file_in_another_encoding_is_refused() -> None:
    with pytest.raises(KokushiError, match="this is no TOML in UTF-8"):
        parse_rules(SMALL.encode("shift_jis"), "mine.toml")


def test_a_users_own_file_replaces_the_built_in_one(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(SMALL, "utf-8")
    rules = load_rules("medicine", path=str(file))
    assert rules.exam_ja == "小さな試験"
    assert rules.file == str(file)


def test_a_relative_path_means_the_folder_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.toml").write_text(SMALL, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert load_rules("medicine", path="mine.toml").file == str(tmp_path / "mine.toml")


def test_a_missing_file_says_how_to_go_on(tmp_path: Path) -> None:
    with pytest.raises(KokushiError, match="give the path of a TOML file with -T criteria=FILE"):
        load_rules("medicine", path=str(tmp_path / "none.toml"))


def test_the_criteria_of_another_profession_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(SMALL.replace('"medicine"', '"nursing"'), "utf-8")
    with pytest.raises(KokushiError, match="field 'profession': these are the criteria of 'nurs"):
        load_rules("medicine", path=str(file))


def test_a_criteria_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xff")
    with pytest.raises(KokushiError, match=r"mine\.toml: this is no TOML in UTF-8"):
        load_rules("medicine", path=str(file))
