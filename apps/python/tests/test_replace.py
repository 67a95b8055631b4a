"""Files that ``dump`` replaces."""

import builtins
import inspect
import os
import stat
import sys
import typing
from functools import partial
from pathlib import Path
from typing import Any

import gdvariant as gd
import gdvariant._errors
import gdvariant._options
import gdvariant._streams
import gdvariant._types
import gdvariant._values
import pytest

unix = pytest.mark.skipif(sys.platform == "win32", reason="modes and links of Unix")


@unix
def test_dump_keeps_the_mode_and_links(tmp_path: Path) -> None:
    save, link = tmp_path / "save.dat", tmp_path / "link.dat"
    gd.dump({"gold": 1}, save)
    save.chmod(0o640)
    link.symlink_to(save)
    gd.dump({"gold": 2}, link)
    assert link.is_symlink() and gd.load(save) == {"gold": 2}
    assert stat.S_IMODE(save.stat().st_mode) == 0o640
    if os.getuid() == 0:
        os.chown(save, 1234, 1234)
        gd.dump({"gold": 3}, link)
        assert (save.stat().st_uid, save.stat().st_gid) == (1234, 1234)
    assert sorted(tmp_path.iterdir()) == [link, save]


@unix
def test_dump_warns_of_what_it_cannot_keep(tmp_path: Path) -> None:
    save = tmp_path / "save.dat"
    gd.dump(1, save)
    os.link(save, tmp_path / "other.dat")
    with pytest.warns(UserWarning, match="hard link") as caught:
        gd.dump(2, save)
    assert caught[0].filename == __file__
    assert gd.load(tmp_path / "other.dat") == 1


@unix
def test_dump_leaves_the_file_if_it_fails(tmp_path: Path) -> None:
    save = tmp_path / "save.dat"
    gd.dump(1, save)
    with pytest.raises(gd.EncodeError):
        gd.dump({1}, save)
    assert gd.load(save) == 1 and list(tmp_path.iterdir()) == [save]
    with pytest.raises(IsADirectoryError) as folder:
        gd.dump(1, tmp_path)
    assert folder.value.filename == str(tmp_path)
    with pytest.raises(FileNotFoundError, match="folder does not exist"):
        gd.dump(1, tmp_path / "missing" / "save.dat")
    (tmp_path / "broken").symlink_to(tmp_path / "nowhere")
    with pytest.raises(FileNotFoundError, match="target of this link"):
        gd.dump(1, tmp_path / "broken")


def test_load_and_dump_take_the_options_of_strings(tmp_path: Path) -> None:
    def options(function: object) -> dict[str, Any]:
        parameters = inspect.signature(function).parameters.values()  # type: ignore[arg-type]
        return {it.name: it.default for it in parameters if it.kind is it.KEYWORD_ONLY and it.name[0] != "_"}

    save = tmp_path / "save.dat"
    gd.dump(7, save, **options(gd.dumps))
    assert gd.load(save, **options(gd.loads)) == 7
    assert gd.dumps_all([7], **options(gd.dumps)) == gd.dumps(7)
    functions: list[Any] = [partial(gd.dump, 7, save), partial(gd.load, save), partial(gd.dumps_all, [7])]
    for function in functions:
        with pytest.raises(TypeError, match="unknown"):
            function(unknown=1)


def test_names_are_exported() -> None:
    scope: dict[str, object] = {}
    exec("from gdvariant import *", scope)
    assert "Vector2" in scope and "DecodeError" in scope
    standard = {*dir(builtins), *typing.__all__, *sys.stdlib_module_names}
    assert not standard & set(gd.__all__)
    assert {"Callable", "Layout", "inspect", "open"} <= set(dir(gd)) and "Any" not in dir(gd)
    for module in (gdvariant._errors, gdvariant._options, gdvariant._streams, gdvariant._types, gdvariant._values):
        assert set(module.__all__) <= set(dir(gd))
    functions = {name for name, it in vars(gd).items() if inspect.isfunction(it) or inspect.isbuiltin(it)}
    own = {name for name in functions if getattr(gd, name).__module__.startswith("gdvariant")}
    assert own - {"__dir__"} <= set(dir(gd)) and gd.open is gd.Values
    assert gd.__version__.count(".") == 2
