"""Migrates a folder of saves of Godot 3 to Godot 4, and lists what each file loses.

python migrate_saves.py SAVES MIGRATED [--password PASSWORD] [--lossy]

Compressed and encrypted files are unpacked, and packed in the same way again. The originals are
only read. A file with losses is not written without --lossy, and no existing file is replaced.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import gdvariant
from gdvariant import Layout

def migrate(file: Path, source: Layout, target: Layout, password: str | None) -> tuple[bytes, list[str]]:
    """Returns the content of the new file, and a line for each loss."""
    save = gdvariant.Document(file, layout=source, password=password)
    losses = save.convert(target, lossy=True)
    if len(save) == 0:
        raise gdvariant.FileError("the file is empty")
    return save.to_bytes(), [f"{loss.path}: {loss.description}" for loss in losses]


def write(file: Path, content: bytes) -> None:
    """Writes a new file in one step: a crash never leaves a part of the file."""
    if file.exists():
        raise FileExistsError("the migrated file exists already")
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, prefix=".migrate-", delete=False) as draft:
        draft.write(content)
        draft.flush()
        os.fsync(draft.fileno())
    os.replace(draft.name, file)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("saves", type=Path, help="the folder with the saves")
    parser.add_argument("migrated", type=Path, help="the folder for the new files")
    parser.add_argument("--password", help="the password of encrypted files")
    parser.add_argument("--lossy", action="store_true", help="also write files that lose something")
    parser.add_argument("--source", default="godot3", choices=gdvariant.layouts())
    parser.add_argument("--target", default="godot4", choices=gdvariant.layouts())
    arguments = parser.parse_args()
    failures = 0
    for file in sorted(file for file in arguments.saves.rglob("*") if file.is_file()):
        name = file.relative_to(arguments.saves)
        try:
            content, losses = migrate(file, arguments.source, arguments.target, arguments.password)
            for loss in losses:
                print(f"{name}: loss: {loss}")
            if losses and not arguments.lossy:
                raise gdvariant.FileError("not written because of losses; --lossy accepts them")
            write(arguments.migrated / name, content)
            print(f"{name}: migrated")
        except (gdvariant.Error, OSError) as error:
            failures += 1
            print(f"{name}: error: {error}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
