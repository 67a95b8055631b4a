"""Runs the conformance suite: vectors, verdicts, texts and files of real engines."""

import subprocess
import sys

import pytest
from tagged import CONFORMANCE


@pytest.mark.parametrize("layout", ["godot3", "godot4", "pandemonium", "pandemonium5"])
def test_agrees_with_the_engines(layout: str) -> None:
    command = [sys.executable, str(CONFORMANCE / "run.py"), "--layout", layout, "--"]
    command += [sys.executable, str(CONFORMANCE / "adapters" / "gdvariant_python.py")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "as the engine" in done.stderr + done.stdout
