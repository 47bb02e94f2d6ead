"""Draw the figures of four built-in practice exams.

Physical therapy, occupational therapy, radiologic technology and optometry:

    python -m kokushi_inspect.sources.practice.draw_b

writes every figure again, byte for byte as committed (with the Pillow version of that day).
All that a figure shows is computed here: no random numbers, no font files. Words are Latin,
because Pillow's own font has no Japanese. Right and left are those of the person drawn.
"""

import math
from collections.abc import Callable, Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

Point = tuple[float, float]

SCALE = 2
"""Drawn at twice the size and averaged down, which makes lines smooth."""

BLACK, DARK, GREY, LIGHT, WHITE = 0, 90, 150, 215, 255


class Sheet:
    """A white sheet in grey tones; coordinates are pixels of the finished figure."""

    def __init__(self, width: int, height: int) -> None:
        self._image = Image.new("L", (width * SCALE, height * SCALE), WHITE)
        self._pen = ImageDraw.Draw(self._image)

    def line(self, *points: Point, tone: int = BLACK, width: float = 2) -> None:
        """A line through the points."""
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        self._pen.line(scaled, fill=tone, width=round(width * SCALE), joint="curve")

    def dashes(self, start: Point, end: Point, tone: int = DARK, width: float = 2) -> None:
        """A dashed line; dash and gap are 8 pixels long."""
        steps = max(1, round(math.dist(start, end) / 8))
        for step in range(0, steps, 2):
            near, far = step / steps, min(1, (step + 1) / steps)
            self.line(toward(start, end, near), toward(start, end, far), tone=tone, width=width)

    def arrow(self, start: Point, end: Point, width: float = 2, both: bool = False) -> None:
        """An arrow with its head at the end, or with one at each end."""
        self.line(start, end, width=width)
        tips = [(start, end), (end, start)] if both else [(start, end)]
        for tail, tip in tips:
            angle = math.atan2(tip[1] - tail[1], tip[0] - tail[0])
            self.polygon([tip, polar(tip, 14, angle + 2.75), polar(tip, 14, angle - 2.75)], BLACK)

    def box(self, x: float, y: float, w: float, h: float, fill: int = WHITE) -> None:
        """A rectangle with a black edge; x and y are its upper left corner."""
        self.polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], fill, edge=2)

    def polygon(self, points: Sequence[Point], fill: int, edge: int = 0) -> None:
        """A filled polygon, with a black edge when `edge` is its width."""
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        self._pen.polygon(scaled, fill=fill, outline=BLACK if edge else fill, width=edge * SCALE)

    def disc(self, centre: Point, radius: float, fill: int = BLACK) -> None:
        """A filled circle with a black edge."""
        edge = [(v + sign * radius) * SCALE for sign in (-1, 1) for v in centre]
        self._pen.ellipse(edge, fill=fill, outline=BLACK, width=2 * SCALE)

    def word(self, at: Point, text: str, size: int = 22, patch: bool = False) -> None:
        """A word centred on a point, on a white patch when lines run below it."""
        font = ImageFont.load_default(size * SCALE)
        place = (at[0] * SCALE, at[1] * SCALE)
        if patch:
            box = self._pen.textbbox(place, text, font=font, anchor="mm")
            around = [v + d * SCALE for v, d in zip(box, (-4, -3, 4, 3), strict=True)]
            self._pen.rectangle(around, fill=WHITE)
        self._pen.text(place, text, fill=BLACK, font=font, anchor="mm")

    def save(self, path: Path) -> None:
        """Write the finished figure as PNG."""
        path.parent.mkdir(parents=True, exist_ok=True)
        grey = self._image.reduce(SCALE).quantize(16, dither=Image.Dither.NONE)
        grey.save(path, format="PNG", optimize=True)


def polar(centre: Point, radius: float, angle: float) -> Point:
    """The point at a distance and an angle (radians, clockwise from three o'clock)."""
    return (centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle))


def toward(start: Point, end: Point, share: float) -> Point:
    """The point at a share (0 to 1) of the way."""
    return (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)


