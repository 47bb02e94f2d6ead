"""Draw the figures of the practice exams in dentistry, pharmacy, nursing and midwifery.

Public health nursing is among them. The command

    python -m kokushi_inspect.sources.practice.draw_a

writes every figure again, byte for byte as committed (same Pillow version). Coordinates are
pixels of the figure.
"""

import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from kokushi_inspect.sources.practice.canvas import (
    BLACK,
    GREY,
    LIGHT,
    WHITE,
    Canvas,
    Plot,
    Point,
    sampled,
    ticks,
)


def turned(start: Point, degrees: float, length: float) -> Point:
    """The point at a distance; degrees run clockwise from three o'clock."""
    angle = math.radians(degrees)
    return (start[0] + length * math.cos(angle), start[1] + length * math.sin(angle))


def arc(centre: Point, radius: float, start: float, end: float) -> list[Point]:
    """Points along a part of a circle, degrees as in `turned`."""
    return [turned(centre, start + (end - start) * i / 60, radius) for i in range(61)]


def dots(canvas: Canvas, points: Sequence[Point]) -> None:
    """A black dot at each point."""
    for point in points:
        canvas.ellipse(point, (6, 6), BLACK)


def bump(distance: float, width: float) -> float:
    """A bell-shaped rise of height 1."""
    return math.exp(-((distance / width) ** 2) / 2)


def tooth_chart() -> Canvas:
    """Both dental arches as boxes; the arrow points at the upper left first premolar."""
    canvas = Canvas(840, 300)
    for side in (-1, 1):
        x = 420.0
        for place, wide in enumerate((44, 38, 40, 42, 42, 54, 54, 50), start=1):
            x += side * wide / 2
            for y in (73, 162):
                canvas.box((x - wide / 2 + 3, y), (x + wide / 2 - 3, y + 65))
            if (side, place) == (1, 4):
                canvas.line([(x, 10), (x, 46)], width=4)
                canvas.polygon([(x - 12, 42), (x + 12, 42), (x, 68)], BLACK)
            x += side * wide / 2
    canvas.line([(25, 150), (815, 150)], width=3.5)
    canvas.line([(420, 60), (420, 245)], width=3.5)
    canvas.text((20, 125), "R", 28)
    canvas.text((822, 125), "L", 28)
    canvas.text((420, 275), "R: patient's right     L: patient's left")
    return canvas


PROBING = {
    "16": ("4* 3 5*", "5* 3 4*"),
    "15": ("3 2 4*", "3 2 3"),
    "14": ("3 2 3", "4* 3 3"),
    "13": ("2 1 2", "3 2 3"),
    "12": ("3 2 4*", "3 2 3"),
    "11": ("3 2 3*", "3 2 4*"),
}
"""Depths in mm at six sites a tooth, cheek side and palate side; a star is bleeding: 9 of 36."""


def periodontal_chart() -> Canvas:
    """The depths of `PROBING` in a table, with a dot under each site that bled."""
    canvas = Canvas(800, 280)
    for name, top, bottom in (("Tooth", 20, 80), ("Buccal", 80, 170), ("Palatal", 170, 260)):
        canvas.box((15, top), (120, bottom))
        canvas.text((67, (top + bottom) / 2), name, 22)
    for column, (tooth, rows) in enumerate(PROBING.items()):
        x = 120 + column * 110
        canvas.box((x, 20), (x + 110, 80), LIGHT)
        canvas.text((x + 55, 50), tooth, 26)
        for y, row in zip((80, 170), rows, strict=True):
            canvas.box((x, y), (x + 110, y + 90))
            for site, depth in enumerate(row.split()):
                canvas.text((x + 22 + site * 33, y + 32), depth[0], 26)
                if depth.endswith("*"):
                    dots(canvas, [(x + 22 + site * 33, y + 67)])
    return canvas


