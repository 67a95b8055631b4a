"""Runs the examples of the README and of the documentation strings."""

import doctest
from pathlib import Path
from typing import Any

import gdvariant
import gdvariant._base
import gdvariant._values
import pytest

README = Path(__file__).resolve().parents[1] / "README.md"


RECIPE = README.parents[1] / "cli/recipes/audit.md"


@pytest.mark.parametrize(("page", "least"), [(README, 6), (RECIPE, 1)])
def test_examples_of_the_pages_run(page: Path, least: int) -> None:
    blocks = page.read_text(encoding="utf-8").split("```python\n")[1:]
    assert len(blocks) >= least
    scope: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block.split("```")[0], str(page), "exec"), scope)


@pytest.mark.parametrize("module", [gdvariant, gdvariant._base, gdvariant._values])
def test_examples_of_documentation_run(module: Any) -> None:
    scope = {name: getattr(gdvariant, name) for name in dir(gdvariant) if not name.startswith("_")}
    result = doctest.testmod(module, extraglobs=scope)
    assert result.attempted > 0 and result.failed == 0
