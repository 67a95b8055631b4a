#!/usr/bin/env python3
"""Installs every implementation that has an adapter, runs it, and writes its report.

    reproduce.py [NAME...]    only the adapters with these names
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import run


def main(names: list[str]) -> None:
    """Writes a report for each manifest."""
    os.chdir(run.FOLDER)
    for manifest in sorted(Path("adapters").glob("*.json")):
        if names and manifest.stem not in names:
            continue
        if manifest.stem == "gdvariant" and "GDVARIANT" not in os.environ:
            subprocess.run(["cargo", "build", "--quiet", "-p", "gdvariant-cli"], check=True)
            target = os.environ.get("CARGO_TARGET_DIR", run.FOLDER.parent / "target")
            os.environ["GDVARIANT"] = str(Path(target).resolve() / "debug" / "gdvariant")
        print(f"== {manifest.stem}", file=sys.stderr)
        run.main([str(manifest), "--install", "--timeout", "2", "--report", f"reports/{manifest.stem}.md"])


if __name__ == "__main__":
    main(sys.argv[1:])
