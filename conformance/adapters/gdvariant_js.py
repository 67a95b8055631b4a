#!/usr/bin/env python3
"""Lets the npm package of this repository take part.

JavaScript's JSON does not tell 1 from 1.0, so a program in JavaScript gets the tagged form of values.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

PROGRAM = Path(__file__).resolve().parents[2] / "apps" / "js" / "test" / "tagged_lines.mjs"
# The first entry is this folder, whose values.mjs is for other adapters.
sys.path[0] = str(Path(__file__).resolve().parents[1])

from values import from_json, loads, to_json  # noqa: E402


def form(task: str, answer: Any) -> str:
    """Returns the line of an answer in the JSON form."""
    if isinstance(answer, dict) and "error" in answer:
        return json.dumps(answer)
    if task in ("decode", "verdicts"):
        return json.dumps(to_json(answer))
    if task == "open":
        return json.dumps([to_json(value) for value in answer])
    return json.dumps(answer) if task == "format" else str(answer)


def main() -> None:
    """Answers each line of standard input."""
    task, layout = sys.argv[1:]
    program = subprocess.Popen(
        ["node", str(PROGRAM), task, layout], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert program.stdin and program.stdout
    for line in sys.stdin:
        line = line.strip()
        try:
            sent = json.dumps(from_json(loads(line))) if task == "encode" else line
        except Exception as error:
            print(json.dumps({"error": str(error)}), flush=True)
            continue
        program.stdin.write(sent + "\n")
        program.stdin.flush()
        print(form(task, json.loads(program.stdout.readline())), flush=True)
    program.stdin.close()
    program.wait()


main()
