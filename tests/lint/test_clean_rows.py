"""A row without a fault stays without a finding, whatever its words and numbers are."""

import tempfile
from pathlib import Path
from typing import Any

from builders import make_row
from hypothesis import given, settings
from hypothesis import strategies as st
from linting import found_in_rows

KANJI = "膵臓癌治療検査診断原因症状薬剤疾患予防細菌感染血管神経皮膚骨折肝炎貧血心腎肺胃腸眼耳鼻咽喉"
WORDS = st.text(alphabet=KANJI, min_size=2, max_size=8)


@st.composite
def clean_rows(draw: st.DrawFn) -> dict[str, Any]:
    """A question with the right number of options, key, points and words to choose."""
    texts = draw(st.lists(WORDS, min_size=5, max_size=8, unique=True))
    labels = "abcdefgh"[: len(texts)]
    size = draw(st.integers(1, 3))
    key = sorted(draw(st.permutations(labels))[:size])
    rest = [label for label in labels if label not in key]
    width = draw(st.sampled_from(["123", "１２３", "一二三"]))
    asked = draw(st.sampled_from(["つ選べ。", "つ選びなさい。", "つを選べ。"]))
    how_many = f"{width[size - 1]}{asked}" if size > 1 or draw(st.booleans()) else ""
    return make_row(
        question=f"{draw(WORDS)}の{draw(WORDS)}で正しいのはどれか。{how_many}",
        choices=dict(zip(labels, texts, strict=True)),
        answer=key,
        n_select=size,
        points=draw(st.integers(1, 3)),
        kinki=draw(st.lists(st.sampled_from(rest), unique=True, max_size=2)),
        text_only=draw(st.sampled_from([True, None])),
        human_accuracy=draw(st.floats(0, 100)),
    )


@settings(max_examples=60)
@given(clean_rows())
def test_a_clean_row_has_no_finding(row: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = found_in_rows(Path(folder), row)
    assert not found, [(f.code, f.what) for f in found]
