"""Figures whose content cannot be guessed: digits drawn at random."""

from pathlib import Path
from random import Random

from kokushi_inspect.exam import Figure

WIDTH, HEIGHT = 480, 240
"""Pixels of a figure: large enough for any model's patches, small enough to cost little."""
SIZE = 150
"""Height of the font in pixels."""


def draw_number(number: str, path: Path) -> Figure:
    """Write a number in black on white.

    Args:
        number: Digits, at most four.
        path: Where the PNG is written.
    """
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (WIDTH, HEIGHT), "white")
    font = ImageFont.load_default(SIZE)
    middle = (WIDTH / 2, HEIGHT / 2)
    ImageDraw.Draw(image).text(middle, number, fill="black", font=font, anchor="mm")
    image.save(path)
    return Figure(path=str(path), original=str(path), width=WIDTH, height=HEIGHT)


def random_number(random: Random) -> str:
    """Four different digits from 1 to 9: neither a year nor a round number, and no zero to lose."""
    return "".join(map(str, random.sample(range(1, 10), 4)))