def plot(
    sheet: Sheet, frame: tuple[int, int, int, int], x_marks: range, y_marks: range
) -> Callable[[float, float], Point]:
    """Draw a grid with numbers and return where a pair of values lies on it."""
    left, top, right, bottom = frame

    def at(x: float, y: float) -> Point:
        across = (x - x_marks[0]) / (x_marks[-1] - x_marks[0])
        up = (y - y_marks[0]) / (y_marks[-1] - y_marks[0])
        return (left + across * (right - left), bottom - up * (bottom - top))

    for x in x_marks:
        sheet.line(at(x, y_marks[0]), at(x, y_marks[-1]), tone=LIGHT, width=1)
        sheet.word((at(x, 0)[0], bottom + 20), str(x), 20)
    for y in y_marks:
        sheet.line(at(x_marks[0], y), at(x_marks[-1], y), tone=LIGHT, width=1)
        sheet.word((left - 28, at(0, y)[1]), str(y), 20)
    sheet.line((left, top), (left, bottom), (right, bottom))
    return at


def knee_goniometer() -> Sheet:
    """Crook lying; thigh and lower leg enclose 60°, so the knee is flexed by 120°."""
    sheet = Sheet(720, 470)
    hip, knee, ankle = (270.0, 400.0), (400.0, 175.0), (530.0, 400.0)
    sheet.line((40, 425), (690, 425), tone=GREY, width=4)
    sheet.line((110, 400), hip, knee, ankle, (585, 412), tone=LIGHT, width=26)
    sheet.disc((95, 385), 34, LIGHT)
    sheet.line(hip, knee, ankle, width=3)
    sheet.line(*(polar(knee, 120, math.radians(a)) for a in range(-60, 121)))
    for degrees in range(0, 181, 5):
        angle = math.radians(120 - degrees)
        inner = 104 if degrees % 30 == 0 else 111
        sheet.line(polar(knee, inner, angle), polar(knee, 120, angle), width=1.5)
        if degrees % 30 == 0:
            sheet.word(polar(knee, 146, angle), str(degrees), 20, patch=True)
    for at in (hip, knee, ankle):
        sheet.disc(at, 7)
    for at, name in (((270, 445), "hip"), ((355, 140), "knee"), ((530, 445), "ankle")):
        sheet.word(at, name)
    return sheet


def elbow_lever() -> Sheet:
    """Forearm held level: the flexor pulls 4 cm from the axis, 20 N hang 30 cm from it."""
    sheet = Sheet(760, 440)
    axis, pull, load = (100.0, 260.0), (172.0, 260.0), (640.0, 260.0)
    sheet.line((100, 40), axis, (690, 260), tone=LIGHT, width=40)
    sheet.line((100, 40), axis, (690, 260), width=3)
    sheet.disc(axis, 9, WHITE)
    sheet.arrow(pull, (172, 70), width=4)
    sheet.word((200, 90), "F", 30)
    for y, end, text in ((320.0, pull, "4 cm"), (390.0, load, "30 cm")):
        for x in (axis[0], end[0]):
            sheet.dashes((x, 260), (x, y + 12))
        sheet.arrow((axis[0], y), (end[0], y), both=True)
        sheet.word(((axis[0] + end[0]) / 2, y + 24), text, 24, patch=True)
    sheet.arrow((640, 260), (640, 365), width=4)
    sheet.word((690, 340), "20 N", 26)
    sheet.word((45, 300), "axis")
    return sheet


def one_leg_stance() -> Sheet:
    """Seen from behind, standing on the right leg: the pelvis drops on the left."""
    sheet = Sheet(640, 620)
    left_hip, right_hip = (258.0, 336.0), (372.0, 292.0)
    neck, left_shoulder, right_shoulder = (318.0, 128.0), (242.0, 152.0), (394.0, 148.0)
    sheet.line((90, 585), (550, 585), tone=GREY, width=4)
    sheet.dashes((200, 292), (450, 292))
    sheet.line(right_hip, (352, 435), (345, 570), (368, 582), width=7)
    sheet.line(left_hip, (250, 470), (256, 515), (240, 528), width=7)
    sheet.line(toward(left_hip, right_hip, 0.5), neck, width=7)
    sheet.line(left_hip, right_hip, width=9)
    sheet.line(left_shoulder, right_shoulder, width=7)
    sheet.line(left_shoulder, (222, 245), (232, 330), width=5)
    sheet.line(right_shoulder, (416, 240), (408, 326), width=5)
    for hip in (left_hip, right_hip):
        sheet.disc(hip, 9, WHITE)
    sheet.disc((318, 82), 40, WHITE)
    for x, text in ((120, "L"), (520, "R")):
        sheet.word((x, 310), text, 34)
    sheet.word((320, 24), "seen from behind", 22)
    return sheet