def cephalogram() -> Canvas:
    """S, N, A and B with SNA = 82 and SNB = 72 degrees; the face looks to the right."""
    canvas = Canvas(700, 510)
    s, n = (150.0, 140.0), (460.0, 100.0)
    to_s = math.degrees(math.atan2(s[1] - n[1], s[0] - n[0]))
    a, b = turned(n, to_s - 82, 230), turned(n, to_s - 72, 355)
    for angle, radius in ((82, 105), (72, 60)):
        canvas.line(arc(n, radius, to_s - angle, to_s), GREY)
    for end in (s, a, b):
        canvas.line([n, end], width=2.5)
    dots(canvas, (s, n, a, b))
    for name, point, dx in (("S", s, -24), ("N", n, 24), ("A", a, 24), ("B", b, 24)):
        canvas.text((point[0] + dx, point[1] + 5), name, 28)
    canvas.text((670, 240), "SNA = 82°", 26, "rm")
    canvas.text((670, 280), "SNB = 72°", 26, "rm")
    canvas.text((30, 465), "(back)", 20, "lm")
    canvas.text((670, 465), "(front)", 20, "rm")
    return canvas


def dose_response() -> Canvas:
    """An agonist alone, with X (shifted to the right) and with Y (lower maximum, same EC50)."""
    plot = Plot(760, 495, (-9, -3), (0, 115), top=65)
    plot.grid(ticks(-9, -3, 1), ticks(0, 100, 20))
    plot.titles("log [agonist (mol/L)]", "Response (% of maximum)")

    def response(top: float, middle: float, concentration: float) -> float:
        return top / (1 + math.pow(10, middle - concentration))

    for top, middle in ((100, -7), (100, -5), (45, -7)):
        plot.curve(sampled(partial(response, top, middle), -9, -3))
    for x, y, name in ((-7.75, 64, "agonist alone"), (-4.35, 66, "with X"), (-3.6, 38, "with Y")):
        plot.text(plot.at(x, y), name)
    return plot


def plasma_concentration() -> Canvas:
    """An intravenous bolus: 10 mg/L at time zero, halved every 3 hours; logarithmic axis."""
    plot = Plot(760, 495, (0, 13), (-1, math.log10(20)), top=65)
    lines = [n / 10 for n in range(1, 10)] + [float(n) for n in range(1, 11)] + [20.0]
    named = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20)
    levels = [(math.log10(c), f"{c:g}" if c in named else "") for c in lines]
    plot.grid(ticks(0, 12, 1), levels)
    plot.titles("Time after injection (h)", "Plasma concentration (mg/L), log scale")
    times = (0, 1, 2, 3, 4, 6, 8, 10, 12)
    points = [(float(t), 1 - t / 3 * math.log10(2)) for t in times]
    plot.curve(points)
    dots(plot, [plot.at(*point) for point in points])
    return plot


def ecg() -> Canvas:
    """Six seconds of ventricular fibrillation: waves without order, no QRS complex."""
    plot = Plot(760, 325, (0, 6), (-1, 1), top=25, bottom=75)
    for i in range(61):
        for ends in (((i / 10, -1), (i / 10, 1)), ((0, i / 30 - 1), (6, i / 30 - 1))):
            plot.line([plot.at(*end) for end in ends], LIGHT, 1.4 if i % 5 == 0 else 0.5)
    # Frequencies without a common measure: the trace never repeats itself.
    waves = ((0.24, 3.1, 0.0), (0.22, 4.37, 1.1), (0.2, 5.71, 2.3), (0.13, 6.93, 0.4))

    def voltage(t: float) -> float:
        return sum(high * math.sin(2 * math.pi * f * t + shift) for high, f, shift in waves)

    plot.curve(sampled(voltage, 0, 6, 900))
    plot.line([plot.at(0, -1.12), plot.at(1, -1.12)], width=3)
    plot.text(plot.at(0.5, -1.27), "1 s")
    return plot


