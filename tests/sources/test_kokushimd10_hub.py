"""The hub data set, through the real `datasets` library.

The library loads a folder as it would load the hub's files; and commands in a fresh interpreter ask
a hub on this machine, by the addresses of the real one.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import datasets
import pytest
from builders import write_picture
from small_hub import SmallHub, serve
from synthetic_kokushimd10 import (
    Row,
    synthetic_rows,
    with_answer_list,
    with_figure_form,
    with_option_list,
    with_option_object,
    write_figures,
    write_split,
)

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.criteria_file import load_rules
from kokushi_inspect.sources.exam_names import all_rules
from kokushi_inspect.sources.figures import FigureShelf
from kokushi_inspect.sources.kokushimd10 import sort_rows, survey_kokushimd10
from kokushi_inspect.sources.kokushimd10_hub import REPOSITORY, read_hub
from kokushi_inspect.sources.kokushimd10_layout import Language, RawSource, read_folder
from kokushi_inspect.sources.record_names import load_field_names
from kokushi_inspect.sources.survey import Survey

SMALL = "midwifery"
COMMIT = "c0ffee" + "0" * 34


@pytest.fixture(autouse=True)
def datasets_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library's cache for this test alone, without its progress bars."""
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", str(tmp_path / "datasets"))
    datasets.disable_progress_bars()


@pytest.fixture
def rows() -> list[Row]:
    return synthetic_rows(SMALL)


def library(folder: Path, language: Language = "ja") -> RawSource:
    return read_hub(language, load_field_names(), repository=str(folder))


def survey(source: RawSource, profession: str = SMALL) -> Survey:
    names = load_field_names()
    rows = sort_rows(source, names, all_rules())
    return survey_kokushimd10(source, rows, load_rules(profession), FigureShelf(), names)


SHAPES: dict[str, Callable[[Row], Row]] = {
    "flat options": lambda row: row,
    "list of options": with_option_list,
    "object of options": with_option_object,
    "list of labels": with_answer_list,
    "points as numbers": lambda row: row | {"points": int(row["points"])},
    "flags as texts": lambda row: row | {"text_only": str(row["text_only"])},
}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_library_gives_the_questions_of_the_files(shape: str, tmp_path: Path) -> None:
    mixed = [*synthetic_rows("optometry"), *synthetic_rows(SMALL)]
    folder = tmp_path / "set"
    write_split(folder, map(SHAPES[shape], mixed))
    write_figures(folder, mixed)
    by_library, by_file = survey(library(folder)), survey(read_folder(folder, "ja"))
    assert by_library.troubles == ()
    assert len(by_library.questions) == 550
    assert by_library.questions == by_file.questions


def test_lettered_and_numbered_options_in_one_table(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    write_split(folder, [*synthetic_rows("medicine")[:20], *synthetic_rows(SMALL)[:20]])
    found = survey(library(folder), "medicine")
    assert {q.labels for q in found.questions} == {tuple("abcde")}


def test_figures_as_bytes_and_path(rows: list[Row], tmp_path: Path) -> None:
    content = write_picture(tmp_path / "x.png", (9, 9)).read_bytes()
    folder = tmp_path / "set"
    write_split(folder, [with_figure_form(row, "bytes_and_path", content) for row in rows])
    found = survey(library(folder))
    assert found.figures.found == 35
    assert {f.width for q in found.questions for f in q.figures} == {9}


def test_an_image_column_keeps_its_bytes(rows: list[Row], tmp_path: Path) -> None:
    held = {"bytes": write_picture(tmp_path / "x.png", (9, 9)).read_bytes(), "path": None}
    plain = [row | {"figure": held if row["figure"] else None} for row in rows[:40]]
    table = datasets.Dataset.from_list(plain).cast_column("figure", datasets.Image())
    (tmp_path / "set").mkdir()
    table.to_parquet(tmp_path / "set" / "JA.parquet")
    card = "configs:\n- config_name: default\n  data_files:\n  - split: JA\n    path: JA.parquet\n"
    (tmp_path / "set" / "README.md").write_text(f"---\n{card}---\n", "utf-8")
    found = survey(library(tmp_path / "set"))
    assert found.troubles == ()
    assert found.figures.found == sum(bool(row["figure"]) for row in rows[:40]) > 0


def test_splits_are_chosen_by_language(rows: list[Row], tmp_path: Path) -> None:
    folder = tmp_path / "set"
    write_split(folder, rows[:3])
    write_split(folder, synthetic_rows(SMALL, "en")[:2], "en")
    assert (len(library(folder).rows), len(library(folder, "en").rows)) == (3, 2)


def test_a_split_that_is_not_there_is_named(rows: list[Row], tmp_path: Path) -> None:
    write_split(tmp_path / "set", rows[:3])
    with pytest.raises(KokushiError, match=r"has no split for 'en'.*it has: JA"):
        library(tmp_path / "set", "en")


def test_rows_that_the_library_cannot_read_are_an_error_with_a_way_round(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    write_split(folder, [])
    (folder / "data" / "train_ja.jsonl").write_text('{"question": "x"\n', "utf-8")
    with pytest.raises(KokushiError, match=r"cannot be loaded \(.*-T source=DIR"):
        library(folder)


def test_the_checksum_is_the_same_by_library_and_by_file(rows: list[Row], tmp_path: Path) -> None:
    folder = tmp_path / "set"
    write_split(folder, [{k: v for k, v in row.items() if v is not None} for row in rows])
    assert survey(library(folder)).sha256 == survey(read_folder(folder, "ja")).sha256


CODE = f"""
import sys
from kokushi_inspect.sources.exam import Request, load_exam
exam = load_exam("{SMALL}", Request(revision=sys.argv[1] or None, figures=sys.argv[2]))
figures = sum(len(question.figures) for question in exam.questions)
print(exam.metadata["source"], exam.metadata.get("revision"), len(exam.questions), figures)
"""


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallHub]:
    """A hub with the rows of one profession and their figures."""
    folder = tmp_path_factory.mktemp("hub")
    rows = synthetic_rows(SMALL)
    write_split(folder, rows)
    write_figures(folder, rows)
    with serve(SmallHub(REPOSITORY, folder, COMMIT)) as running:
        yield running


def environment(home: Path, endpoint: str, **more: str) -> Mapping[str, str]:
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("HF_")}
    return inherited | {
        "HF_HOME": str(home),
        "HF_ENDPOINT": endpoint,
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "HF_HUB_DISABLE_XET": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "NO_PROXY": "127.0.0.1",
        "no_proxy": "127.0.0.1",
        **more,
    }


