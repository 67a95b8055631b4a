"""Encodes and decodes the binary values of Godot 4, Godot 3 and Pandemonium.

>>> import gdvariant
>>> from gdvariant import Vector2
>>> packet = gdvariant.dumps({"name": "Ada", "position": Vector2(1.5, 2)})
>>> gdvariant.loads(packet)
{'name': 'Ada', 'position': Vector2(x=1.5, y=2.0)}
"""

from __future__ import annotations

import builtins as _builtins
import os as _os
from array import array as _array
from collections.abc import Iterable
from typing import IO, TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from gdvariant import _core
from gdvariant._base import PackedArray as _PackedArray
from gdvariant._base import Struct as _Struct
from gdvariant._core import Document as Document
from gdvariant._core import FrameDecoder as FrameDecoder
from gdvariant._core import Values as Values
from gdvariant._core import __version__ as __version__
from gdvariant._core import dumps as dumps
from gdvariant._core import from_json as from_json
from gdvariant._core import layouts as layouts
from gdvariant._core import loads as loads
from gdvariant._core import str_to_var as str_to_var
from gdvariant._core import to_json as to_json
from gdvariant._core import var_to_str as var_to_str
from gdvariant._errors import *
from gdvariant._streams import *
from gdvariant._types import *
from gdvariant._values import *

if TYPE_CHECKING:
    from collections.abc import Callable as _Function

    from gdvariant._core import Compression, Framing

    _Default: TypeAlias = _Function[[Any], Any]

# `open` is not in the list, because `import *` would replace the builtin. The list repeats the names of
# the modules, because mypy does not understand `__all__ += _types.__all__`; a test compares them.
__all__ = [
    "AABB",
    "AmbiguousError",
    "Audit",
    "Basis",
    "Bytes",
    "Callable",
    "Candidate",
    "Class",
    "Color",
    "ConvertError",
    "DecodeError",
    "Document",
    "ElementType",
    "EncodeError",
    "Error",
    "FileError",
    "FormChangeWarning",
    "FrameDecoder",
    "FrameError",
    "FrameReader",
    "Loss",
    "NodePath",
    "Object",
    "ObjectId",
    "PackedColorArray",
    "PackedFloat32Array",
    "PackedFloat64Array",
    "PackedInt32Array",
    "PackedInt64Array",
    "PackedStringArray",
    "PackedTypedArray",
    "PackedVector2Array",
    "PackedVector3Array",
    "PackedVector4Array",
    "Pairs",
    "ParseError",
    "PathError",
    "Plane",
    "PoolColorArray",
    "PoolIntArray",
    "PoolRealArray",
    "PoolStringArray",
    "PoolVector2Array",
    "PoolVector2iArray",
    "PoolVector3Array",
    "PoolVector3iArray",
    "PoolVector4Array",
    "PoolVector4iArray",
    "Projection",
    "Quat",
    "Quaternion",
    "RID",
    "Rect2",
    "Rect2i",
    "Row",
    "Script",
    "Severity",
    "Signal",
    "StringName",
    "Transform",
    "Transform2D",
    "Transform3D",
    "TypeChange",
    "TypeChangeWarning",
    "TypedArray",
    "TypedDictionary",
    "Unpacked",
    "Values",
    "Vector2",
    "Vector2i",
    "Vector3",
    "Vector3i",
    "Vector4",
    "Vector4i",
    "audit",
    "detect",
    "dump",
    "dumps",
    "dumps_all",
    "from_json",
    "inspect",
    "layouts",
    "load",
    "loads",
    "pack",
    "str_to_var",
    "to_json",
    "unpack",
    "var_to_str",
]

Bytes: TypeAlias = bytes | bytearray | memoryview
"""The input of functions."""

Severity: TypeAlias = Literal["note", "warning", "error"]
"""The severity of a finding of an audit."""


def load(
    file: str | _os.PathLike[str] | IO[bytes],
    *,
    layout: str = "godot4",
    lenient: bool = False,
    allow_objects: bool = False,
) -> Any:
    """Decodes the whole content of a binary file, or of the file at a path, as one value, with the
    options of :func:`loads`.

    To read a file whose engine, framing or compression is unknown, use :func:`open`.
    """
    if isinstance(file, (str, _os.PathLike)):
        with _builtins.open(file, "rb") as opened:
            data = opened.read()
    else:
        data = file.read()
    return loads(data, layout=layout, lenient=lenient, allow_objects=allow_objects)