def line_bisection() -> Sheet:
    """Every line is marked well to the right of its middle."""
    sheet = Sheet(800, 520)
    sheet.word((70, 40), "LEFT", 24)
    sheet.word((725, 40), "RIGHT", 24)
    rows = ((190, 560, 0.73), (90, 460, 0.70), (260, 450, 0.76), (130, 540, 0.72), (220, 420, 0.75))
    for row, (start, length, share) in enumerate(rows):
        y = 110 + row * 85
        sheet.line((start, y), (start + length, y), width=3)
        x = start + length * share
        sheet.line((x - 2, y - 17), (x + 3, y + 17), width=3)
    return sheet


def ramp() -> Sheet:
    """A ramp, one part up and twelve along, to a floor that lies 20 cm higher."""
    sheet = Sheet(840, 300)
    foot, top = (120.0, 190.0), (696.0, 142.0)
    sheet.polygon([foot, top, (800, 142), (800, 190)], LIGHT)
    sheet.line((30, 190), foot, top, (810, 142), width=4)
    sheet.dashes(foot, (810, 190))
    sheet.arrow((755, 142), (755, 190), both=True)
    sheet.word((755, 115), "20 cm", 24)
    for x in (foot[0], top[0]):
        sheet.dashes((x, 196), (x, 245))
    sheet.arrow((120, 235), (696, 235), both=True)
    sheet.word((408, 235), "x", 28, patch=True)
    sheet.disc((330, 144), 26, WHITE)
    sheet.line((316, 70), (322, 122), (362, 119), (374, 158), width=5)
    sheet.line((300, 84), (318, 88))
    return sheet


def functional_reach() -> Sheet:
    """Fingertips at 15 cm of the wall ruler at first, at 40 cm at the farthest reach."""
    sheet = Sheet(720, 640)
    sheet.line((60, 602), (660, 602), tone=GREY, width=4)
    bodies = (
        ((230.0, 190.0), (230.0, 370.0), (230.0, 125.0), 450.0, True),
        ((320.0, 212.0), (214.0, 366.0), (362.0, 150.0), 540.0, False),
    )
    for shoulder, hip, head, finger, first in bodies:
        draw = sheet.dashes if first else sheet.line
        width = 3 if first else 6
        hand = (finger, shoulder[1])
        for start, end in ((hip, (234.0, 590.0)), (hip, shoulder), (shoulder, hand)):
            draw(start, end, width=width)
        sheet.line(hand, (finger, 114), width=2)
        sheet.disc(head, 34, LIGHT if first else WHITE)
    sheet.line((228, 592), (280, 596), width=6)
    sheet.box(380, 60, 248, 52)
    for cm in range(0, 61, 5):
        x = 396 + cm * 3.6
        sheet.line((x, 112), (x, 92 if cm % 10 == 0 else 102), width=1.5)
        if cm % 10 == 0:
            sheet.word((x, 76), str(cm), 17)
    sheet.word((656, 86), "cm", 20)
    for x, text in ((450, "1"), (540, "2")):
        sheet.word((x + 14, 160), text, 24)
    sheet.word((560, 300), "1: start", 22)
    sheet.word((574, 335), "2: farthest", 22)
    return sheet


def attenuation() -> Sheet:
    """Narrow beam, one energy: halved by every 3 mm."""
    sheet = Sheet(760, 500)
    at = plot(sheet, (90, 50, 720, 410), range(0, 13), range(0, 101, 10))
    sheet.line(*(at(x / 20, 100 * math.pow(0.5, x / 60)) for x in range(241)), width=3)
    sheet.word((405, 468), "Thickness of absorber (mm)")
    sheet.word((130, 22), "Transmission (%)")
    return sheet


