"""The exceptions of the package, and the results of functions that are not values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from gdvariant._options import Framing
    from gdvariant._types import Layout

Severity: TypeAlias = Literal["note", "warning", "error"]
"""The severity of a finding of an audit."""

__all__ = [
    "AmbiguousError",
    "Audit",
    "Candidate",
    "ConvertError",
    "DecodeError",
    "EncodeError",
    "Error",
    "FileError",
    "FormChangeWarning",
    "FrameError",
    "Loss",
    "ParseError",
    "PathError",
    "Row",
    "Severity",
    "TypeChange",
    "TypeChangeWarning",
    "Unpacked",
]


class Error(ValueError):
    """The base class of all exceptions of this package."""


class _PathError(Error):
    def __init__(self, message: str, path: str = "", reason: str = "") -> None:
        super().__init__(message)
        self.path = path
        self.reason = reason

    path: str
    """The path of the value, such as ``players[3].position``; empty for the whole value."""

    reason: str
    """What was expected and what was found."""


class DecodeError(_PathError):
    """Bytes that are not a value of the layout."""

    def __init__(self, message: str, offset: int = 0, path: str = "", reason: str = "") -> None:
        super().__init__(message, path, reason)
        self.offset = offset

    offset: int
    """The offset in bytes of the error in the input."""


class EncodeError(_PathError):
    """A value that the layout cannot represent."""


class ConvertError(_PathError):
    """A value that cannot be converted to the layout of another engine without loss."""


class PathError(Error):
    """A path of a :class:`Document` that is invalid, that does not exist, or whose value cannot be
    changed."""

    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(message)
        self.path = path

    path: str
    """The path that was passed."""


class FrameError(Error):
    """A length prefix that is too large, or a frame that is truncated."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset

    offset: int
    """The offset in bytes of the frame in the input."""


class FileError(Error):
    """A file that cannot be unpacked, for example because the password is wrong."""


class Candidate(NamedTuple):
    """A layout and a framing that a file may have."""

    layout: Layout
    """The name of the layout."""

    framing: Framing
    """The name of the framing, as in :func:`open`."""

    skip: int
    """The length in bytes of a header before the values; usually 0."""

    rank: int
    """The rank from 1; candidates that explain the file equally well share a rank."""

    confidence: int
    """The estimated probability in percent."""

    fits: bool
    """Whether all examined bytes are values of the layout."""

    reasons: list[str]
    """The reasons, the most important first."""


class AmbiguousError(Error):
    """A file whose layout is ambiguous; pass the options of a candidate."""

    def __init__(self, message: str, candidates: list[Candidate] | None = None) -> None:
        super().__init__(message)
        self.candidates = candidates or []

    candidates: list[Candidate]
    """The layouts and framings that fit, the likeliest first."""


class ParseError(Error):
    """A text that is not a value."""

    def __init__(self, message: str, line: int = 0, column: int = 0, reason: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.reason = reason

    line: int
    """The line of the error, from 1."""

    column: int
    """The column of the error, in characters from 1."""

    reason: str
    """What was expected and what was found."""


class Loss(NamedTuple):
    """A loss in a conversion."""

    path: str
    """The path of the value."""

    description: str
    """What was lost."""


class TypeChange(NamedTuple):
    """A value whose type is not that of the original."""

    path: str
    """The path of the value."""

    old: str
    """The type in the original, such as ``"Vector2"`` or ``"Array[int]"``."""

    new: str
    """The type now."""

    is_key: bool = False
    """Whether the type of the key at the end of the path changed, instead of its value."""


class TypeChangeWarning(UserWarning):
    """Values whose types are not those of the original, such as a list that was a Vector2.

    The change is made nevertheless. ``warnings.simplefilter("error", TypeChangeWarning)`` raises the
    warning as an exception instead, without the change.
    """

    def __init__(self, message: str, changes: list[TypeChange] | None = None, count: int = 0) -> None:
        super().__init__(message)
        self.changes = changes or []
        self.count = count

    changes: list[TypeChange]
    """The first changes, at most 10."""

    count: int
    """The number of all changes."""


class FormChangeWarning(UserWarning):
    """A file that ``dump`` replaces has what the new one lacks: more values, a header, lengths,
    compression, encryption, or other content.

    The file is replaced nevertheless. ``warnings.simplefilter("error", FormChangeWarning)`` keeps it
    and raises the warning as an exception instead.
    """


class Unpacked(NamedTuple):
    """The content of a file without compression and encryption."""

    content: bytes
    """The content, which can be anything."""

    layers: list[str]
    """What was removed, such as ``"an encrypted file of Godot 4"``, outermost first."""


class Audit(NamedTuple):
    """What to check before a game loads a file."""

    rows: list[dict[str, Any]]
    """The findings, as ``gdvariant audit --json`` prints them: ``file`` (of a path), ``line``, ``column``
    and ``value`` if the file has them, ``offset``, ``path``, ``severity``, ``id`` and ``message``."""

    values: int
    """The number of values; a text is one value."""

    not_examined: str | None
    """The reason why the file, or the rest of it, is not examined."""

    highest: Severity | None
    """The highest severity of all findings, also of those that are omitted; ``"error"`` if the file is
    not examined."""

    omitted: int
    """The number of findings that are not in ``rows``."""


class Row(NamedTuple):
    """Bytes with one meaning."""

    offset: int
    """The offset in bytes."""

    length: int
    """The number of bytes."""

    role: str
    """``"header"``, ``"field"`` or ``"padding"``."""

    path: str
    """The path of the value."""

    type: str
    """The name of the value's type in the engine."""

    field: str
    """The name of the field."""

    meaning: str
    """The meaning of the bytes."""