def dump(
    value: Any,
    file: str | _os.PathLike[str] | IO[bytes],
    *,
    layout: str = "godot4",
    framed: bool = False,
    big_endian: bool = False,
    header: bytes | None = None,
    compression: Compression | None = None,
    password: str | None = None,
    key: bytes | None = None,
    target: str | None = None,
    fallback: bool = False,
    default: _Default | None = None,
) -> None:
    """Encodes a value into a binary file or the file at a path, with the options of :func:`dumps`.

    To change a save, use :class:`Document`, which keeps everything else in the file.

    A file at a path is replaced once the new file is complete. It keeps its mode, its owner and its
    extended attributes, with a warning if one cannot be kept, and a link to it stays a link.

    If the old file has values of other types, this is a ``TypeChangeWarning``. If it has what the new
    one lacks, such as more values, a header or encryption, this is a ``FormChangeWarning``. Both come
    before the file is replaced.
    """
    data = dumps(
        value,
        layout=layout,
        framed=framed,
        big_endian=big_endian,
        header=header,
        compression=compression,
        password=password,
        key=key,
        target=target,
        fallback=fallback,
        default=default,
    )
    if not isinstance(file, (str, _os.PathLike)):
        file.write(data)
        return
    framing: Framing = "framed-big-endian" if big_endian else "framed"
    _core.replace_file(
        file,
        data,
        layout=layout,
        framing=framing if framed else "bare",
        password=password,
        key=key,
        skip=len(header or b""),
    )


def dumps_all(
    values: Iterable[Any],
    /,
    *,
    layout: str = "godot4",
    framed: bool = True,
    big_endian: bool = False,
    header: bytes | None = None,
    compression: Compression | None = None,
    password: str | None = None,
    key: bytes | None = None,
    target: str | None = None,
    fallback: bool = False,
    default: _Default | None = None,
) -> bytes:
    """Encodes the values of a file, which follow each other, with the options of :func:`dumps`.

    :param values: The values in order.
    :param framed: Prefix the length of each value, as ``store_var`` does: the default here.

    >>> list(open(dumps_all(["Ada", [1, 2]], compression="zstd")))
    ['Ada', [1, 2]]
    """
    one_value = (dict, str, bytes, bytearray, memoryview, _Struct, Pairs, _PackedArray, _array)
    if isinstance(values, one_value):
        raise TypeError("expected the values of a file, such as a list; `dumps` encodes one value")
    encoded = [
        dumps(
            value,
            layout=layout,
            framed=framed,
            big_endian=big_endian,
            target=target,
            fallback=fallback,
            default=default,
        )
        for value in values
    ]
    return _core.pack(
        b"".join(encoded),
        layout=layout,
        header=header,
        compression=compression,
        password=password,
        key=key,
    )


def open(
    source: str | _os.PathLike[str] | bytes | IO[bytes],
    *,
    layout: str | None = None,
    framing: Framing | None = None,
    password: str | None = None,
    key: bytes | None = None,
    skip: int = 0,
    max_length: int | None = None,
    lenient: bool = False,
    allow_objects: bool = False,
) -> Values:
    """Opens a file of any engine, and returns an iterator over its values.

    The file is unpacked if it is compressed or encrypted, and its engine and framing are detected.

    :param source: A path, bytes, or a binary file.
    :param layout: The layout, if it is known; :func:`layouts` lists the names.
    :param framing: ``"bare"``, ``"framed"``, ``"framed-big-endian"`` or ``"concatenated"``, if known.
    :param password: The password of a file of ``open_encrypted_with_pass``.
    :param key: The 32 bytes of a file of ``open_encrypted``.
    :param skip: The length in bytes of a header that a game writes before the values.
    :param max_length: The maximum length of a value in bytes, 64 MiB by default.
    :param lenient: Accept what the engine accepts, such as trailing bytes.
    :param allow_objects: Accept objects with their properties.
    :raises FileError: if the file cannot be unpacked.
    :raises AmbiguousError: if the layout is ambiguous; its ``candidates`` fit the file.

    >>> frames = dumps("Ada", framed=True) + dumps([1, 2], framed=True)
    >>> list(open(frames))
    ['Ada', [1, 2]]
    """
    return Values(
        source,
        layout=layout,
        framing=framing,
        password=password,
        key=key,
        skip=skip,
        max_length=max_length,
        lenient=lenient,
        allow_objects=allow_objects,
    )


class Unpacked(NamedTuple):
    """The content of a file without compression and encryption."""

    content: bytes
    """The content, which can be anything."""

    wrappers: list[str]
    """What was removed, such as ``"an encrypted file of Godot 4"``, outermost first."""


