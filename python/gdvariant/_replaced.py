"""Warnings about files that ``dump`` replaces."""

from __future__ import annotations

import os
import warnings
from itertools import islice
from typing import TYPE_CHECKING, Any

from gdvariant._core import Values
from gdvariant._errors import Error, FormChangeWarning

if TYPE_CHECKING:
    from gdvariant._core import Framing


def warn_of_losses(
    path: str | os.PathLike[str], form: dict[str, Any], password: str | None, key: bytes | None
) -> None:
    """Warns of what the file at ``path`` has and a file with one value in this form lacks."""
    try:
        if os.stat(path).st_size == 0:
            return
    except OSError:
        return  # Writing the file reports it.
    framing: Framing = "bare"
    if form["framed"]:
        framing = "framed-big-endian" if form["big_endian"] else "framed"

    def losses(**options: Any) -> list[str]:
        skip = len(form["header"] or b"")
        values = Values(
            path, password=password, key=key, skip=skip, max_length=2**32 - 1, allow_objects=True, **options
        )
        count = sum(1 for _ in islice(values, 2))
        found = [f"{name}={value!r}" for name, value in values.form.items() if value != form[name]]
        return ["several values", *found] if count > 1 else found

    try:
        try:
            lost = losses(layout=form["layout"], framing=framing)
        except Error:
            # The bytes of a small value fit several forms, so that only other forms are detected.
            lost = losses()
    except OSError:
        return
    except Error as error:
        lost = [f"other content ({error})"]
    if lost:
        message = f"{os.fspath(path)}: the replaced file has {', '.join(lost)}, which the new one lacks"
        advice = "pass these options or write all values with `dumps_all`; if this is intended, ignore FormChangeWarning"
        warnings.warn(FormChangeWarning(f"{message}; {advice}"), stacklevel=3)
