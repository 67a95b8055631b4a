"""Converts reStructuredText pages with docutils, and fails at the first warning.

    python docutils_check.py docs/en/godot3.rst ...
"""

import os
import sys

from docutils.core import publish_file

WARNING = 2

pages = sys.argv[1:]
for page in pages:
    publish_file(
        source_path=page,
        destination_path=os.devnull,
        writer="html5",
        settings_overrides={"halt_level": WARNING},
    )
print(f"{len(pages)} pages")
sys.exit(not pages)
