"""Draws the figures of the practice physician exam.

    python -m kokushi_inspect.sources.practice.draw

writes each figure again, byte for byte as committed when the Pillow version is the same.
"""

from collections.abc import Callable
from pathlib import Path

from kokushi_inspect.sources.practice import medicine_charts, medicine_pictures
from kokushi_inspect.sources.practice.canvas import Canvas

FOLDER = Path(__file__).parent / "medicine" / "figures"

FIGURES: dict[str, Callable[[], Canvas]] = {
    "audiogram": medicine_charts.audiogram,
    "blood_gas": medicine_pictures.blood_gas,
    "chest_xray": medicine_pictures.chest_xray,
    "dissociation_curve": medicine_charts.dissociation_curve,
    "ecg": medicine_charts.ecg,
    "electrophoresis": medicine_charts.electrophoresis,
    "flow_volume": medicine_charts.flow_volume,
    "growth_curve": medicine_charts.growth_curve,
    "pedigree": medicine_pictures.pedigree,
    "visual_field": medicine_pictures.visual_field,
}
"""Name of each file, without its extension, and what draws it."""


def draw_all(folder: Path = FOLDER) -> list[Path]:
    """Draw every figure into a folder and return the files."""
    files = []
    for name, draw in FIGURES.items():
        file = folder / f"{name}.png"
        draw().save(file)
        files.append(file)
    return files


if __name__ == "__main__":
    for written in draw_all():
        print(written)
