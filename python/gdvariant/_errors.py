"""The exceptions of the package."""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = [
    "AmbiguousError",
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
    "TypeChange",
    "TypeChangeWarning",
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

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.path, self.reason)


class DecodeError(_PathError):
    """Bytes that are not a value of the layout."""

    def __init__(self, message: str, offset: int = 0, path: str = "", reason: str = "") -> None:
        super().__init__(message, path, reason)
        self.offset = offset

    offset: int
    """The offset in bytes of the error in the input."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.offset, self.path, self.reason)


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

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.path)


class FrameError(Error):
    """A length prefix that is too large, or a frame that is truncated."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset

    offset: int
    """The offset in bytes of the frame in the input."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.offset)


class FileError(Error):
    """A file that cannot be unpacked, for example because the password is wrong."""


class Candidate(NamedTuple):
    """A layout and a framing that a file may have."""

    layout: str
    """The name of the layout."""

    framing: str
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
    """A file whose layout is ambiguous; state the layout, the framing and the skip of a candidate."""

    def __init__(self, message: str, candidates: list[Candidate] | None = None) -> None:
        super().__init__(message)
        self.candidates = candidates or []

    candidates: list[Candidate]
    """The layouts and framings that fit, the likeliest first."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.candidates)


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

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.line, self.column, self.reason)


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

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.changes, self.count)


class FormChangeWarning(UserWarning):
    """A file that ``dump`` replaces has what the new one lacks: more values, a header, lengths,
    compression, encryption, or other content.

    The file is replaced nevertheless. ``warnings.simplefilter("error", FormChangeWarning)`` keeps it
    and raises the warning as an exception instead.
    """