def depth_dose() -> Sheet:
    """A: electrons of 9 MeV; B: X-rays of 10 MV; C: one proton beam of 150 MeV."""
    sheet = Sheet(800, 520)
    at = plot(sheet, (90, 50, 760, 430), range(0, 21, 2), range(0, 101, 20))

    def electrons(x: float) -> float:
        rise = 80 + 20 * math.sin(min(x / 2.0, 1) * math.pi / 2)
        return (rise - 1.5) / (1 + math.exp((x - 3.6) / 0.22)) + 1.5

    def x_rays(x: float) -> float:
        built = 1 - math.pow(max(0.0, 1 - x / 2.4), 2.5)
        return (20 + 80 * built) * math.exp(-0.041 * max(0.0, x - 2.4))

    def protons(x: float) -> float:
        if x > 15.5:
            return 100 * math.exp(-math.pow((x - 15.5) / 0.35, 2))
        plateau = 28 + 10 * (x / 15.5) ** 2
        return plateau + 62 * math.exp(-math.pow((x - 15.5) / 0.9, 2))

    curves = (("A", electrons, 4.6, 22), ("B", x_rays, 8, 88), ("C", protons, 11, 42))
    for name, rule, x_name, y_name in curves:
        sheet.line(*(at(i / 25, rule(i / 25)) for i in range(501)), width=3)
        sheet.word(at(x_name, y_name), name, 30, patch=True)
    sheet.word((425, 490), "Depth in water (cm)")
    sheet.word((140, 22), "Relative dose (%)")
    return sheet


def spin_echo() -> Sheet:
    """90° at 0 ms, 180° at 10 ms, echo at 20 ms, next 90° at 500 ms."""
    sheet = Sheet(840, 400)
    times = {0: 150.0, 10: 300.0, 20: 450.0, 500: 720.0}
    for y, name in ((130, "RF"), (260, "Signal"), (340, "Time (ms)")):
        sheet.word((60, y), name)
        sheet.line((120, y), (580, y))
        sheet.line((610, y), (800, y))
        for x in (580, 610):
            sheet.line((x - 6, y + 12), (x + 6, y - 12))
    for time, where in times.items():
        sheet.line((where, 334), (where, 346))
        sheet.word((where, 366), str(time), 20)
    for time, angle, height in ((0, "90°", 50), (10, "180°", 90), (500, "90°", 50)):
        sheet.box(times[time] - 11, 130 - height, 22, height, LIGHT)
        sheet.word((times[time], 112 - height), angle)
    sheet.dashes((450, 150), (450, 334), tone=GREY)
    for centre, start, end, decay in ((150, 16, 70, 26), (450, -75, 75, 30)):
        wave = [(x, 40 * math.exp(-abs(x) / decay) * math.cos(x * 0.5)) for x in range(start, end)]
        sheet.line(*((centre + x, 260 - y) for x, y in wave))
    sheet.word((510, 225), "echo", 20)
    return sheet


def landolt_ring() -> Sheet:
    """A ring of 15 mm with a gap of 3 mm to the right."""
    sheet = Sheet(600, 480)
    centre, unit = (290.0, 210.0), 64.0
    sheet.disc(centre, 2.5 * unit)
    sheet.disc(centre, 1.5 * unit, WHITE)
    corner = (centre[0] + 1.2 * unit, centre[1] - unit / 2)
    far = centre[0] + 2.6 * unit
    sheet.polygon(
        [corner, (far, corner[1]), (far, corner[1] + unit), (corner[0], corner[1] + unit)], WHITE
    )
    for y in (corner[1], corner[1] + unit):
        sheet.dashes((far - 6, y), (505, y))
    sheet.arrow((490, corner[1]), (490, corner[1] + unit), both=True)
    sheet.word((548, 210), "3 mm", 24)
    for x in (centre[0] - 2.5 * unit, centre[0] + 2.5 * unit):
        sheet.dashes((x, 215), (x, 430))
    sheet.arrow((centre[0] - 2.5 * unit, 420), (centre[0] + 2.5 * unit, 420), both=True)
    sheet.word((290, 420), "15 mm", 24, patch=True)
    return sheet


def eye(sheet: Sheet, centre: Point, gaze: Point, size: float = 1) -> None:
    """An eye seen by the examiner; the gaze shifts the iris by pixels right and down."""
    x, y = centre
    iris = (x + gaze[0], y + gaze[1])
    sheet.disc(iris, 20 * size, GREY)
    sheet.disc(iris, 9 * size)
    for up in (-1, 1):
        lid = [(x + 4 * i * size, y + up * 34 * size * (1 - (i / 15) ** 2)) for i in range(-15, 16)]
        beyond = [(x + side * 60 * size, y + up * 44 * size) for side in (1, -1)]
        sheet.polygon([*lid, *beyond], WHITE)
        sheet.line(*lid)


