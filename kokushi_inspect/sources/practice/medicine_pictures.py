"""Drawings of the practice physician exam: a table, a phantom, a family, two fields of vision."""

import math

from kokushi_inspect.sources.practice.canvas import (
    BLACK,
    GREY,
    LIGHT,
    WHITE,
    Canvas,
    Colour,
    Point,
    rounded,
)

_GASES = (
    ("pH", "7.29", "7.35 - 7.45", ""),
    ("PaCO2", "68", "35 - 45", "Torr"),
    ("PaO2", "48", "80 - 100", "Torr"),
    ("HCO3-", "32", "22 - 26", "mEq/L"),
    ("SaO2", "78", "95 - 98", "%"),
)
"""Name, value, reference, unit. The values agree with each other (Henderson-Hasselbalch)."""

_TEMPORAL, _UPPER, _NASAL, _LOWER = 90, 60, 60, 70
"""Limits of a normal field of vision in degrees."""

_SPARED = 10
"""Radius in degrees of the centre that the defect leaves: the macula."""

_PEOPLE = (
    ((410, "male", False), (510, "female", True)),
    (
        (130, "female", False), (230, "male", True), (350, "male", True), (480, "female", True),
        (580, "male", False), (720, "female", True), (820, "male", False),
    ),
    (
        (90, "female", False), (150, "male", False), (210, "female", False), (270, "male", False),
        (470, "male", True), (530, "female", True), (590, "male", True),
        (710, "female", True), (770, "male", True), (830, "female", True),
    ),
)  # fmt: skip
"""Each generation: place across, sex, affected. Every child of an affected mother is affected, no
child of an affected father: inheritance through mothers only."""

_COUPLES = (
    (0, 410, 510, (230, 350, 480, 720)),
    (1, 130, 230, (90, 150, 210, 270)),
    (1, 480, 580, (470, 530, 590)),
    (1, 720, 820, (710, 770, 830)),
)
"""Generation, places of the two partners, places of their children."""


def blood_gas() -> Canvas:
    """Arterial blood gas values as a table."""
    canvas = Canvas(660, 400)
    canvas.text((30, 34), "Arterial blood gas, room air", 24, "lm")
    columns = (30, 190, 310, 490)
    for x, title in zip(columns, ("", "Result", "Reference", "Unit"), strict=True):
        canvas.text((x + 14, 88), title, 21, "lm", GREY)
    for row, cells in enumerate(_GASES):
        y = 138 + row * 50
        canvas.line([(30, y - 25), (630, y - 25)], LIGHT, 1)
        for x, words in zip(columns, cells, strict=True):
            canvas.text((x + 14, y), words, 24, "lm")
    canvas.box((30, 62), (630, 364))
    return canvas


def chest_xray() -> Canvas:
    """A phantom of a chest film: tension pneumothorax of the right side."""
    canvas = Canvas(640, 680, BLACK)
    torso = [(0, 1200), (-5, 250), (60, 150), (250, 130), (390, 130), (580, 150), (645, 250)]
    canvas.polygon(rounded([*torso, (640, 1200)]), _tone(125))
    canvas.polygon([(252, 170), (262, 0), (378, 0), (388, 170)], _tone(125))
    canvas.line([(320, 0), (320, 680)], _tone(140), 44)
    _spaces(canvas)
    _ribs(canvas)
    _collapsed_lung(canvas)
    _below(canvas)
    _mediastinum(canvas)
    canvas.blur(2)
    canvas.text((52, 56), "R", 36, colour=WHITE)
    return canvas


def _tone(grey: int) -> Colour:
    return (grey, grey, grey)


def _spaces(canvas: Canvas) -> None:
    """Right: wide, black, without vessels. Left: a pressed lung with its vessels."""
    right = [(300, 170), (240, 130), (150, 150), (85, 300), (60, 450), (55, 660), (350, 640)]
    canvas.polygon(rounded([*right, (375, 420), (352, 240)]), _tone(8))
    left = [(425, 160), (480, 135), (540, 190), (575, 330), (590, 580), (430, 560), (400, 300)]
    canvas.polygon(rounded(left), _tone(58))
    for end_x, end_y in ((480, 220), (528, 265), (556, 345), (566, 425), (548, 480), (510, 480)):
        bend = ((455 + end_x) / 2, (345 + end_y) / 2 + 14)
        canvas.line([(455, 345), bend, (end_x, end_y)], _tone(108), 4)


def _ribs(canvas: Canvas) -> None:
    """Ten pairs of arcs, falling outwards from the spine."""
    for i in range(10):
        top = 195 + i * 40
        reach = 175 + 75 * math.sin(min(i + 1, 7) / 7 * math.pi / 2)
        for side, start, shade in ((-1, 0, 62), (1, 5, 104)):
            arc = [
                (320 + side * reach * s / 24, top - 24 * math.sin(s / 24 * math.pi) + 46 * s / 24)
                for s in range(start, 25)
            ]
            canvas.line(arc, _tone(shade), 7)


def _collapsed_lung(canvas: Canvas) -> None:
    """What is left of the right lung, at its hilum."""
    lung = [(345, 290), (300, 270), (262, 330), (255, 420), (285, 500), (350, 480)]
    canvas.polygon(rounded(lung), _tone(112))


