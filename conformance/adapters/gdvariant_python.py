#!/usr/bin/env python3
"""Lets the Python package of this repository take part."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "apps" / "python"
# The first entry is this folder, whose gdvariant.py is another adapter.
sys.path[0] = str(FOLDER / "tests")

import gdvariant  # noqa: E402
from tagged import from_tagged, to_tagged  # noqa: E402
from values import from_json, loads, to_json  # noqa: E402


def answer(task: str, layout: str, line: str) -> Any:
    """Answers a line of input."""

    def form(value: Any) -> Any:
        return to_json(to_tagged(value, layout))

    if task == "decode":
        return form(gdvariant.loads(bytes.fromhex(line), layout=layout, allow_objects=True))
    if task == "verdicts":
        return form(gdvariant.loads(bytes.fromhex(line), layout=layout, lenient=True))
    if task == "encode":
        return gdvariant.dumps(from_tagged(from_json(loads(line)), layout), layout=layout).hex()
    if task == "format":
        return gdvariant.var_to_str(gdvariant.loads(bytes.fromhex(line), layout=layout), layout=layout)
    if task == "parse":
        return gdvariant.dumps(gdvariant.str_to_var(json.loads(line), layout=layout), layout=layout).hex()
    file = json.loads(line)
    key = bytes.fromhex(file["key"]) if "key" in file else None
    values = gdvariant.open(file["path"], layout=layout, password=file.get("password"), key=key)
    return [form(value) for value in values]


def main() -> None:
    """Answers each line of standard input."""
    task, layout = sys.argv[1:]
    for line in sys.stdin:
        try:
            result = answer(task, layout, line.strip())
        except Exception as error:
            result = {"error": f"{type(error).__name__}: {error}"}
        is_hex = task in ("encode", "parse") and isinstance(result, str)
        print(result if is_hex else json.dumps(result), flush=True)


main()