def unpack(
    source: str | _os.PathLike[str] | bytes | IO[bytes],
    *,
    password: str | None = None,
    key: bytes | None = None,
    skip: int = 0,
) -> Unpacked:
    """Removes all compression and encryption of a file, and returns its content, whatever it is.

    A file that is neither compressed nor encrypted is its own content.

    :param source: A path, bytes, or a binary file.
    :param password: The password of a file of ``open_encrypted_with_pass``.
    :param key: The 32 bytes of a file of ``open_encrypted``.
    :param skip: The length in bytes of a header of the content, which is removed as well.
    :raises FileError: if the file cannot be unpacked.

    >>> save = pack(b'{"gold": 30}', password="secret")
    >>> unpack(save, password="secret")
    Unpacked(content=b'{"gold": 30}', wrappers=['an encrypted file of Godot 4'])
    """
    return Unpacked(*_core.unpack(source, password=password, key=key, skip=skip))


def pack(
    content: Bytes,
    *,
    layout: str = "godot4",
    compression: Compression | None = None,
    password: str | None = None,
    key: bytes | None = None,
) -> bytes:
    """Compresses and encrypts any content, and returns the bytes of the file.

    :param content: The content.
    :param layout: The engine that decrypts the file.
    :param compression: The compression, as in :func:`dumps`.
    :param password: The password of the file.
    :param key: The 32 bytes of the key of the file.

    >>> save = pack(b'{"gold": 30}', compression="zstd", password="secret")
    >>> unpack(save, password="secret").content
    b'{"gold": 30}'
    """
    if compression is None and password is None and key is None:
        raise ValueError("expected compression, password or key")
    return _core.pack(content, layout=layout, compression=compression, password=password, key=key)


def detect(data: Bytes, *, password: str | None = None, key: bytes | None = None) -> list[Candidate]:
    """Ranks the layouts and framings that a file may have, the likeliest first.

    >>> best = detect(dumps({"name": "Ada", "health": 7}, framed=True))[0]
    >>> best.layout, best.framing
    ('godot4', 'framed')
    """
    return _core.detect(data, password=password, key=key)


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


def audit(
    source: str | _os.PathLike[str] | bytes | IO[bytes],
    *,
    layout: str | None = None,
    framing: Framing | None = None,
    password: str | None = None,
    key: bytes | None = None,
    skip: int = 0,
    max_size: int | None = None,
    max_rows: int | None = None,
    ignore: Iterable[str] = (),
) -> Audit:
    """Reports what to check before a game loads a file: objects and scripts, paths of files, and bytes
    that engines reject or alter.

    Invalid bytes are findings, and a file that cannot be examined, such as an image or a script, is
    not an exception: check ``not_examined``.

    :param source: A path, bytes, or a binary file.
    :param layout: The layout; detected by default.
    :param framing: The framing of values; detected by default.
    :param password: The password of a file of ``open_encrypted_with_pass``.
    :param key: The 32 bytes of a file of ``open_encrypted``.
    :param skip: The number of bytes before the first value.
    :param max_size: The maximum length of the file and of its content in bytes, 256 MiB by default.
    :param max_rows: The number of rows of each rule to keep, 100 by default.
    :param ignore: The ids of rules whose findings are omitted, such as ``"nan"``.
    :raises TypeError: if ``ignore`` is one string.
    :raises OSError: if the file at a path cannot be opened.
    :raises ValueError: if an option is invalid.

    >>> found = audit(dumps(["user://mod.gd"]))
    >>> found.highest, found.rows[0]["id"], found.rows[0]["path"]
    ('warning', 'user-path', '[0]')
    >>> audit(b"extends Node").not_examined
    'a script (GDScript), not values'
    """
    if isinstance(ignore, str):
        raise TypeError(f"ignore: expected rule ids, found a string; pass [{ignore!r}]")
    found = Audit(
        *_core.audit(
            source,
            layout=layout,
            framing=framing,
            password=password,
            key=key,
            skip=skip,
            max_size=max_size,
            max_rows=max_rows,
            ignore=list(ignore),
        )
    )
    if isinstance(source, (str, _os.PathLike)):
        file = _os.fspath(source)
        return found._replace(rows=[{"file": file, **row} for row in found.rows])
    return found


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


def inspect(
    data: Bytes,
    *,
    layout: str = "godot4",
    lenient: bool = False,
    allow_objects: bool = False,
) -> tuple[list[Row], DecodeError | None]:
    """Explains every byte of a value.

    Returns the rows up to the end or to the first error, and the error or None.

    >>> rows, error = inspect(dumps(7))
    >>> for row in rows: print(row.offset, row.length, row.field, row.meaning)
    0 4 header int
    4 4 value 7
    """
    rows, error = _core.inspect(data, layout=layout, lenient=lenient, allow_objects=allow_objects)
    return [Row(*row) for row in rows], error