def fever_chart() -> Canvas:
    """A week of remittent fever: more than 1 degree a day, never below 37.8."""
    plot = Plot(760, 495, (0.5, 8), (36, 41), top=65)
    plot.grid(ticks(1, 7, 1), ticks(36, 41, 1))
    plot.titles("Day of illness (6 a.m. and 6 p.m.)", "Body temperature (°C)")
    readings = (38.0, 39.6, 37.9, 39.5, 38.1, 39.8, 38.0, 39.4, 37.8, 39.3, 38.0, 39.6, 37.9, 39.5)
    points = [(1.25 + i / 2, value) for i, value in enumerate(readings)]
    plot.curve(points)
    dots(plot, [plot.at(*point) for point in points])
    return plot


def body_position() -> Canvas:
    """A person on a bed whose head end is raised by 45 degrees."""
    canvas = Canvas(700, 380)
    corner, hip = (310.0, 295.0), (321.0, 265.0)
    canvas.line([(640, 295), corner, turned(corner, 225, 290)], GREY, 11)
    for x in (260, 620):
        canvas.line([(x, 300), (x, 355)], GREY, 8)
    canvas.line([corner, (90, 295)], GREY, 1.5)
    canvas.line(arc(corner, 80, 180, 225))
    canvas.text((195, 265), "45°", 24)
    neck = turned(hip, 225, 220)
    canvas.line([neck, hip, (470, 250), (605, 272)], width=17)
    canvas.line([turned(hip, 225, 190), (291, 205), (371, 225)], width=10)
    canvas.line([(602, 277), (611, 240)], width=11)
    canvas.ellipse(turned(neck, 228, 28), (33, 33), WHITE)
    return canvas


MEN = (19, 20, 22, 24, 26, 29, 32, 37, 42, 49, 54, 53, 49, 43, 35, 25, 15, 10)
WOMEN = (19, 20, 22, 24, 26, 29, 32, 37, 42, 49, 55, 54, 51, 46, 39, 30, 21, 19)
"""Hundreds of people aged 0 to 4, 5 to 9 … 85 and over: few children, most in their fifties."""


def population_pyramid() -> Canvas:
    """The ages of `MEN` and `WOMEN`, the youngest at the bottom."""
    canvas = Canvas(760, 520)
    for group, (left, right) in enumerate(zip(MEN, WOMEN, strict=True)):
        y = 430 - group * 22.5
        canvas.box((345 - left * 4.7, y), (345, y + 22.5), LIGHT, 1.5)
        canvas.box((415, y), (415 + right * 4.7, y + 22.5), LIGHT, 1.5)
        canvas.text((380, y + 11), f"{group * 5}-{group * 5 + 4}" if group < 17 else "85-", 16)
    for thousands in range(0, 7, 2):
        for x in (345 - thousands * 47, 415 + thousands * 47):
            canvas.line([(x, 453), (x, 460)])
            canvas.text((x, 472), str(thousands), 18)
    canvas.text((200, 25), "Male", 22)
    canvas.text((560, 25), "Female", 22)
    canvas.text((380, 502), "Population (thousand), by age")
    return canvas


def epidemic_curve() -> Canvas:
    """56 cases within 54 hours of one lunch, most of them after 24 to 42 hours."""
    plot = Plot(760, 495, (0, 72), (0, 18), top=65)
    plot.grid(ticks(0, 72, 6), ticks(0, 18, 2))
    plot.titles("Hours from the lunch to the onset of symptoms", "New cases")
    for number, cases in enumerate((2, 5, 11, 16, 12, 7, 3), start=2):
        plot.box(plot.at(number * 6, cases), plot.at(number * 6 + 6, 0), GREY)
    return plot


def roc_curves() -> Canvas:
    """Four tests; X is nearest to the upper left corner, Y is no better than chance."""
    plot = Plot(640, 560, (0, 100), (0, 100), top=65)
    plot.grid(ticks(0, 100, 20), ticks(0, 100, 20))
    plot.titles("1 - specificity (%)", "Sensitivity (%)")

    def sensitivity(power: float, false_positives: float) -> float:
        return 100 * math.pow(false_positives / 100, 1 / power)

    for name, power, x in (("W", 2, 30), ("X", 10, 9), ("Y", 1, 52), ("Z", 4, 18)):
        plot.curve(sampled(partial(sensitivity, power), 0, 100, 1000))
        px, py = plot.at(x, sensitivity(power, x))
        plot.text((px + 14, py + 19), name, 24)
    return plot


