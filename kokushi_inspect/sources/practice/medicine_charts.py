"""Curves of the practice physician exam: schematic, invented, each consistent with its question."""

import math
from collections.abc import Sequence
from functools import partial

from kokushi_inspect.sources.practice.canvas import (
    BLACK,
    GREY,
    Canvas,
    Colour,
    Plot,
    Point,
    sampled,
    ticks,
)

Wave = tuple[float, float, float]
"""A rounded deflection: its centre, height and width (standard deviation)."""

_RED: Colour = (200, 0, 0)
_BLUE: Colour = (0, 0, 190)
_PAPER: Colour = (250, 224, 224)
_PAPER_BOLD: Colour = (236, 170, 170)

_MM = 5
"""Pixels of one millimetre of ECG paper: 0.04 s across, 0.1 mV up."""

# Atria at 86 a minute, ventricles at 37, each regular and independent of the other: complete
# atrioventricular block with a junctional escape rhythm.
_P_TIMES = [0.15 + 0.70 * k for k in range(9)]
_QRS_TIMES = [0.95 + 1.62 * k for k in range(4)]
_P_WAVES: dict[str, list[Wave]] = {
    "II": [(0.0, 0.16, 0.024)],
    "V1": [(-0.018, 0.10, 0.014), (0.022, -0.08, 0.016)],
}
_QRS_WAVES: dict[str, list[Wave]] = {
    "II": [(-0.03, -0.08, 0.008), (0.0, 1.05, 0.013), (0.032, -0.18, 0.010), (0.32, 0.28, 0.055)],
    "V1": [(-0.012, 0.22, 0.010), (0.022, -0.85, 0.015), (0.32, -0.10, 0.055)],
}

_FREQUENCIES = (125, 250, 500, 1000, 2000, 4000, 8000)
_AIR = {"right": (10, 10, 10, 10, 20, 60, 30), "left": (15, 10, 15, 10, 20, 65, 35)}
_BONE = {"right": (10, 10, 10, 20, 60), "left": (10, 10, 10, 20, 60)}
"""Hearing levels in dB; bone conduction from 250 to 4000 Hz. Both ears dip at 4000 Hz without an
air-bone gap: noise."""

_GIRLS = (
    (2, 84.3, 3.1), (3, 92.3, 3.5), (4, 99.4, 3.9), (5, 106.0, 4.2), (6, 112.6, 4.6),
    (7, 118.7, 4.9), (8, 124.5, 5.2), (9, 130.4, 5.7), (10, 137.0, 6.3), (11, 143.8, 6.6),
    (12, 149.3, 6.2), (13, 153.0, 5.7), (14, 155.3, 5.4), (15, 156.6, 5.3), (16, 157.3, 5.3),
)  # fmt: skip
"""Age in years, mean and standard deviation of girls' height in cm: rounded, schematic."""

_PATIENT = (
    (2, 84.0), (3, 92.0), (4, 99.0), (5, 105.5), (5.5, 109.2),
    (6, 114.5), (6.5, 120.2), (7, 126.0), (7.5, 132.0),
)  # fmt: skip
"""A girl on the mean until 5½ years, then 11 to 12 cm a year: precocious puberty."""

_PROTEINS = ((0.13, 0.62, 0.026), (0.29, 0.07, 0.020), (0.43, 0.12, 0.026), (0.58, 0.11, 0.026))
_M_PEAK: Wave = (0.79, 0.95, 0.017)
"""Albumin, alpha 1, alpha 2 and beta from the anode on; then a narrow spike among the gammas."""


def _sum(waves: Sequence[Wave], x: float) -> float:
    return sum(h * math.exp(-(((x - centre) / width) ** 2) / 2) for centre, h, width in waves)


def _millivolts(lead: str, time: float) -> float:
    atria = sum(_sum(_P_WAVES[lead], time - start) for start in _P_TIMES)
    return atria + sum(_sum(_QRS_WAVES[lead], time - start) for start in _QRS_TIMES)


