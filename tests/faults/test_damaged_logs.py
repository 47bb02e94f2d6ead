"""Logs that are damaged: each of our commands names the file and says what to do."""

import zipfile
from pathlib import Path

import pytest
from builders import make_row, write_rows
from click.testing import CliRunner
from inspect_ai import eval as run_eval
from inspect_ai.log import EvalLog

from kokushi_inspect.command import main
from kokushi_inspect.medcalc import medcalc
from kokushi_inspect.medicine import medicine
from solvers.baseline import baseline

WHAT_TO_DO = "restore the file from a copy, or take the exam again"


def take(task: object, logs: Path) -> EvalLog:
    words = {"model": "none", "solver": baseline("key"), "log_dir": str(logs), "display": "none"}
    (log,) = run_eval(task, **words)
    return log


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of an exam of three questions."""
    folder = tmp_path_factory.mktemp("whole")
    file = write_rows(folder, *[make_row(id=f"A{n}", index=str(n)) for n in (1, 2, 3)])
    return Path(take(medicine(source=str(file)), folder / "logs").location)


@pytest.fixture(scope="module")
def calculations(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of MedCalc-Bench."""
    task = medcalc(source="practice", per_calculator=1, category="lab")
    return Path(take(task, tmp_path_factory.mktemp("calculations")).location)


def empty(content: bytes, file: Path) -> bytes:
    return b""


def half(content: bytes, file: Path) -> bytes:
    return content[: len(content) // 2]


def without_end(content: bytes, file: Path) -> bytes:
    return content[:-30]


def no_log(content: bytes, file: Path) -> bytes:
    return b"this is no log"


def flipped_in_a_sample(content: bytes, file: Path) -> bytes:
    return _flipped(content, file, "samples/")


def flipped_in_the_header(content: bytes, file: Path) -> bytes:
    return _flipped(content, file, "header.json")


def _flipped(content: bytes, file: Path, prefix: str) -> bytes:
    """One bit is another, in the middle of the first entry of that name."""
    with zipfile.ZipFile(file) as archive:
        info = next(i for i in archive.infolist() if i.filename.startswith(prefix))
    spoilt = bytearray(content)
    spoilt[info.header_offset + 30 + len(info.filename) + info.compress_size // 2] ^= 1
    return bytes(spoilt)


DAMAGES = [empty, half, without_end, no_log, flipped_in_a_sample, flipped_in_the_header]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("command", ["verdict", "report", "compare", "medcalc"])
def test_a_damaged_log_is_named_with_what_to_do(
    command: str, damage: object, whole: Path, calculations: Path, tmp_path: Path
) -> None:
    source = calculations if command == "medcalc" else whole
    file = tmp_path / "spoilt.eval"
    assert callable(damage)
    file.write_bytes(damage(source.read_bytes(), source))
    said = refused(*words_of(command, file, source, tmp_path))
    assert "spoilt.eval" in said
    assert damage is flipped_in_a_sample or WHAT_TO_DO in said


def words_of(command: str, file: Path, whole: Path, folder: Path) -> list[str]:
    """A command on a damaged log."""
    if command == "compare":
        return [command, str(whole), str(file)]
    if command == "report":
        return [command, str(file), "--markdown", str(folder / "report.md")]
    return [command, str(file)]


def refused(*words: str) -> str:
    """What a command says that does not end in a traceback."""
    result = CliRunner().invoke(main, list(words))
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return " ".join(result.output.split())


@pytest.mark.parametrize("command", ["verdict", "compare", "medcalc"])
def test_a_flipped_bit_is_not_read_as_a_result(
    command: str, whole: Path, calculations: Path, tmp_path: Path
) -> None:
    """Inspect reads such a log; what it says may be another letter, and another mark."""
    source = calculations if command == "medcalc" else whole
    file = tmp_path / "spoilt.eval"
    file.write_bytes(flipped_in_a_sample(source.read_bytes(), source))
    said = refused(*words_of(command, file, source, tmp_path))
    assert "Error: " in said and ("checksum" in said or "cannot be read" in said)
    assert WHAT_TO_DO in said


def test_a_report_leaves_out_the_damaged_sample_and_the_verdict(
    whole: Path, tmp_path: Path
) -> None:
    file = tmp_path / "spoilt.eval"
    file.write_bytes(flipped_in_a_sample(whole.read_bytes(), whole))
    said = refused("report", str(file), "--json", "-")
    assert "sample A1_epoch_1 is damaged (its checksum does not match)" in said
    assert '"outcome": "none"' in said


def test_of_two_copies_of_a_run_the_whole_one_is_reported(whole: Path, tmp_path: Path) -> None:
    (tmp_path / "a_whole.eval").write_bytes(whole.read_bytes())
    spoilt = flipped_in_a_sample(whole.read_bytes(), whole)
    (tmp_path / "b_spoilt.eval").write_bytes(spoilt)
    said = refused("report", str(tmp_path), "--json", "-")
    assert "replaced: b_spoilt.eval: a copy of the run in a_whole.eval" in said
