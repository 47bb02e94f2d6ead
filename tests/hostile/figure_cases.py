"""Hostile figures: paths that lead elsewhere, and files that are no plain pictures."""

import base64
import io
import os
import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from hostile_case import Case, Write, read_exam
from PIL import Image
from question_file_cases import line

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, data: bytes, *, depth: int = 8, color: int = 0) -> bytes:
    """A PNG file that says it has that size; `data` is the zlib stream of its rows."""
    head = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def zeros(size: int) -> bytes:
    """A zlib stream of that many zeros, made without having them all."""
    packer, block = zlib.compressobj(9), bytes(1_000_000)
    pieces = [packer.compress(block) for _ in range(size // len(block))]
    return b"".join([*pieces, packer.compress(bytes(size % len(block))), packer.flush()])


def black(width: int, height: int) -> bytes:
    """A black grey-scale PNG of that size: a thousandth of its pixels in bytes."""
    return png(width, height, zeros((width + 1) * height))


def saved(image: Image.Image, form: str, **more: object) -> bytes:
    """The picture as a file."""
    written = io.BytesIO()
    image.save(written, form, **more)
    return written.getvalue()


def picture(make: Callable[[], bytes], name: str = "a.png") -> Write:
    """Writes a picture and a row that names it."""

    def write(folder: Path) -> None:
        (folder / name).write_bytes(make())
        (folder / "questions.jsonl").write_text(line(images=[name]), "utf-8")

    return write


def names(*images: str) -> Write:
    """A row that names figures, with a picture beside the folder that must not be read."""

    def write(folder: Path) -> None:
        beside(folder)
        shown = [image.replace("FOLDER", str(folder.parent)) for image in images]
        (folder / "questions.jsonl").write_text(line(images=shown), "utf-8")

    return write


def beside(folder: Path) -> Path:
    """A picture outside the folder of the exam."""
    place = folder.parent / "outside"
    place.mkdir(exist_ok=True)
    (place / "secret.png").write_bytes(saved(Image.new("RGB", (9, 9)), "PNG"))
    return place


def linked(source: str, target: str, name: str) -> Write:
    """A link in the folder that leads out of it, and a row that names a figure through it."""

    def write(folder: Path) -> None:
        place = beside(folder)
        (folder / source).symlink_to(place if target == "." else place / target)
        (folder / "questions.jsonl").write_text(line(images=[name]), "utf-8")

    return write


def piped(folder: Path) -> None:
    os.mkfifo(folder / "a.png")
    (folder / "questions.jsonl").write_text(line(images=["a.png"]), "utf-8")


def frames(form: str, size: tuple[int, int] = (8, 8), number: int = 3) -> bytes:
    pictures = [Image.new("RGB", size, (60 * n, 0, 0)) for n in range(number)]
    return saved(pictures[0], form, save_all=True, append_images=pictures[1:], duration=40)


def turned(form: str) -> bytes:
    """A picture of 8 × 4 whose EXIF says that it is to be turned by 90 degrees."""
    exif = Image.Exif()
    exif[0x0112] = 6
    return saved(Image.new("RGB", (8, 4), "red"), form, exif=exif)


def deep_colour() -> bytes:
    """A PNG with 16 bits a channel, three channels."""
    rows = (b"\0" + struct.pack(">HHH", 65535, 0, 0) * 6) * 4
    return png(6, 4, zlib.compress(rows), depth=16, color=2)


def text_bomb() -> bytes:
    """A PNG with a text that unpacks to 200 MB."""
    head = struct.pack(">IIBBBBB", 8, 8, 8, 0, 0, 0, 0)
    text = chunk(b"zTXt", b"Comment\0\0" + zeros(200_000_000))
    data = chunk(b"IDAT", zlib.compress(bytes(9 * 8)))
    return SIGNATURE + chunk(b"IHDR", head) + text + data + chunk(b"IEND", b"")


def endless_gif() -> bytes:
    """A GIF of 20,000 frames."""
    first = saved(Image.new("P", (8, 8)), "GIF")
    frame = first[first.index(b",") : -1]
    return first[:-1] + frame * 20_000 + b";"


def noise(side: int) -> Image.Image:
    return Image.effect_noise((side, side), 200)


def webp_header(width: int, height: int) -> bytes:
    """A WebP file that says it is an animation of that size, and has no frames."""
    size = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
    body = b"VP8X" + struct.pack("<I", 10) + b"\x02\0\0\0" + size
    body += b"ANIM" + struct.pack("<I", 6) + bytes(6)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def gif_header(width: int, height: int) -> bytes:
    """A GIF that says it has that size, with one frame of one pixel."""
    pixel = saved(Image.new("P", (1, 1)), "GIF")
    return pixel[:6] + struct.pack("<HH", width, height) + pixel[10:]


def jpeg_header(width: int, height: int) -> bytes:
    """A JPEG whose header says that size."""
    content = saved(Image.new("RGB", (8, 8)), "JPEG")
    at = content.index(b"\xff\xc0") + 5
    return content[:at] + struct.pack(">HH", height, width) + content[at + 4 :]


EPS = (
    b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n%%EndComments\n"
    b"(/tmp/pwned) (w) file closefile\nshowpage\n%%EOF\n"
)
SVG = (
    b'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><text>&x;</text></svg>'
)
_OUTSIDE = "outside the folder"
_NO_IMAGE = "is no readable image"
_LARGE = "is too large"

PATHS = (
    Case("climbing path", names("../outside/secret.png"), _OUTSIDE),
    Case("climbing path to a system file", names("../" * 40 + "etc/passwd"), _OUTSIDE),
    Case("climbing in the middle", names("x/../../outside/secret.png"), "outside|missing"),
    Case("absolute path", names("FOLDER/outside/secret.png"), _OUTSIDE),
    Case("absolute path of a system file", names("/etc/passwd"), _OUTSIDE),
    Case("device", names("/dev/zero"), "missing"),
    Case("process table", names("/proc/self/environ"), "outside|missing"),
    Case("backslashes", names("..\\outside\\secret.png"), "missing"),
    Case("drive letter", names("C:\\Windows\\win.ini"), "missing"),
    Case("network path", names("\\\\server\\share\\a.png"), "missing"),
    Case("home folder", names("~/.ssh/id_rsa"), "missing"),
    Case("variable", names("$HOME/.netrc"), "missing"),
    Case("web address", names("https://example.org/a.png"), "missing"),
    Case("file address", names("file:///etc/passwd"), "missing"),
    Case("data address of text", names("data:text/html;base64,PHNjcmlwdD4="), "missing"),
    Case(
        "data address of a picture",
        names("data:image/png;base64," + base64.b64encode(black(8, 8)).decode()),
        "missing",
    ),
    Case("name of a million characters", names("a" * 1_000_000 + ".png"), "missing"),
    Case("name with a zero character", names("a.png\0.txt"), "missing"),
    Case("name with terminal codes", names("\x1b[2Ja.png"), r"missing"),
    Case("empty name", names(""), "missing"),
    Case("the folder itself", names("."), "missing"),
    Case("100,000 names", names(*["a.png"] * 100_000), "more than 100 entries"),
    Case("linked picture", linked("a.png", "secret.png", "a.png"), _OUTSIDE),
    Case("linked folder", linked("images", ".", "secret.png"), _OUTSIDE),
    Case("linked folder with a path", linked("x", ".", "x/secret.png"), _OUTSIDE),
    Case("pipe for a picture", piped, "missing"),
)

FORMATS = (
    Case("svg", picture(lambda: SVG, "a.svg"), _NO_IMAGE),
    Case("svg called png", picture(lambda: SVG), _NO_IMAGE),
    Case("html called png", picture(lambda: b"<html><script>alert(1)</script>"), _NO_IMAGE),
    Case("PostScript called png", picture(lambda: EPS), _NO_IMAGE),
    Case("nothing called png", picture(lambda: b""), _NO_IMAGE),
    Case("beginning of a png", picture(lambda: black(99, 99)[:40]), _NO_IMAGE),
    Case("half of a png", picture(lambda: saved(noise(60), "PNG")[:1500]), _NO_IMAGE),
    Case("half of a jpeg", picture(lambda: saved(noise(60), "JPEG")[:1200], "a.jpg"), _NO_IMAGE),
    Case("pdf called png", picture(lambda: b"%PDF-1.4\n1 0 obj\n"), _NO_IMAGE),
    Case("icon called png", picture(lambda: saved(Image.new("RGB", (16, 16)), "ICO")), _NO_IMAGE),
    Case("ppm called png", picture(lambda: b"P6 2 2 255\n" + bytes(12)), _NO_IMAGE),
    Case(
        "jpeg called png",
        picture(lambda: saved(Image.new("RGB", (8, 4), "red"), "JPEG")),
        "PNG RGB 8 bits 8x4",
        handled=True,
    ),
    Case("animated gif", picture(lambda: frames("GIF"), "a.gif"), "PNG .* frames=1", True),
    Case("animated png", picture(lambda: frames("PNG")), "PNG .* frames=1", True),
    Case("animated webp", picture(lambda: frames("WEBP"), "a.webp"), "PNG .* frames=1", True),
    Case("gif of 20,000 frames", picture(endless_gif, "a.gif"), "PNG .* frames=1", True),
    Case("turned jpeg", picture(lambda: turned("JPEG"), "a.jpg"), "4x8 .*turned=False", True),
    Case("turned webp", picture(lambda: turned("WEBP"), "a.webp"), "4x8 .*turned=False", True),
    Case("turned png", picture(lambda: turned("PNG")), "4x8 .*turned=False", True),
    Case(
        "four inks",
        picture(lambda: saved(Image.new("CMYK", (8, 4), (0, 255, 255, 0)), "JPEG"), "a.jpg"),
        r"PNG RGB 8 bits 8x4 .*corner=\(25[0-5], [0-5], [0-5]\)",
        handled=True,
    ),
    Case(
        "16 bits of grey",
        picture(lambda: saved(Image.new("I;16", (8, 4), 40_000), "PNG")),
        "PNG (L|RGB) 8 bits 8x4",
        handled=True,
    ),
    Case("16 bits of colour", picture(deep_colour), r"PNG RGB 8 bits 6x4 .*\(255, 0, 0\)", True),
)

_BOMBS = (
    Case("100 million pixels in the header", picture(lambda: png(10_000, 10_000, b"x")), _LARGE),
    Case("100 million black pixels", picture(lambda: black(10_000, 10_000)), _LARGE),
    Case("10^18 pixels in the header", picture(lambda: png(10**9, 10**9, b"x")), _LARGE),
    Case("no pixels", picture(lambda: png(0, 0, b"x")), _NO_IMAGE),
    Case("a line of a million pixels", picture(lambda: black(1_000_000, 1)), "PNG", True),
    Case("36 million black pixels", picture(lambda: black(6_000, 6_000)), "6000x6000", True),
    Case("36 million wide pixels", picture(lambda: black(12_000, 3_000)), "8000x", True),
    Case("packed text of 200 MB", picture(text_bomb), f"{_NO_IMAGE}|{_LARGE}"),
    Case(
        "webp of 268 million pixels",
        picture(lambda: webp_header(16_383, 16_383), "a.webp"),
        f"{_NO_IMAGE}|{_LARGE}",
    ),
    Case(
        "gif of 4 thousand million pixels",
        picture(lambda: gif_header(65_535, 65_535), "a.gif"),
        f"{_NO_IMAGE}|{_LARGE}",
    ),
    Case(
        "jpeg of 4 thousand million pixels",
        picture(lambda: jpeg_header(65_500, 65_500), "a.jpg"),
        f"{_NO_IMAGE}|{_LARGE}",
    ),
    Case(
        "jpeg of 100 million pixels",
        picture(lambda: jpeg_header(10_000, 10_000), "a.jpg"),
        f"{_NO_IMAGE}|{_LARGE}",
    ),
    Case(
        "tiff of 100 million pixels",
        picture(lambda: saved(Image.new("1", (10_000, 10_000)), "TIFF", compression="group4")),
        _LARGE,
    ),
    Case(
        "36 million deep pixels",
        picture(lambda: png(6_000, 6_000, zeros(12_001 * 6_000), depth=16)),
        "PNG L 8 bits",
        handled=True,
    ),
    Case(
        "20 million see-through pixels",
        picture(lambda: png(10_000, 2_000, zeros(40_001 * 2_000), color=6)),
        "PNG RGBA 8 bits",
        handled=True,
    ),
    Case(
        "a photograph of 12 million noisy pixels",
        picture(lambda: saved(Image.effect_noise((4_000, 3_000), 99), "JPEG"), "a.jpg"),
        "PNG",
        handled=True,
    ),
    Case(
        "twenty figures of 6 million pixels",
        lambda folder: _twenty(folder),
        "PNG",
        handled=True,
        read=lambda folder: read_exam(folder)[-500:],
    ),
)


def _twenty(folder: Path) -> None:
    """The same large picture under many names: one after another, never all at once."""
    content = black(3_000, 2_000)
    for number in range(20):
        (folder / f"{number}.png").write_bytes(content)
    images = [f"{number}.png" for number in range(20)]
    (folder / "questions.jsonl").write_text(line(images=images), "utf-8")


BOMBS = tuple(replace(case, heavy=True) for case in _BOMBS)

CASES = (*PATHS, *FORMATS, *BOMBS)