def _below(canvas: Canvas) -> None:
    """The abdomen under a low, flat right diaphragm and a domed left one."""
    right = [(-40, 680), (60, 622), (130, 612), (240, 602), (345, 596)]
    left = [(420, 520), (480, 490), (530, 500), (570, 540), (690, 680)]
    canvas.polygon([*right, *left], _tone(165))


def _mediastinum(canvas: Canvas) -> None:
    """Heart, great vessels and windpipe pushed to the left side; collar bones."""
    vessels = [(352, 110), (420, 120), (440, 200), (436, 300), (505, 380), (540, 520), (500, 560)]
    canvas.polygon(rounded([*vessels, (345, 620), (335, 420), (350, 250)]), _tone(195))
    windpipe = [(322, -20), (324, 60), (330, 110), (345, 155), (364, 200), (378, 245), (386, 290)]
    canvas.line(windpipe, _tone(45), 22)
    for side, inner in ((-1, 285), (1, 425)):
        outer = 352 + side * 240
        middle = (inner + outer) / 2
        bone = [(inner, 182), (middle - side * 30, 160), (middle + side * 40, 150), (outer, 158)]
        canvas.line(bone, _tone(190), 13)


def pedigree() -> Canvas:
    """Three generations of a family with a trait that only mothers hand on."""
    canvas = Canvas(890, 500)
    levels = (70, 225, 380)
    for generation, one, other, children in _COUPLES:
        y, below = levels[generation], levels[generation + 1]
        middle, branch = (one + other) / 2, (y + below) / 2
        canvas.line([(one, y), (other, y)])
        canvas.line([(middle, y), (middle, branch)])
        canvas.line([(min(*children, middle), branch), (max(*children, middle), branch)])
        for x in children:
            canvas.line([(x, branch), (x, below)])
    for name, y, people in zip(("I", "II", "III"), levels, _PEOPLE, strict=True):
        canvas.text((30, y), name, 24)
        for number, (x, sex, affected) in enumerate(people, start=1):
            _person(canvas, (x, y), sex, affected)
            canvas.text((x + 20, y + 34), str(number), 17)
    _legend(canvas)
    return canvas


def _person(canvas: Canvas, at: Point, sex: str, affected: bool) -> None:
    """A square for a male, a circle for a female; black when affected."""
    fill = BLACK if affected else WHITE
    if sex == "female":
        canvas.ellipse(at, (20, 20), fill, width=2.5)
    else:
        canvas.box((at[0] - 18, at[1] - 18), (at[0] + 18, at[1] + 18), fill, 2.5)


def _legend(canvas: Canvas) -> None:
    y = 465
    for x, sex, affected, words in (
        (90, "male", False, "male"),
        (240, "female", False, "female"),
        (420, "male", True, ""),
        (470, "female", True, "affected"),
    ):
        _person(canvas, (x, y), sex, affected)
        canvas.text((x + 32, y), words, 20, "lm")


def visual_field() -> Canvas:
    """Fields of both eyes: the left half lost in each, the centre spared."""
    canvas = Canvas(880, 530)
    for name, x, temporal in (("Left eye", 225, -1), ("Right eye", 655, 1)):
        canvas.text((x, 28), name, 24)
        _field(canvas, (x, 245), temporal)
    canvas.box((300, 484), (330, 508), WHITE)
    canvas.text((342, 496), "seen", 20, "lm")
    canvas.box((440, 484), (470, 508), BLACK)
    canvas.text((482, 496), "not seen", 20, "lm")
    return canvas


def _field(canvas: Canvas, centre: Point, temporal: int) -> None:
    """One eye; `temporal` is the side of the ear: -1 left, 1 right. Two pixels a degree."""
    cx, cy = centre
    canvas.ellipse(centre, (190, 190), LIGHT, GREY, 1)
    outline = [_limit(angle, temporal) for angle in range(0, 360, 3)]
    canvas.polygon([(cx + 2 * x, cy - 2 * y) for x, y in outline], WHITE)
    lost = [_limit(angle, temporal) for angle in range(90, 271, 3)]
    canvas.polygon([(cx + 2 * x, cy - 2 * y) for x, y in lost], BLACK)
    spared = [math.radians(angle) for angle in range(90, 271, 5)]
    radius = 2 * _SPARED
    arc = [(cx + radius * math.cos(a), cy - radius * math.sin(a)) for a in spared]
    canvas.polygon(arc, WHITE)
    if temporal == 1:
        canvas.ellipse((cx + 30, cy + 3), (6, 8), BLACK)
    for degrees in (30, 60, 90):
        canvas.ellipse(centre, (2 * degrees, 2 * degrees), None, GREY, 1)
        canvas.text((cx + 2 * degrees - 4, cy + 12), str(degrees), 15, "rm", GREY)
    canvas.line([(cx - 190, cy), (cx + 190, cy)], GREY, 1)
    canvas.line([(cx, cy - 190), (cx, cy + 190)], GREY, 1)


def _limit(angle: int, temporal: int) -> Point:
    """The edge of a normal field at an angle (0 is right, 90 is up), in degrees of vision."""
    across, up = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    width = _TEMPORAL if across * temporal > 0 else _NASAL
    return (width * across, (_UPPER if up > 0 else _LOWER) * up)