def ecg() -> Canvas:
    """Leads II and V1: complete atrioventricular block."""
    left, top, columns, rows = 20, 20, 160, 80
    canvas = Canvas(2 * left + columns * _MM, 2 * top + rows * _MM + 30)
    for bold, colour in ((False, _PAPER), (True, _PAPER_BOLD)):
        for i in range(columns + 1):
            if (i % 5 == 0) == bold:
                x = left + i * _MM
                canvas.line([(x, top), (x, top + rows * _MM)], colour, 1)
        for i in range(rows + 1):
            if (i % 5 == 0) == bold:
                y = top + i * _MM
                canvas.line([(left, y), (left + columns * _MM, y)], colour, 1)
    for lead, base in (("II", 135), ("V1", 300)):
        points = [
            (left + t * 25 * _MM, base - mv * 10 * _MM)
            for t, mv in sampled(partial(_millivolts, lead), 0, 6.4, 1600)
        ]
        canvas.line(points, BLACK, 1.7)
        canvas.text((left + 8, base - 85), lead, 24, "lm")
    scale = "25 mm/s   10 mm/mV"
    canvas.text((left + columns * _MM, top + rows * _MM + 22), scale, 18, "rm")
    return canvas


def audiogram() -> Canvas:
    """Pure tone audiogram of both ears with a dip at 4000 Hz."""
    plot = Plot(780, 640, (-0.5, 6.5), (110, -20), top=60, bottom=120)
    names = [(i, str(f)) for i, f in enumerate(_FREQUENCIES)]
    plot.grid(names, ticks(-10, 110, 10))
    plot.titles("Frequency (Hz)", "Hearing level (dB)")
    for ear, colour in (("right", _RED), ("left", _BLUE)):
        levels = list(enumerate(_AIR[ear]))
        draw = plot.curve if ear == "right" else plot.dashed_curve
        draw(levels, colour)
        for i, level in levels:
            _ear_mark(plot, plot.at(i, level), ear, colour)
        for i, level in enumerate(_BONE[ear], start=1):
            _bone_mark(plot, plot.at(i, level), ear, colour)
    _audiogram_legend(plot)
    return plot


def _ear_mark(plot: Plot, at: Point, ear: str, colour: Colour) -> None:
    """A circle for the right ear, a cross for the left."""
    x, y = at
    if ear == "right":
        plot.ellipse(at, (8, 8), (255, 255, 255), colour, 2.5)
        return
    for slope in (-1, 1):
        plot.line([(x - 7, y - 7 * slope), (x + 7, y + 7 * slope)], colour, 2.5)


def _bone_mark(plot: Plot, at: Point, ear: str, colour: Colour) -> None:
    """A bracket beside the frequency: open to the right for the right ear."""
    side = -1 if ear == "right" else 1
    x, y = at[0] + side * 18, at[1]
    inner = x - side * 6
    plot.line([(inner, y - 10), (x, y - 10), (x, y + 10), (inner, y + 10)], colour, 2.5)


def _audiogram_legend(plot: Plot) -> None:
    y = plot.bottom + 98
    for ear, x in (("right", 140), ("left", 460)):
        colour = _RED if ear == "right" else _BLUE
        _ear_mark(plot, (x, y), ear, colour)
        plot.text((x + 18, y), f"{ear} ear, air", 18, "lm", colour)
        _bone_mark(plot, (x + (178 if ear == "right" else 150), y), ear, colour)
        plot.text((x + 180, y), "bone", 18, "lm", colour)


def growth_curve() -> Canvas:
    """Height of a girl against the standard: sudden acceleration from five and a half."""
    plot = Plot(720, 760, (2, 16), (75, 175), top=60)
    plot.grid(ticks(2, 16, 1), ticks(80, 170, 10))
    plot.titles("Age (years)", "Height (cm), girls")
    for deviation in (-2, -1, 0, 1, 2):
        points = [(age, mean + deviation * sd) for age, mean, sd in _GIRLS]
        plot.curve(points, GREY, 2.5 if deviation == 0 else 1.5)
        x, y = plot.at(*points[-1])
        label = "mean" if deviation == 0 else f"{deviation:+d} SD"
        plot.text((x - 6, y - 13), label, 17, "rm", GREY)
    plot.curve(_PATIENT, BLACK, 2)
    for age, height in _PATIENT:
        plot.ellipse(plot.at(age, height), (6, 6), BLACK)
    return plot


