"""Pictures of others are opened within bounds, and flattened to what every provider shows."""

from pathlib import Path

import pytest
from builders import write_picture
from PIL import Image

from kokushi_inspect.sources import picture_files
from kokushi_inspect.sources.picture_files import (
    PictureError,
    PictureTooLargeError,
    flatten,
    is_plain,
    open_picture,
)


def test_a_file_beyond_the_bound_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_picture(tmp_path / "a.png")
    monkeypatch.setattr(picture_files, "MAX_FILE", 10)
    with pytest.raises(PictureTooLargeError, match="more than 0 MB"), open_picture(file):
        pass


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_a_picture_beyond_the_bound_on_pixels_is_refused(
    mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Image.new(mode, (30, 20)).save(tmp_path / "a.png")
    monkeypatch.setattr(picture_files, "MAX_AREA", 600)
    monkeypatch.setattr(picture_files, "MAX_SEE_THROUGH", 599)
    if mode == "RGB":
        with open_picture(tmp_path / "a.png") as image:
            assert image.size == (30, 20)
        return
    with (
        pytest.raises(PictureTooLargeError, match="30×20, more than 0 million pixels"),
        open_picture(tmp_path / "a.png"),
    ):
        pass


@pytest.mark.parametrize("most", [50, 400], ids=["error", "warning"])
def test_a_decompression_bomb_is_an_error(
    most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_picture(tmp_path / "a.png", (30, 20))
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", most)
    with pytest.raises(PictureTooLargeError, match="decompression bomb"), open_picture(file):
        pass


@pytest.mark.parametrize("content", [b"%!PS-Adobe-3.0 EPSF-3.0\n", b"", b"\x89PNG\r\n\x1a\n"])
def test_what_is_no_picture_of_a_known_format_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(content)
    with pytest.raises(PictureError), open_picture(tmp_path / "a.png"):
        pass


def turned() -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = 6
    return exif


@pytest.mark.parametrize(
    ("mode", "form", "more", "plain"),
    [
        ("RGB", "PNG", {}, True),
        ("L", "JPEG", {}, True),
        ("I;16", "PNG", {}, False),
        ("CMYK", "JPEG", {}, False),
        ("RGB", "JPEG", {"exif": turned()}, False),
        ("RGB", "PNG", {"exif": turned()}, False),
        ("RGB", "PNG", {"exif": Image.Exif()}, True),
        ("L", "GIF", {"save_all": True, "append_images": [Image.new("L", (4, 2), 255)]}, False),
    ],
)
def test_which_pictures_every_provider_shows_as_they_are(
    mode: str, form: str, more: dict[str, object], plain: bool, tmp_path: Path
) -> None:
    file = tmp_path / "a"
    Image.new(mode, (4, 2)).save(file, form, **more)
    with open_picture(file) as image:
        found = is_plain(image, file)
    assert found is plain


@pytest.mark.parametrize(
    ("mode", "colour", "flat", "pixel"),
    [
        ("1", 1, "L", 255),
        ("L", 7, "L", 7),
        ("P", 0, "RGB", (0, 0, 0)),
        ("CMYK", (0, 0, 0, 0), "RGB", (255, 255, 255)),
        ("RGBA", (1, 2, 3, 255), "RGB", (1, 2, 3)),
        ("RGBA", (1, 2, 3, 4), "RGBA", (1, 2, 3, 4)),
        ("LA", (9, 0), "RGBA", (9, 9, 9, 0)),
        ("I", 200, "L", 200),
    ],
)
def test_a_picture_is_flattened_to_eight_bits(
    mode: str, colour: object, flat: str, pixel: object
) -> None:
    image = flatten(Image.new(mode, (4, 2), colour), 10)  # type: ignore[arg-type]
    assert (image.mode, image.getpixel((0, 0))) == (flat, pixel)


def test_deep_greys_keep_their_contrast() -> None:
    image = Image.new("I", (2, 1), 1_000)
    image.putpixel((1, 0), 60_000)
    flat = flatten(image, 10)
    assert [flat.getpixel((x, 0)) for x in (0, 1)] == [0, 255]


def test_a_see_through_colour_stays_see_through() -> None:
    image = Image.new("RGB", (2, 1), (1, 2, 3))
    image.info["transparency"] = (1, 2, 3)
    assert flatten(image, 10).getpixel((0, 0)) == (1, 2, 3, 0)


def test_a_large_picture_is_scaled_to_the_side_and_keeps_its_shape() -> None:
    assert flatten(Image.new("L", (40, 20)), 10).size == (10, 5)