def cover_test() -> Sheet:
    """The left eye turns in; it moves out to fixate when the right eye is covered."""
    sheet = Sheet(720, 560)
    right, left = 260.0, 500.0
    sheet.word((right, 30), "R", 28)
    sheet.word((left, 30), "L", 28)
    for row, (title, shift) in enumerate((("1", -26), ("2", 0), ("3", -26))):
        y = 120.0 + row * 170
        sheet.word((80, y), title, 32)
        eye(sheet, (right, y), (0, 0))
        eye(sheet, (left, y), (shift, 0))
    sheet.box(right - 72, 225, 144, 130, LIGHT)
    sheet.word((right, 290), "cover", 24)
    sheet.arrow((470, 228), (535, 228), width=4)
    sheet.arrow((535, 398), (470, 398), width=4)
    sheet.word((360, 535), "1: no cover    2: right eye covered    3: cover removed", 22)
    return sheet


def visual_field() -> Sheet:
    """Both outer halves are lost; the fields are drawn as the person sees them."""
    sheet = Sheet(820, 470)
    for x, name, lost in ((215.0, "Left eye", 90), (605.0, "Right eye", -90)):
        centre = (x, 210.0)
        sheet.disc(centre, 165, WHITE)
        half = [polar(centre, 165, math.radians(lost + step)) for step in range(181)]
        sheet.polygon(half, GREY, edge=2)
        for radius in (55, 110, 165):
            ring = [polar(centre, radius, math.radians(step)) for step in range(0, 361, 3)]
            sheet.line(*ring, width=1.5)
        sheet.line((x - 165, 210), (x + 165, 210), width=1.5)
        sheet.line((x, 45), (x, 375), width=1.5)
        for radius, degrees in ((55, "30"), (110, "60"), (165, "90")):
            sheet.word((x, 210 - radius), degrees, 16, patch=True)
        sheet.word((x, 405), name, 24)
    sheet.box(335, 432, 26, 22, GREY)
    sheet.word((430, 443), "not seen", 20)
    return sheet


def nine_gazes() -> Sheet:
    """The right eye does not turn outward; every other movement is full."""
    sheet = Sheet(900, 480)
    for row, up in enumerate((-9, 0, 9)):
        for column, aside in enumerate((-22, 0, 22)):
            x, y = 155.0 + column * 295, 130.0 + row * 120
            sheet.box(x - 142, y - 55, 284, 110)
            eye(sheet, (x - 68, y), (aside if aside > 0 else (8 if aside == 0 else 2), up), 0.9)
            eye(sheet, (x + 68, y), (aside, up), 0.9)
    for x, text in ((155, "gaze to the right"), (450, "straight"), (745, "gaze to the left")):
        sheet.word((x, 50), text, 22)
    for x in (87, 382, 677):
        sheet.word((x, 22), "R", 22)
        sheet.word((x + 136, 22), "L", 22)
    sheet.word((450, 455), "seen by the examiner", 20)
    return sheet


FIGURES: dict[str, Callable[[], Sheet]] = {
    "physical_therapy/figures/knee_goniometer.png": knee_goniometer,
    "physical_therapy/figures/elbow_lever.png": elbow_lever,
    "physical_therapy/figures/one_leg_stance.png": one_leg_stance,
    "occupational_therapy/figures/line_bisection.png": line_bisection,
    "occupational_therapy/figures/ramp.png": ramp,
    "occupational_therapy/figures/functional_reach.png": functional_reach,
    "radiologic_technology/figures/attenuation.png": attenuation,
    "radiologic_technology/figures/depth_dose.png": depth_dose,
    "radiologic_technology/figures/spin_echo.png": spin_echo,
    "optometry/figures/landolt_ring.png": landolt_ring,
    "optometry/figures/cover_test.png": cover_test,
    "optometry/figures/visual_field.png": visual_field,
    "optometry/figures/nine_gazes.png": nine_gazes,
}
"""Where each figure lies, below the folder of this file."""


def main() -> None:
    """Write every figure."""
    for name, draw in FIGURES.items():
        draw().save(Path(__file__).parent / name)


if __name__ == "__main__":
    main()