def dissociation_curve() -> Canvas:
    """Oxygen dissociation curves: B normal, A shifted to the left, C to the right."""
    plot = Plot(740, 580, (0, 100), (0, 100), top=60)
    plot.grid(ticks(0, 100, 20), ticks(0, 100, 20))
    plot.titles("PO2 (Torr)", "Hemoglobin O2 saturation (%)")
    for name, half, width, label in (("A", 18, 2, 17), ("B", 27, 4, 34), ("C", 38, 2, 60)):
        curve = sampled(partial(_saturation, half), 0, 100)

        plot.curve(curve, BLACK, width)
        x, y = plot.at(label, _saturation(half, label))
        plot.box((x - 14, y - 16), (x + 14, y + 16), (255, 255, 255), 0)
        plot.text((x, y), name, 26)
    return plot


def _saturation(half: float, pressure: float) -> float:
    """Hill's equation with n = 2.7; `half` is P50 in Torr."""
    part = math.pow(pressure, 2.7)
    return 100 * part / (part + math.pow(half, 2.7))


def flow_volume() -> Canvas:
    """Flow-volume loop of an obstructed patient (solid) within the predicted one (dashed)."""
    plot = Plot(720, 640, (0, 5), (-6, 10), top=60)
    plot.grid(ticks(0, 5, 1), ticks(-6, 10, 2))
    plot.titles("Volume (L)", "Flow (L/s)   up: expiration   down: inspiration")
    plot.curve([(0, 0), (5, 0)], BLACK, 1.5)
    plot.dashed_curve(_loop(3.9, 8.4, 0.55, 1.0, 4.8), GREY)
    plot.curve(_loop(3.3, 3.3, 0.25, 2.7, 2.9), BLACK, 3)
    plot.line([(440, 90), (490, 90)], BLACK, 3)
    plot.text((502, 90), "patient, stable", 18, "lm")
    plot.dashes([(440, 118), (492, 118)], GREY)
    plot.text((502, 118), "predicted", 18, "lm")
    return plot


def _loop(vital: float, peak: float, peak_at: float, bend: float, inspired: float) -> list[Point]:
    """Expiration to a peak flow and down again, `bend` > 1 making it concave; then inspiration."""
    rise = [(v, peak * math.sin(v / peak_at * math.pi / 2)) for v, _ in _steps(0, peak_at, 60)]
    fall = [
        (v, peak * ((vital - v) / (vital - peak_at)) ** bend)
        for v, _ in _steps(peak_at, vital, 240)
    ]
    back = [(v, -inspired * math.sin(v / vital * math.pi)) for v, _ in _steps(vital, 0, 240)]
    return [*rise, *fall, *back]


def _steps(start: float, end: float, count: int) -> list[Point]:
    return sampled(lambda x: x, start, end, count)


def electrophoresis() -> Canvas:
    """Serum protein densitogram with an M peak."""
    plot = Plot(720, 520, (0, 1), (0, 1.1), top=40)
    plot.box((plot.left, plot.top), (plot.right, plot.bottom))
    waves = (*_PROTEINS, (0.80, 0.025, 0.07), (0.45, 0.012, 0.2), _M_PEAK)
    plot.curve(sampled(lambda x: _sum(waves, x), 0, 1, 900), BLACK, 3)
    names = ("Albumin", "alpha 1", "alpha 2", "beta", "gamma")
    for name, centre in zip(names, (0.13, 0.29, 0.43, 0.58, 0.79), strict=True):
        x, y = plot.at(centre, 0)
        plot.line([(x, y), (x, y + 8)])
        plot.text((x, y + 26), name, 20)
    plot.text((plot.left, plot.bottom + 64), "(+) anode", 20, "lm")
    plot.text((plot.right, plot.bottom + 64), "cathode (-)", 20, "rm")
    return plot
