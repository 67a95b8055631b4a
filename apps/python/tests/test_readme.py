"""Runs the examples of the README and of the documentation strings."""

import ast
import doctest
import inspect
from pathlib import Path
from typing import Any

import gdvariant
import gdvariant._base
import gdvariant._streams
import gdvariant._values
import pytest

README = Path(__file__).resolve().parents[1] / "README.md"
STUBS = Path(gdvariant.__file__).with_name("_core.pyi")


def test_examples_run() -> None:
    blocks = README.read_text(encoding="utf-8").split("```python\n")[1:]
    assert len(blocks) >= 6
    scope: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block.split("```")[0], str(README), "exec"), scope)


def test_recipe_of_msgspec_runs() -> None:
    pytest.importorskip("msgspec")
    text = README.read_text(encoding="utf-8")
    scope: dict[str, Any] = {}
    for block in text.split("```python")[1:]:
        exec(compile(block.split("```")[0].partition("\n")[2], str(README), "exec"), scope)
        if block.startswith(" msgspec"):
            return
    raise AssertionError("the README has no recipe")


def test_compiled_functions_have_the_signatures_and_docstrings_of_the_stubs() -> None:
    def parameters(stub: ast.FunctionDef) -> dict[str, str]:
        it, without = stub.args, [None] * 9
        positional = it.posonlyargs + it.args
        defaults = [*without[: len(positional) - len(it.defaults)], *it.defaults, *it.kw_defaults]
        names = [it.arg for it in positional + it.kwonlyargs]
        return {name: ast.unparse(value) if value else "" for name, value in zip(names, defaults) if name != "cls"}

    def compare(owner: Any, stubs: list[ast.stmt]) -> None:
        for stub in stubs:
            if isinstance(stub, (ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(stub):
                found = getattr(owner, stub.name)
                assert inspect.getdoc(found) == ast.get_docstring(stub)
                if isinstance(stub, ast.ClassDef):
                    compare(found, stub.body)
                    stub = next(it for it in stub.body if isinstance(it, ast.FunctionDef) and it.name == "__new__")
                if callable(found):
                    signature = inspect.signature(found).parameters.values()
                    named = [it for it in signature if it.kind is not it.VAR_POSITIONAL]
                    defaults = ["" if it.default is it.empty else repr(it.default) for it in named]
                    assert parameters(stub) == dict(zip((it.name for it in named), defaults)), stub.name

    compare(gdvariant._core, ast.parse(STUBS.read_text(encoding="utf-8")).body)
    assert ":param compression:" in (gdvariant.dumps.__doc__ or "")


@pytest.mark.parametrize("module", [gdvariant, gdvariant._base, gdvariant._streams, gdvariant._values])
def test_examples_of_documentation_run(module: Any) -> None:
    scope = {name: getattr(gdvariant, name) for name in dir(gdvariant) if not name.startswith("_")}
    result = doctest.testmod(module, extraglobs=scope)
    assert result.attempted > 0 and result.failed == 0