def dilatation_curve() -> Canvas:
    """The normal course of dilatation in a first labour, in four phases A to D."""
    plot = Plot(760, 495, (0, 15), (0, 11.4), top=65)
    plot.grid(ticks(0, 14, 2), ticks(0, 10, 2))
    plot.titles("Hours after onset of labour", "Cervical dilatation (cm)")

    def dilatation(t: float) -> float:
        return 1 + 0.1 * t + (9 - 0.1 * t) / (1 + math.exp(-1.5 * (t - 10.4)))

    plot.curve(sampled(dilatation, 0, 14))
    edges = (0.0, 8.2, 9.5, 11.3, 14.0)
    for name, start, end in zip("ABCD", edges, edges[1:], strict=False):
        plot.line([plot.at(end, 0), plot.at(end, 11.4)], GREY)
        plot.text(plot.at((start + end) / 2, 10.7), name, 26)
    return plot


def cardiotocogram() -> Canvas:
    """Three contractions, and slowings that are deepest 42 seconds after each peak."""
    plot = Plot(760, 575, (0, 7), (0, 240), top=60)
    rates = [(rate + 40.0, str(rate)) for rate in range(60, 201, 20)]
    plot.grid(ticks(0, 7, 1), [*rates, (0, "0"), (40, "50"), (80, "100")])
    plot.titles("Time (min)", "Above: FHR (bpm)   Below: uterine contraction")
    peaks = (1.3, 3.5, 5.7)

    def heart_rate(t: float) -> float:
        wander = 3 * math.sin(31 * t) + 2.5 * math.sin(47 * t + 1) + 1.5 * math.sin(13 * t)
        return 185 + wander - 36 * sum(bump(t - peak - 0.7, 0.3) for peak in peaks)

    plot.curve(sampled(heart_rate, 0, 7, 900))
    plot.curve(sampled(lambda t: 8 + 52 * sum(bump(t - p, 0.24) for p in peaks), 0, 7))
    return plot


def vaginal_findings() -> Canvas:
    """Sutures seen from below: the small fontanelle lies to the mother's left front."""
    canvas = Canvas(620, 550)
    middle = (310.0, 270.0)
    canvas.ellipse(middle, (200, 200), width=3)
    small, large = turned(middle, -45, 75), turned(middle, 135, 120)
    canvas.line([small, large], width=2.5)
    for start, length, angles in ((small, 95, (-100, 10)), (large, 75, (55, 135, 215))):
        for angle in angles:
            canvas.line([start, turned(start, angle, length)], width=2.5)
    canvas.polygon([turned(small, angle, 17) for angle in (-45, 75, 195)], BLACK)
    corners = ((135, 26), (225, 20), (315, 35), (45, 20))
    canvas.polygon([turned(large, angle, far) for angle, far in corners], BLACK)
    for at, name in (((310, 30), "Pubic symphysis"), ((310, 520), "Sacrum")):
        canvas.text(at, name, 24)
    canvas.text((50, 270), "R", 30)
    canvas.text((570, 270), "L", 30)
    return canvas


FIGURES: dict[str, Sequence[Callable[[], Canvas]]] = {
    "dentistry": (tooth_chart, periodontal_chart, cephalogram),
    "pharmacy": (dose_response, plasma_concentration),
    "nursing": (ecg, fever_chart, body_position),
    "public_health_nursing": (population_pyramid, epidemic_curve, roc_curves),
    "midwifery": (dilatation_curve, cardiotocogram, vaginal_findings),
}
"""What draws the figures of each profession; a figure's file is named after its function."""


def draw_all(folder: Path) -> None:
    """Draw every figure below the folder of the practice exams, replacing what is there."""
    for profession, drawings in FIGURES.items():
        for draw in drawings:
            file = folder / profession / "figures" / f"{draw.__name__}.png"
            draw().save(file, colours=16)


if __name__ == "__main__":
    draw_all(Path(__file__).parent)
