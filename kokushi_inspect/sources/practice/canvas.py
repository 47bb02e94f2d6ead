"""The canvas and the plot on which the figures of the practice physician exam are drawn.

Everything is given in pixels of the finished figure, drawn three times as large and averaged
down, which gives smooth lines. Text is Latin: Pillow's own font has no Japanese and no Greek.
"""

from collections.abc import Callable, Sequence
from math import hypot
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter, ImageFont

Point = tuple[float, float]
Colour = tuple[int, int, int]
Ticks = Sequence[tuple[float, str]]

BLACK: Colour = (0, 0, 0)
GREY: Colour = (110, 110, 110)
LIGHT: Colour = (215, 215, 215)
WHITE: Colour = (255, 255, 255)

SCALE = 3
_DASH, _GAP = 11, 7
"""Pixels drawn and left out along a dashed line."""


class Canvas:
    """A sheet of `width` × `height` pixels."""

    def __init__(self, width: int, height: int, background: Colour = WHITE) -> None:
        self.image = Image.new("RGB", (width * SCALE, height * SCALE), background)
        self._pen = ImageDraw.Draw(self.image)

    def line(self, points: Sequence[Point], colour: Colour = BLACK, width: float = 2) -> None:
        """A line through the points."""
        size = round(width * SCALE)
        self._pen.line([_scaled(p) for p in points], fill=colour, width=size, joint="curve")

    def dashes(self, points: Sequence[Point], colour: Colour = BLACK, width: float = 2) -> None:
        """A dashed line through the points."""
        fine = _evenly(points)
        for start in range(0, len(fine) - 1, _DASH + _GAP):
            self.line(fine[start : start + _DASH + 1], colour, width)

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        """A filled shape without an edge."""
        self._pen.polygon([_scaled(p) for p in points], fill=fill)

    def box(
        self, corner: Point, opposite: Point, fill: Colour | None = None, width: float = 2
    ) -> None:
        """A rectangle with a black edge; width 0 for none."""
        edge = round(width * SCALE)
        outline = BLACK if edge else None
        corners = (*_scaled(corner), *_scaled(opposite))
        self._pen.rectangle(corners, fill=fill, outline=outline, width=edge)

    def ellipse(
        self,
        centre: Point,
        radii: Point,
        fill: Colour | None = None,
        outline: Colour | None = BLACK,
        width: float = 2,
    ) -> None:
        """An ellipse around a centre, with horizontal and vertical radius."""
        corners = (
            *_scaled((centre[0] - radii[0], centre[1] - radii[1])),
            *_scaled((centre[0] + radii[0], centre[1] + radii[1])),
        )
        self._pen.ellipse(corners, fill=fill, outline=outline, width=round(width * SCALE))

    def text(
        self, at: Point, words: str, size: int = 20, anchor: str = "mm", colour: Colour = BLACK
    ) -> None:
        """Words at a point, centred unless the anchor says otherwise."""
        font = ImageFont.load_default(size * SCALE)
        self._pen.text(_scaled(at), words, fill=colour, font=font, anchor=anchor)

    def blur(self, radius: float) -> None:
        """Soften everything that was drawn so far."""
        self.image = self.image.filter(ImageFilter.GaussianBlur(radius * SCALE))
        self._pen = ImageDraw.Draw(self.image)

    def save(self, path: Path, colours: int = 32) -> None:
        """Write the figure as a PNG with a small palette."""
        path.parent.mkdir(parents=True, exist_ok=True)
        small = self.image.reduce(SCALE)
        small.quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)


class Plot(Canvas):
    """A canvas with axes: values `x[0]` to `x[1]` across, `y[0]` (bottom) to `y[1]` (top)."""

    def __init__(
        self, width: int, height: int, x: Point, y: Point, top: int = 40, bottom: int = 90
    ) -> None:
        super().__init__(width, height)
        self._x, self._y = x, y
        self.left, self.right = 95, width - 35
        self.top, self.bottom = top, height - bottom

    def at(self, x: float, y: float) -> Point:
        """Where a pair of values lies on the canvas."""
        across = (x - self._x[0]) / (self._x[1] - self._x[0])
        up = (y - self._y[0]) / (self._y[1] - self._y[0])
        return (
            self.left + across * (self.right - self.left),
            self.bottom - up * (self.bottom - self.top),
        )

    def grid(self, x_ticks: Ticks, y_ticks: Ticks) -> None:
        """Grid lines with their numbers, and the frame."""
        for value, words in x_ticks:
            px = self.at(value, self._y[0])[0]
            self.line([(px, self.top), (px, self.bottom)], LIGHT, 1)
            self.text((px, self.bottom + 20), words)
        for value, words in y_ticks:
            py = self.at(self._x[0], value)[1]
            self.line([(self.left, py), (self.right, py)], LIGHT, 1)
            self.text((self.left - 12, py), words, anchor="rm")
        self.box((self.left, self.top), (self.right, self.bottom))

    def titles(self, across: str, up: str) -> None:
        """What the axes show, with units; the vertical one stands above its axis."""
        self.text(((self.left + self.right) / 2, self.bottom + 58), across, 22)
        self.text((20, self.top - 24), up, 22, "lm")

    def curve(self, points: Sequence[Point], colour: Colour = BLACK, width: float = 2.5) -> None:
        """A line through pairs of values."""
        self.line([self.at(x, y) for x, y in points], colour, width)

    def dashed_curve(self, points: Sequence[Point], colour: Colour = BLACK) -> None:
        """A dashed line through pairs of values."""
        self.dashes([self.at(x, y) for x, y in points], colour)


def sampled(
    rule: Callable[[float], float], start: float, end: float, steps: int = 400
) -> list[Point]:
    """Points of a curve, evenly spaced from start to end."""
    values = [start + (end - start) * i / steps for i in range(steps + 1)]
    return [(x, rule(x)) for x in values]


def ticks(start: int, end: int, step: int) -> list[tuple[float, str]]:
    """Ticks at whole numbers, the end among them."""
    return [(value, str(value)) for value in range(start, end + 1, step)]


def rounded(points: Sequence[Point], times: int = 4) -> list[Point]:
    """A closed shape with its corners cut again and again (Chaikin), until it looks round."""
    shape = list(points)
    for _ in range(times):
        sides = list(zip(shape, shape[1:] + shape[:1], strict=True))
        shape = [_between(a, b, share) for a, b in sides for share in (0.25, 0.75)]
    return shape


def _evenly(points: Sequence[Point]) -> list[Point]:
    """Points along a line, about one pixel apart."""
    fine = [points[0]]
    for b in points[1:]:
        while (left := hypot(b[0] - fine[-1][0], b[1] - fine[-1][1])) >= 1:
            fine.append(_between(fine[-1], b, 1 / left))
    return fine


def _between(a: Point, b: Point, share: float) -> Point:
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def _scaled(point: Point) -> Point:
    return (point[0] * SCALE, point[1] * SCALE)
