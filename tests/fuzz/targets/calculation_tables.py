"""CSV files in the form of MedCalc-Bench."""

import csv
import io

from kokushi_inspect.exam import KokushiError
from kokushi_inspect.sources.medcalc.row import COLUMNS
from kokushi_inspect.sources.medcalc.table import read_csv
from scorers.tolerance import accepts
from targets.draws import Draws
from targets.scratch import write

PLAIN = dict.fromkeys(COLUMNS, "x") | {
    "Row Number": "1",
    "Calculator ID": "6",
    "Category": "lab",
    "Ground Truth Answer": "20",
    "Lower Limit": "19",
    "Upper Limit": "21",
}


def _table(*rows: dict[str, str]) -> bytes:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, COLUMNS)
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue().encode("utf-8", "surrogatepass")


SEEDS = (b"\x00" + _table(PLAIN), b"\x01\x01\x03\x04\x05\x00", bytes(range(1, 70)))


def fuzz_one(data: bytes) -> None:
    """Read a table."""
    draws = Draws(data)
    content = draws.rest() if draws.byte() == 0 else _rows(draws)
    file = write("rows.csv", content)
    try:
        table = read_csv(file)
    except KokushiError:
        return
    assert table == read_csv(file)
    assert table.rows
    assert len({row.id for row in table.rows}) == len(table.rows)
    for row in table.rows:
        assert accepts(row.key, None) is False


def _rows(draws: Draws) -> bytes:
    rows = []
    for number in range(1 + draws.byte() % 3):
        row = PLAIN | {"Row Number": str(number)}
        for _ in range(draws.byte() % 6):
            column = draws.pick(COLUMNS)
            row[column] = draws.text(draws.pick(("csv", "number")), 6)
        rows.append(row)
    return _table(*rows)