def ask(env: Mapping[str, str], revision: str = "", figures: str = "sent") -> tuple[str, str]:
    """What a fresh interpreter prints and says when it loads the default source."""
    run = subprocess.run(
        [sys.executable, "-c", CODE, revision, figures],
        env=dict(env),
        capture_output=True,
        text=True,
        check=False,
    )
    return run.stdout.strip(), run.stderr


@pytest.fixture(scope="module")
def fetched(hub: SmallHub, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The library's home after one run, and what that run printed."""
    home = tmp_path_factory.mktemp("home")
    printed, said = ask(environment(home, hub.endpoint))
    assert printed, said
    return home, printed


def test_the_log_names_the_commit_that_the_newest_revision_was(
    fetched: tuple[Path, str],
) -> None:
    assert fetched[1] == f"{REPOSITORY} {COMMIT} 550 35"


def test_withheld_figures_are_not_fetched(hub: SmallHub, tmp_path: Path) -> None:
    hub.asked.clear()
    printed, said = ask(environment(tmp_path, hub.endpoint), figures="withheld")
    assert printed == f"{REPOSITORY} {COMMIT} 550 0", said
    assert not [path for path in hub.asked if path.endswith(".png")]


def test_a_revision_that_the_hub_lacks_is_named(hub: SmallHub, tmp_path: Path) -> None:
    printed, said = ask(environment(tmp_path, hub.endpoint), "v9")
    assert (printed, "has no revision 'v9'" in said) == ("", True)


@pytest.mark.parametrize("revision", ["", COMMIT], ids=["newest", "commit"])
def test_what_was_fetched_is_used_when_the_hub_cannot_be_reached(
    revision: str, fetched: tuple[Path, str], hub: SmallHub
) -> None:
    home, printed = fetched
    offline = environment(home, hub.endpoint, HF_HUB_OFFLINE="1")
    again, said = ask(offline, revision)
    assert again == printed
    assert "the hub cannot be reached" in said


def test_another_revision_than_the_fetched_one_is_not_taken_for_it(
    fetched: tuple[Path, str], hub: SmallHub
) -> None:
    offline = environment(fetched[0], hub.endpoint, HF_HUB_OFFLINE="1")
    printed, said = ask(offline, "d" * 40)
    assert (printed, "the hub cannot be reached" in said) == ("", True)


def test_a_hub_that_cannot_be_reached_is_an_error_that_names_the_alternatives(
    tmp_path: Path,
) -> None:
    printed, said = ask(environment(tmp_path, "http://127.0.0.1:9"))
    assert printed == ""
    for way in ("the hub cannot be reached", "-T source=DIR", "-T source=practice"):
        assert way in said


def test_a_hub_without_the_data_set_says_so(tmp_path: Path) -> None:
    with serve(SmallHub("other/set", tmp_path / "none", COMMIT)) as other:
        printed, said = ask(environment(tmp_path, other.endpoint))
    assert (printed, f"the hub has no data set {REPOSITORY}" in said) == ("", True)


def test_no_code_of_a_data_set_is_run(tmp_path: Path, rows: list[Row]) -> None:
    folder = tmp_path / "set"
    write_split(folder, rows[:3])
    marker = tmp_path / "ran"
    (folder / "set.py").write_text(f"open({str(marker)!r}, 'w')\n", "utf-8")
    with pytest.raises(KokushiError):
        library(folder)
    assert not marker.exists()
