import json
import os
from pathlib import Path

import pytest
from builders import write_picture
from PIL import Image, ImageFile

from kokushi_inspect.exam import Figure, KokushiError, Place
from kokushi_inspect.sources import figures
from kokushi_inspect.sources.figures import FigureShelf, cache_folder

PLACE = Place("questions.jsonl", 1, "images")


def load(file: Path, shelf: FigureShelf | None = None) -> Figure:
    return (shelf or FigureShelf())(file.name, file.parent, PLACE)


def spoil_pixels(file: Path) -> None:
    """Break the picture behind its header, with the size and the time that it had."""
    stat = file.stat()
    content = bytearray(file.read_bytes())
    content[60:-20] = bytes(len(content) - 80)
    file.write_bytes(content)
    os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def noise(file: Path, side: int) -> Path:
    """A picture that no format makes small."""
    Image.effect_noise((side, side), 200).save(file)
    return file


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files whose pixels were decoded, in order."""
    names: list[str] = []
    original = ImageFile.ImageFile.load

    def load_and_tell(image: ImageFile.ImageFile) -> object:
        names.append(Path(os.fsdecode(image.filename)).name)
        return original(image)

    monkeypatch.setattr(ImageFile.ImageFile, "load", load_and_tell)
    return names


@pytest.mark.parametrize(
    ("name", "form"),
    [("a.png", "PNG"), ("a.jpg", "JPEG"), ("a.JPEG", "JPEG"), ("a.webp", "WEBP"), ("a.gif", "GIF")],
)
def test_a_figure_that_providers_take_is_sent_as_it_is(
    tmp_path: Path, name: str, form: str
) -> None:
    file = write_picture(tmp_path / name, (8, 6), form)
    assert load(file) == Figure(str(file), str(file), 8, 6)


def test_a_broken_header_is_found(tmp_path: Path) -> None:
    file = write_picture(tmp_path / "a.png")
    file.write_bytes(b"\x89PNG\r\n" + file.read_bytes()[10:])
    with pytest.raises(KokushiError, match="expected a PNG, JPEG, WebP or GIF file"):
        load(file)


def test_pixels_that_cannot_be_decoded_are_found(tmp_path: Path) -> None:
    file = noise(tmp_path / "a.png", 40)
    spoil_pixels(file)
    with pytest.raises(KokushiError, match=r"row 1, field 'images': the figure 'a\.png' is no"):
        load(file)


def test_a_file_that_ends_early_is_found(tmp_path: Path) -> None:
    file = noise(tmp_path / "a.png", 40)
    file.write_bytes(file.read_bytes()[:-200])
    with pytest.raises(KokushiError, match="is no readable image"):
        load(file)


def test_a_picture_too_large_to_be_decoded_safely_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 10)
    with pytest.raises(KokushiError, match="is too large"):
        load(write_picture(tmp_path / "a.png"))


def test_a_file_is_decoded_once_in_a_run(tmp_path: Path, decoded: list[str]) -> None:
    file = write_picture(tmp_path / "a.png")
    shelf = FigureShelf()
    load(file, shelf)
    load(file, shelf)
    assert decoded == ["a.png"]


def test_a_file_that_was_checked_is_not_decoded_in_the_next_run(
    tmp_path: Path, decoded: list[str]
) -> None:
    file = write_picture(tmp_path / "a.png")
    shelf = FigureShelf()
    load(file, shelf)
    shelf.save()
    load(file, FigureShelf())
    assert decoded == ["a.png"]


def test_without_saving_the_next_run_decodes_again(tmp_path: Path, decoded: list[str]) -> None:
    file = write_picture(tmp_path / "a.png")
    load(file)
    load(file)
    assert decoded == ["a.png", "a.png"]


def test_a_file_of_another_time_is_decoded_again(tmp_path: Path) -> None:
    file = noise(tmp_path / "a.png", 40)
    shelf = FigureShelf()
    load(file, shelf)
    spoil_pixels(file)
    assert load(file, shelf).width == 40
    os.utime(file, (1, 1))
    with pytest.raises(KokushiError):
        load(file, shelf)


def test_a_file_of_another_size_is_decoded_again(tmp_path: Path) -> None:
    file = noise(tmp_path / "a.png", 40)
    shelf = FigureShelf()
    load(file, shelf)
    stat = file.stat()
    file.write_bytes(file.read_bytes()[:-200])
    os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    with pytest.raises(KokushiError):
        load(file, shelf)


@pytest.mark.parametrize("content", ["{", "[]", ""])
def test_a_damaged_record_of_checked_files_only_costs_a_check(
    tmp_path: Path, decoded: list[str], content: str
) -> None:
    cache_folder().mkdir(parents=True)
    (cache_folder() / "checked_figures.json").write_text(content)
    load(write_picture(tmp_path / "a.png"))
    assert decoded == ["a.png"]


@pytest.mark.parametrize("entry", [5, None, {}, [], ["a", "b"], [1, 2, 3, 4]])
def test_a_damaged_entry_of_a_checked_file_only_costs_a_check(
    tmp_path: Path, decoded: list[str], entry: object
) -> None:
    file = write_picture(tmp_path / "a.png")
    cache_folder().mkdir(parents=True)
    (cache_folder() / "checked_figures.json").write_text(json.dumps({str(file): entry}))
    assert load(file).width == 8
    assert decoded == ["a.png"]


def test_sides_of_a_checked_file_that_are_no_numbers_are_read_again(tmp_path: Path) -> None:
    file = write_picture(tmp_path / "a.png")
    stat = file.stat()
    cache_folder().mkdir(parents=True)
    record = {str(file): [stat.st_size, stat.st_mtime_ns, "8", None]}
    (cache_folder() / "checked_figures.json").write_text(json.dumps(record))
    assert load(file).width == 8


def test_a_checked_file_is_scaled_when_the_next_run_wants_it_smaller(tmp_path: Path) -> None:
    file = noise(tmp_path / "a.png", 40)
    shelf = FigureShelf()
    assert load(file, shelf).path == str(file)
    shelf.save()
    smaller = load(file, FigureShelf(20))
    assert (smaller.width, smaller.path != str(file)) == (20, True)
    assert load(file, FigureShelf()).width == 40


def test_a_cache_folder_that_cannot_be_written_is_no_error(tmp_path: Path, cache_dir: Path) -> None:
    cache_dir.write_text("a file where the folder should be")
    shelf = FigureShelf()
    assert load(write_picture(tmp_path / "a.png"), shelf).width == 8
    shelf.save()
    assert cache_dir.is_file()


def test_the_cache_folder_is_the_one_that_the_environment_names(cache_dir: Path) -> None:
    assert cache_folder() == cache_dir


def test_without_the_environment_the_cache_is_the_users_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("KOKUSHI_CACHE_DIR")
    assert cache_folder().name == "kokushi-inspect"


@pytest.mark.parametrize(
    ("size", "sent"), [((100, 50), (32, 16)), ((50, 100), (16, 32)), ((33, 33), (32, 32))]
)
def test_a_figure_above_the_limit_is_scaled_to_it_with_its_proportions(
    tmp_path: Path, size: tuple[int, int], sent: tuple[int, int]
) -> None:
    figure = load(write_picture(tmp_path / "big.jpg", size, "JPEG"), FigureShelf(max_pixels=32))
    assert (figure.width, figure.height) == sent
    with Image.open(figure.path) as image:
        assert image.size == sent


def test_a_figure_of_just_the_limit_is_not_scaled(tmp_path: Path) -> None:
    file = write_picture(tmp_path / "a.png", (32, 20))
    assert load(file, FigureShelf(max_pixels=32)).path == str(file)


def test_a_scaled_figure_says_what_was_done(tmp_path: Path) -> None:
    file = write_picture(tmp_path / "big.png", (100, 50))
    figure = load(file, FigureShelf(max_pixels=32))
    assert figure.note == "big.png: 100×50 sent as PNG 32×16"
    assert figure.original == str(file)


def test_a_scaled_figure_lies_in_the_cache_and_is_made_once(
    tmp_path: Path, cache_dir: Path
) -> None:
    file = write_picture(tmp_path / "big.png", (100, 50))
    first = load(file, FigureShelf(max_pixels=32))
    made = Path(first.path).stat().st_mtime_ns
    assert load(file, FigureShelf(max_pixels=32)) == first
    assert Path(first.path).is_relative_to(cache_dir)
    assert Path(first.path).stat().st_mtime_ns == made
    assert len(list((cache_dir / "figures").iterdir())) == 1


def test_each_limit_has_its_own_scaled_figure(tmp_path: Path) -> None:
    file = write_picture(tmp_path / "big.png", (100, 50))
    small = load(file, FigureShelf(max_pixels=32))
    middle = load(file, FigureShelf(max_pixels=64))
    assert small.path != middle.path
    assert (small.width, middle.width) == (32, 64)


def test_another_picture_under_the_same_name_is_scaled_anew(tmp_path: Path) -> None:
    file = write_picture(tmp_path / "big.png", (100, 50))
    first = load(file, FigureShelf(max_pixels=32))
    write_picture(file, (100, 100))
    assert load(file, FigureShelf(max_pixels=32)).height == 32
    assert first.height == 16


@pytest.mark.parametrize(
    ("name", "form"),
    [("a.jpg", "PNG"), ("a.png", "JPEG"), ("a.webp", "GIF"), ("a", "PNG"), ("a.bmp", "BMP")],
)
def test_a_figure_whose_name_tells_the_wrong_media_type_is_sent_as_png(
    tmp_path: Path, name: str, form: str
) -> None:
    figure = load(write_picture(tmp_path / name, (8, 6), form))
    with Image.open(figure.path) as image:
        assert image.format == "PNG"
    assert Path(figure.path).suffix == ".png"
    assert (figure.width, figure.height) == (8, 6)
    assert figure.note == f"{name}: 8×6 sent as PNG 8×6"


def test_a_figure_of_too_many_bytes_is_made_smaller_until_it_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "MAX_BYTES", 4_000)
    file = noise(tmp_path / "a.png", 100)
    assert file.stat().st_size > 4_000
    figure = load(file)
    assert Path(figure.path).stat().st_size <= 4_000
    assert 16 < figure.width == figure.height < 100


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16", "CMYK"])
def test_every_mode_of_picture_can_be_scaled(tmp_path: Path, mode: str) -> None:
    form = "TIFF" if mode == "CMYK" else "PNG"
    file = tmp_path / "a.png"
    Image.new(mode, (100, 50)).save(file, format=form)
    assert load(file, FigureShelf(max_pixels=32)).width == 32


def test_a_transparent_figure_stays_transparent_when_scaled(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    Image.new("RGBA", (100, 50), (255, 0, 0, 0)).save(file)
    with Image.open(load(file, FigureShelf(max_pixels=32)).path) as image:
        assert image.mode == "RGBA"


def test_an_opaque_figure_carries_no_transparency_when_scaled(tmp_path: Path) -> None:
    file = write_picture(tmp_path / "a.png", (100, 50))
    with Image.open(load(file, FigureShelf(max_pixels=32)).path) as image:
        assert image.mode == "RGB"


def test_a_figure_given_as_bytes_is_kept_and_sent_with_the_right_media_type(
    tmp_path: Path, cache_dir: Path
) -> None:
    content = write_picture(tmp_path / "a.png").read_bytes()
    figure = FigureShelf().from_bytes(content, "embedded", PLACE)
    assert Path(figure.path).is_relative_to(cache_dir)
    assert Path(figure.path).suffix == ".png"
    assert (figure.width, figure.height) == (8, 6)


def test_bytes_that_are_no_picture_are_refused_by_the_name_of_the_row() -> None:
    with pytest.raises(KokushiError, match="the figure 'embedded' is no readable image"):
        FigureShelf().from_bytes(b"no picture", "embedded", PLACE)
