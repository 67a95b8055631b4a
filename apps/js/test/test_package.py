"""Compares random values of the Python package's tests with the program and with the npm package."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parents[1] / "python" / "tests"))

from tagged import to_tagged  # noqa: E402
from test_random import CASES, PROGRAM, Source  # noqa: E402

from values import to_json  # noqa: E402


@pytest.mark.parametrize("layout", ["godot3", "godot4", "pandemonium", "pandemonium5"])
def test_random_values_equal_those_of_the_program(layout: str) -> None:
    assert PROGRAM, "needs the program; build it with: cargo build -p gdvariant-cli"
    seed = int(os.environ.get("GDVARIANT_SEED", random.randrange(2**32)))
    print("GDVARIANT_SEED =", seed)
    source = Source(seed, layout)
    tags = [to_tagged(source.value(), layout) for _ in range(CASES)]
    lines = "\n".join(json.dumps(to_json(tag)) for tag in tags)
    command = [str(PROGRAM), "encode", "--layout", layout, "--to", "hex"]
    done = subprocess.run(command, input=lines.encode(), capture_output=True, check=True)
    cases = zip(tags, done.stdout.decode().split(), strict=True)
    lines = "\n".join(json.dumps({"tag": tag, "hex": line}) for tag, line in cases)
    command = ["node", str(FOLDER / "random.mjs"), layout]
    done = subprocess.run(command, input=lines.encode(), capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode().strip() == f"{CASES} values"


@pytest.mark.parametrize("layout", ["godot3", "godot4", "pandemonium", "pandemonium5"])
def test_agrees_with_the_engines(layout: str) -> None:
    conformance = FOLDER.parents[2] / "conformance"
    command = [sys.executable, str(conformance / "run.py"), "--layout", layout, "--"]
    command += [sys.executable, str(conformance / "adapters" / "gdvariant_js.py")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "as the engine" in done.stderr + done.stdout
