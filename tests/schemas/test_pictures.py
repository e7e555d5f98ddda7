"""Pictures and shapes of a look: what is shown, and that a stranger's ruleset reaches no other file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.view.look import Look
from yupana.schemas import pictures
from yupana.schemas.pictures import Picture
from yupana.tests.schemas.small_pictures import JPEG, PNG, WEBP, jpeg, png, webp

GAME = """\
ruleset: {name: fair, title: Fair, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
kinds: {Ware: {start: stall, entries: {wool: {count: 2}, salt: {}}}}
zones: {stall: {of: Ware}}
actions: {take: {parameters: {w: {in: stall}}, effects: move w out}}
flow: [{turns: turn, until: size(stall) == 0}]
"""


def fair(folder: Path, look: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(GAME + f"look: {{{look}}}\n", encoding="utf-8")
    return folder


def told(path: Path | str) -> list[tuple[str, str, int]]:
    return [(each.code, each.message, each.span.line) for each in compile_ruleset(path).diagnostics]


def test_a_picture_is_read_from_the_folder_of_the_ruleset(tmp_path: Path) -> None:
    folder = fair(
        tmp_path / "fair", "pictures: {wool: pictures/wool.png, red: red.JPG, Ware: ware.webp}, shapes: {red: figure}"
    )
    (folder / "pictures").mkdir()
    (folder / "pictures" / "wool.png").write_bytes(PNG)
    (folder / "red.JPG").write_bytes(JPEG)
    assert [message for _, message, _ in told(folder)] == [
        "unknown entity `Ware`",
        "there is no file `ware.webp` in the ruleset's folder",
    ]
    fair(folder, "pictures: {wool: pictures/wool.png, red: red.JPG, salt: salt.webp}")
    (folder / "salt.webp").write_bytes(WEBP)
    assert told(folder) == []
    found = Look(compile_ruleset(folder)).pictures
    assert found == {
        "wool": Picture("image/png", PNG), "red": Picture("image/jpeg", JPEG), "salt": Picture("image/webp", WEBP),
    }  # fmt: skip
    assert found["salt"].url.startswith("data:image/webp;base64,UklGR")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("wool.svg", "is not a picture that can be shown"),
        ("wool", "is not a picture that can be shown"),
        ("nosuch.png", "there is no file"),
        ("folder.png", "there is no file"),
        ("../secret.png", "lies outside of the ruleset's folder"),
        ("a/../../secret.png", "lies outside of the ruleset's folder"),
        ("/SECRET", "lies outside of the ruleset's folder"),
        ("link.png", "lies outside of the ruleset's folder"),
        ("through/secret.png", "lies outside of the ruleset's folder"),
        ("a\\\\b.png", "lies outside of the ruleset's folder"),
        ("page.png", "does not hold what its ending says"),
        ("other.png", "does not hold what its ending says"),
        ("large.png", "is larger than"),
    ],
)
def test_what_is_no_picture_of_the_ruleset_is_told_with_its_place(tmp_path: Path, name: str, message: str) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(PNG)
    folder = fair(tmp_path / "fair", f'pictures: {{wool: "{name.replace("/SECRET", secret.as_posix())}"}}')
    (folder / "wool.svg").write_text("<svg onload='alert(1)'/>")
    (folder / "page.png").write_text("<script>alert(1)</script>")
    (folder / "other.png").write_bytes(JPEG)
    (folder / "large.png").write_bytes(PNG + b"\0" * pictures.LARGEST)
    (folder / "folder.png").mkdir()
    os.symlink(secret, folder / "link.png")
    os.symlink(tmp_path, folder / "through")
    [(code, said, line)] = told(folder)
    assert (code, line) == ("YUP268", 7)
    assert message in said
    assert Look(compile_ruleset(folder)).pictures == {}


def test_a_file_that_never_ends_is_not_read(tmp_path: Path) -> None:
    folder = fair(tmp_path / "fair", "pictures: {wool: pipe.png}")
    os.mkfifo(folder / "pipe.png")
    assert [code for code, _, _ in told(folder)] == ["YUP268"]


def test_pictures_have_a_size_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yupana.schemas.pictures.MOST", 2 * len(PNG))
    folder = fair(tmp_path / "fair", "pictures: {wool: a.png, salt: b.png, red: c.png, blue: d.png}")
    for name in "abcd":
        (folder / f"{name}.png").write_bytes(PNG)
    assert [code for code, _, _ in told(folder)] == ["YUP268"]
    assert list(Look(compile_ruleset(folder)).pictures) == ["wool", "salt"]


def test_pictures_have_a_number_of_pixels_together(tmp_path: Path) -> None:
    """A file of two kilobytes may stand for sixteen million, and two thousand such take an hour to print."""
    folder = fair(tmp_path / "fair", "pictures: {wool: a.png, salt: a.png, red: a.png, blue: b.png}")
    for name, high in (("a.png", 4_000), ("b.png", 100)):
        (folder / name).write_bytes(png(4_000, high))
    assert told(folder) == []
    named = ", ".join(f"w{number}: a.png" for number in range(8))
    wares = "entries: {" + ", ".join(f"w{number}: {{}}" for number in range(8)) + ", wool"
    (folder / "game.yaml").write_text(
        GAME.replace("entries: {wool", wares) + f"look: {{pictures: {{{named}, salt: b.png}}}}\n", encoding="utf-8"
    )
    assert told(folder) == [("YUP268", "the pictures are larger than 128,000,000 pixels together", 7)]


def test_a_file_that_is_called_almost_so_is_named(tmp_path: Path) -> None:
    folder = fair(tmp_path / "fair", "pictures: {wool: Wool.png}")
    (folder / "wool.png").write_bytes(PNG)
    diagnostics = compile_ruleset(folder).diagnostics
    if not diagnostics:
        pytest.skip("this system does not tell capitals apart")
    assert diagnostics[0].hint == "did you mean `wool.png`?"


def test_a_variant_names_pictures_of_the_folder_of_its_base(tmp_path: Path) -> None:
    folder = fair(tmp_path / "fair", "pictures: {wool: wool.png}")
    (folder / "wool.png").write_bytes(PNG)
    (folder / "salt.png").write_bytes(PNG)
    (folder / "variants").mkdir()
    (folder / "variants" / "salty.yaml").write_text(
        "ruleset: {name: salty, title: Salty, language: 4, extends: fair}\nlook: {pictures: {salt: salt.png}}\n"
    )
    compiled = compile_ruleset(f"{folder}+salty")
    assert compiled.diagnostics == []
    assert list(Look(compiled).pictures) == ["wool", "salt"]


def test_a_ruleset_that_is_one_file_names_pictures_beside_it(tmp_path: Path) -> None:
    (tmp_path / "wool.png").write_bytes(PNG)
    file = tmp_path / "fair.yaml"
    file.write_text(GAME + "look: {pictures: {wool: wool.png, salt: ../x.png}}\n")
    assert [message for _, message, _ in told(file)] == ["`../x.png` lies outside of the ruleset's folder"]


@pytest.mark.parametrize(
    ("look", "code"),
    [
        ("shapes: {red: figure, wool: cube, Ware: tile, Player: disc}", None),
        ("shapes: {wool: ball}", "YUP2"),
        ("shapes: {wol: cube}", "YUP405"),
        ("pictures: {wol: wool.png}", "YUP405"),
    ],
)
def test_shapes_are_those_that_there_are_and_of_what_there_is(tmp_path: Path, look: str, code: str | None) -> None:
    folder = fair(tmp_path / "fair", look)
    (folder / "wool.png").write_bytes(PNG)
    found = [each for each, _, _ in told(folder)]
    assert len(found) == (code is not None)
    assert all(each.startswith(str(code)) for each in found)


HUGE = {"a.png": png(30_000, 30_000), "a.jpg": jpeg(30_000, 30_000), "a.webp": webp(30_000, 30_000)}


@pytest.mark.parametrize("name", HUGE)
def test_a_picture_of_a_thousand_million_pixels_is_told_before_it_is_decoded(name: str, tmp_path: Path) -> None:
    """By what its head says: a file of a few bytes may stand for gigabytes."""
    folder = fair(tmp_path / "fair", f"pictures: {{wool: {name}}}")
    (folder / name).write_bytes(HUGE[name])
    ((code, message, _),) = told(folder)
    assert (code, "30,000 by 30,000 pixels" in message) == ("YUP268", True)


DAMAGED = {
    "an end is missing.png": png(1, 1, end=False), "an end is missing.jpg": jpeg(1, 1, end=False),
    "an end is missing.webp": webp(1, 1, end=False), "cut off.png": PNG[:-30], "cut off.jpg": JPEG[:12],
    "cut off.webp": WEBP[:20], "nothing.png": PNG[:8], "nothing.jpg": JPEG[:3], "nothing.webp": WEBP[:12],
    "a part is another.png": PNG.replace(b"IDAT", b"IDAU"), "no size.png": png(0, 5), "no size.jpg": jpeg(0, 5),
    "noise.png": PNG[:8] + bytes(range(200)), "noise.jpg": JPEG[:4] + bytes(range(200)),
    "noise.webp": WEBP[:12] + bytes(range(200)),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_picture_is_told_where_it_is_named(name: str, tmp_path: Path) -> None:
    folder = fair(tmp_path / "fair", f"pictures: {{wool: {name}}}")
    (folder / name).write_bytes(DAMAGED[name])
    assert told(folder) == [("YUP268", f"`{name}` is damaged, or an end of it is missing", 7)]
