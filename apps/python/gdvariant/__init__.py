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
from typing import IO, Any, Unpack

from gdvariant import _core
from gdvariant._base import PackedArray as _PackedArray
from gdvariant._base import Struct as _Struct
from gdvariant._core import (
    Document,
    FrameDecoder,
    Values,
    audit,
    detect,
    dumps,
    from_json,
    layouts,
    loads,
    str_to_var,
    to_json,
    unpack,
    var_to_str,
)
from gdvariant._core import __version__ as __version__
from gdvariant._core import inspect as inspect
from gdvariant._errors import *
from gdvariant._options import *
from gdvariant._options import DecodeOptions as _DecodeOptions
from gdvariant._options import EncodeOptions as _EncodeOptions
from gdvariant._streams import *
from gdvariant._types import *
from gdvariant._types import Callable as Callable
from gdvariant._values import *

# `open`, `inspect` and `Callable` are not in the list, because `import *` would replace the builtin, the
# module and the class of typing. The list repeats the names of the modules, because mypy does not
# understand `__all__ += _types.__all__`; a test compares them.
__all__ = [
    "AABB",
    "AmbiguousError",
    "Audit",
    "Basis",
    "Bytes",
    "Candidate",
    "Class",
    "Color",
    "Compression",
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
    "Framing",
    "Layout",
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
    "layouts",
    "load",
    "loads",
    "pack",
    "str_to_var",
    "to_json",
    "unpack",
    "var_to_str",
]

open = Values


def __dir__() -> list[str]:
    return sorted([*__all__, "Callable", "__doc__", "__version__", "inspect", "open"])


def load(file: str | _os.PathLike[str] | IO[bytes], **options: Unpack[_DecodeOptions]) -> Any:
    """Decodes the whole content of a binary file, or of the file at a path, as one value.

    The options are those of :func:`loads`: ``layout``, ``lenient``, ``allow_objects``, ``exact``. To read
    a file whose engine, framing or compression is unknown, use :func:`open`.

    :raises DecodeError: if the content is not a value of the layout.
    """
    if isinstance(file, (str, _os.PathLike)):
        with _builtins.open(file, "rb") as opened:
            data = opened.read()
    else:
        data = file.read()
    return loads(data, **options)


def dump(value: Any, file: str | _os.PathLike[str] | IO[bytes], **options: Unpack[_EncodeOptions]) -> None:
    """Encodes a value into a binary file or the file at a path.

    The options are those of :func:`dumps`: ``layout``, ``framed``, ``big_endian``, ``header``,
    ``compression``, ``password``, ``key``, ``target``, ``fallback``, ``default``. To change a save, use
    :class:`Document`, which keeps everything else in the file.

    A file at a path is replaced once the new file is complete. It keeps its mode, its owner and its
    extended attributes, with a warning if one cannot be kept, and a link to it stays a link.

    If the old file has values of other types, this is a ``TypeChangeWarning``. If it has what the new
    one lacks, such as more values, a header or encryption, this is a ``FormChangeWarning``. Both come
    before the file is replaced.

    :raises EncodeError: if the layout cannot represent the value.
    :raises OSError: if the file cannot be written; the old one remains.
    """
    data = dumps(value, **options)
    if not isinstance(file, (str, _os.PathLike)):
        file.write(data)
        return
    framing: Framing = "framed-big-endian" if options.get("big_endian") else "framed"
    _core.replace_file(
        file,
        data,
        layout=options.get("layout", "godot4"),
        framing=framing if options.get("framed") else "bare",
        password=options.get("password"),
        key=options.get("key"),
        skip=len(bytes(options.get("header") or b"")),
    )


def dumps_all(values: Iterable[Any], /, **options: Unpack[_EncodeOptions]) -> bytes:
    """Encodes the values of a file, which follow each other, with the options of :func:`dumps`.

    :param values: The values in order.
    :param framed: Prefix the length of each value, as ``store_var`` does: the default here.

    >>> list(open(dumps_all(["Ada", [1, 2]], compression="zstd")))
    ['Ada', [1, 2]]
    """
    one_value = (dict, str, bytes, bytearray, memoryview, _Struct, Pairs, _PackedArray, _array)
    if isinstance(values, one_value):
        raise TypeError("expected the values of a file, such as a list; `dumps` encodes one value")
    header, compression = options.pop("header", None), options.pop("compression", None)
    password, key = options.pop("password", None), options.pop("key", None)
    options.setdefault("framed", True)
    return _core.pack(
        b"".join(dumps(value, **options) for value in values),
        layout=options.get("layout"),
        header=header,
        compression=compression,
        password=password,
        key=key,
    )


def pack(
    content: Bytes,
    *,
    layout: Layout = "godot4",
    compression: Compression | None = None,
    password: str | None = None,
    key: Bytes | None = None,
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
