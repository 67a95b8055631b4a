"""The compiled part of the package."""

from collections.abc import Callable, Iterable
from os import PathLike
from typing import Any, Self, TypeVar, final

from gdvariant._errors import Audit, Candidate, DecodeError, Loss, Row, Unpacked
from gdvariant._options import Bytes, Compression, Framing, Source
from gdvariant._types import Layout

_T = TypeVar("_T")

__version__: str

def loads(
    data: Bytes,
    /,
    *,
    layout: Layout = "godot4",
    lenient: bool = False,
    allow_objects: bool = False,
    exact: bool = True,
) -> Any:
    """Decodes one value, like the engine's ``bytes_to_var``.

    :param data: The bytes of the value.
    :param layout: The layout of the bytes; ``layouts`` lists the names.
    :param lenient: Accept what the engine accepts, such as trailing bytes.
    :param allow_objects: Accept objects with their properties, and decode them as data.
    :param exact: Return values that :func:`dumps` encodes as they were. With False, values have Python's
        own types, for packages such as pyarrow and polars: the types of ``to_json(plain=True)``. A
        vector or a color is a tuple of numbers, and another value with fields a dict of them. An array
        is a list, a StringName or a NodePath a ``str``. Bytes remain ``bytes``, and a Dictionary with
        other keys a ``dict``, or a list of pairs if no ``dict`` can have the keys.
    :raises DecodeError: if the bytes are not a value of the layout.
    """

def dumps(
    value: Any,
    /,
    *,
    layout: Layout = "godot4",
    framed: bool = False,
    big_endian: bool = False,
    header: Bytes | None = None,
    compression: Compression | None = None,
    password: str | None = None,
    key: Bytes | None = None,
    target: str | None = None,
    fallback: bool = False,
    default: Callable[[Any], Any] | None = None,
) -> bytes:
    """Encodes a value, like the engine's ``var_to_bytes``.

    A dataclass is a Dictionary of its fields, a member of an ``Enum`` is its value, and a scalar of
    another package, such as NumPy, is a bool, an int or a float if this keeps its value.

    :param value: The value.
    :param layout: The layout of the bytes; ``layouts`` lists the names.
    :param framed: Prefix the length, as ``store_var`` and ``put_var`` do.
    :param big_endian: Use a big-endian length.
    :param header: The bytes that the game writes before the values, such as a version. They are
        compressed as well, unless the compression is a ``"plain-"`` or ``"size"`` one, and encrypted.
    :param compression: ``"fastlz"``, ``"deflate"``, ``"zstd"`` or ``"gzip"``, as in
        ``open_compressed``; ``"plain-zstd"`` and so on, as ``PackedByteArray.compress`` does, and
        ``"size32-zstd"`` or ``"size64-zstd"`` with the size of the content before it.
    :param password: The password of ``open_encrypted_with_pass``.
    :param key: The 32 bytes of the key of ``open_encrypted``.
    :param target: The oldest version of the engine that decodes the bytes, such as ``"4.3"``.
    :param fallback: Replace values that the target lacks by older types; otherwise they are an
        error.
    :param default: A function that returns the value to encode for an object of another class, as
        in ``json.dumps``. Its exceptions are raised with the path of the object as a note.
        A value nested more than 16 levels deep can be encoded in two attempts, which both call it.
    :raises EncodeError: if the layout cannot represent the value.
    """

def unpack(
    source: Source,
    *,
    password: str | None = None,
    key: Bytes | None = None,
    skip: int = 0,
    max_content: int | None = None,
) -> Unpacked:
    """Removes all compression and encryption of a file, and returns its content, whatever it is.

    A file that is neither compressed nor encrypted is its own content.

    :param source: A path, bytes, or a binary file.
    :param password: The password of a file of ``open_encrypted_with_pass``.
    :param key: The 32 bytes of a file of ``open_encrypted``.
    :param skip: The length in bytes of a header of the content, which is removed as well.
    :param max_content: The maximum length of the content in bytes, 256 MiB by default.
    :raises FileError: if the file cannot be unpacked.

    >>> save = pack(b'{"gold": 30}', password="secret")
    >>> unpack(save, password="secret")
    Unpacked(content=b'{"gold": 30}', layers=['an encrypted file of Godot 4'])
    """

def pack(
    content: Bytes,
    /,
    *,
    layout: Layout | None = None,
    header: Bytes | None = None,
    compression: Compression | None = None,
    password: str | None = None,
    key: Bytes | None = None,
) -> bytes: ...

def audit(
    source: Source,
    *,
    layout: Layout | None = None,
    framing: Framing | None = None,
    password: str | None = None,
    key: Bytes | None = None,
    skip: int = 0,
    max_content: int | None = None,
    max_rows: int | None = None,
    ignore: Iterable[str] | None = None,
) -> Audit:
    """Reports what to check before a game loads a file: objects and scripts, paths of files, and bytes
    that engines reject or alter.

    Invalid bytes are findings, and a file that cannot be examined, such as an image or a script, is
    not an exception: check ``not_examined``.

    Further options are those of :func:`open`.

    :param max_content: The maximum length of the file and of its content in bytes, 256 MiB by default.
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

def detect(
    source: Source,
    *,
    password: str | None = None,
    key: Bytes | None = None,
    max_content: int | None = None,
) -> list[Candidate]:
    """Ranks the layouts and framings that a file may have, the likeliest first.

    The options are those of :func:`open`.

    >>> best = detect(dumps({"name": "Ada", "health": 7}, framed=True))[0]
    >>> best.layout, best.framing
    ('godot4', 'framed')
    """

def inspect(
    data: Bytes,
    *,
    layout: Layout = "godot4",
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

def layouts() -> list[Layout]:
    """Returns the names of the layouts, the layout with the most users first."""

def var_to_str(value: Any, /, *, layout: Layout = "godot4", exact: bool = False) -> str:
    """Formats a value like the engine's ``var_to_str``.

    :param exact: Format floats with all digits if the engine would round them.
    :raises EncodeError: if the layout cannot represent the value.
    """

def str_to_var(text: str, /, *, layout: Layout = "godot4", exact: bool = True) -> Any:
    """Parses a string of ``var_to_str``.

    :param exact: With False, return the types of Python, as in :func:`loads`.
    :raises ParseError: if the string is not a value.
    """

def to_json(
    value: Any,
    /,
    *,
    layout: Layout = "godot4",
    plain: bool = False,
    indent: int | None = None,
    default: Callable[[Any], Any] | None = None,
) -> str:
    """Formats a value as JSON, as ``gdvariant decode --to json`` prints it.

    Types that JSON lacks have their name, such as ``{"Vector2": [1.0, 2.0]}``, so that
    :func:`from_json` returns the same value.

    :param value: The value.
    :param layout: The layout whose names of types are used; ``layouts`` lists the names.
    :param plain: Omit the names of types, for other programs: vectors are arrays, a StringName is a
        string, a float that is not finite is null, and a Dictionary with a key that is not a string
        is an array of pairs. ``json.loads`` parses this form.
    :param indent: The number of spaces of each level; otherwise the JSON has one line.
    :param default: A function that returns the value for an object of another class, as in ``dumps``.
    :raises EncodeError: if the layout cannot represent the value.
    """

def from_json(text: str, /, *, layout: Layout = "godot4", exact: bool = True) -> Any:
    """Parses the JSON of :func:`to_json` and of ``gdvariant decode --to json``.

    Warns if the JSON looks like that of the engine's ``JSON.from_native``, or if the name of a type
    looks misspelled: such an object is a ``dict``.

    :param text: The JSON of one value.
    :param layout: The layout whose names of types are used; ``layouts`` lists the names.
    :param exact: With False, return the types of Python, as in :func:`loads`.
    :raises ParseError: if the text is not the JSON of a value.
    """

def replace_file(
    path: str | PathLike[str],
    content: bytes,
    /,
    *,
    layout: Layout,
    framing: Framing,
    password: str | None,
    key: Bytes | None,
    skip: int,
) -> None: ...

def display(value: Any) -> str: ...

def node_path_parts(path: str) -> tuple[list[str], list[str], bool]: ...

@final
class Values:
    """An iterator over the values of a file of any engine, which ``open`` returns.

    The file is unpacked if it is compressed or encrypted, and its engine and framing are detected.

    :param source: A path, bytes, or a binary file.
    :param layout: The layout, if it is known; :func:`layouts` lists the names.
    :param framing: ``"bare"``, ``"framed"``, ``"framed-big-endian"`` or ``"concatenated"``, if known.
    :param password: The password of a file of ``open_encrypted_with_pass``.
    :param key: The 32 bytes of a file of ``open_encrypted``.
    :param skip: The length in bytes of a header that a game writes before the values.
    :param max_content: The maximum length of the content of a compressed or encrypted file in bytes,
        256 MiB by default.
    :param max_length: The maximum length of a value in bytes, 64 MiB by default.
    :param lenient: Accept what the engine accepts, such as trailing bytes.
    :param allow_objects: Accept objects with their properties.
    :param exact: With False, return the types of Python, as in :func:`loads`.
    :raises FileError: if the file cannot be unpacked.
    :raises AmbiguousError: if the layout is ambiguous; its ``candidates`` fit the file.

    >>> frames = dumps("Ada", framed=True) + dumps([1, 2], framed=True)
    >>> list(open(frames))
    ['Ada', [1, 2]]
    """

    def __new__(
        cls,
        source: Source,
        *,
        layout: Layout | None = None,
        framing: Framing | None = None,
        password: str | None = None,
        key: Bytes | None = None,
        skip: int = 0,
        max_content: int | None = None,
        max_length: int | None = None,
        lenient: bool = False,
        allow_objects: bool = False,
        exact: bool = True,
    ) -> Self: ...
    @property
    def layout(self) -> Layout:
        """The name of the layout."""

    @property
    def framing(self) -> Framing:
        """The name of the framing."""

    @property
    def confidence(self) -> int:
        """The probability of the layout and the framing in percent."""

    @property
    def also_valid(self) -> list[Candidate]:
        """The other layouts and framings that fit and are equal or close to the chosen one."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *error: object) -> None: ...

    def __iter__(self) -> Self: ...
    def __next__(self) -> Any: ...

@final
class Document:
    """A file whose values are changed by path: everything else keeps its bytes.

    The file has values of any engine, encoded or as text: a save, a ConfigFile, a scene, JSON. It can be
    compressed and encrypted. As a context manager, a document that was opened from a path is saved at
    the end of the block, unless there is an exception.

    A path has the keys of Dictionaries, the indexes of Arrays, and ``[+]`` for a new element, such as
    ``player.items[0].id``; the path ``""`` is the whole value. ``value`` is the index of a value in a
    file with several, and ``len(document)`` is their number.

    A change that raises an exception leaves the document as it was. A change that may be a mistake, such
    as a list in place of a Vector2, is a :class:`TypeChangeWarning`.

    >>> save = Document(dumps({"gold": 1.5, "name": "Ada"}, compression="zstd"))
    >>> save.set("gold", 100)
    >>> list(open(save.to_bytes()))
    [{'gold': 100.0, 'name': 'Ada'}]

    The options and the errors are those of :func:`open`.
    """

    def __new__(
        cls,
        source: Source,
        /,
        *,
        layout: Layout | None = None,
        framing: Framing | None = None,
        password: str | None = None,
        key: Bytes | None = None,
        skip: int = 0,
        max_content: int | None = None,
        lenient: bool = False,
    ) -> Self: ...
    @property
    def layout(self) -> Layout:
        """The name of the layout."""

    @property
    def framing(self) -> Framing:
        """The name of the framing."""

    @property
    def layers(self) -> list[str]:
        """The compression and encryption, as in :class:`Unpacked`."""

    def __len__(self) -> int: ...
    def get(self, path: str = "", /, value: int = 0, *, exact: bool = True) -> Any:
        """Returns the value at a path.

        :param exact: With False, return the types of Python, as in :func:`loads`.
        :raises PathError: if there is none.
        """

    def set(
        self,
        path: str,
        new: Any,
        /,
        value: int = 0,
        *,
        create: bool = False,
        keep_floats: bool = True,
        default: Callable[[Any], Any] | None = None,
    ) -> None:
        """Replaces the value at a path.

        :param create: Add an entry if a Dictionary lacks the key; otherwise this is an error. In
            ConfigFiles, scenes and resources, which omit defaults, keys are always added.
        :param keep_floats: Write an int in place of a float as a float.
        :param default: A function that returns the value for an object of another class, as in
            :func:`dumps`.
        :raises PathError: if the value cannot be stored at the path.
        """

    def insert(
        self, path: str, new: Any, /, value: int = 0, *, default: Callable[[Any], Any] | None = None
    ) -> None:
        """Inserts an element of an Array before the one at a path."""

    def remove(self, *paths: str, value: int = 0) -> None:
        """Removes the values at paths, which refer to the value before the first removal."""

    def rename(self, path: str, key: Any, /, value: int = 0) -> None:
        """Changes the key at the end of a path. The entry keeps its position."""

    def reorder(self, path: str, index: int, /, value: int = 0) -> None:
        """Moves an element, an entry or a property to another index of its container."""

    def move(self, source: str, target: str, /, value: int = 0, *, replace: bool = False) -> None:
        """Moves a value to another path.

        :param replace: Replace a value that the other path has; otherwise this is an error.
        """

    def copy(self, source: str, target: str, /, value: int = 0, *, replace: bool = False) -> None:
        """Copies a value to another path, with the options of :meth:`move`."""

    def convert(self, layout: Layout, /, *, lossy: bool = False) -> list[Loss]:
        """Converts the values to the layout of another engine, and the encryption to its own. Returns
        the losses.

        :param lossy: Accept losses; otherwise the first one is an error.
        :raises ConvertError: if a value cannot be converted without loss.
        """

    def to_bytes(self) -> bytes:
        """Returns the bytes of the file, compressed and encrypted as the original."""

    def save(self, path: str | PathLike[str] | None = None, /) -> None:
        """Writes the file at a path; by default at the one that the document was opened from.

        A file is replaced once the new one is complete, as in :func:`dump`.
        """

    def __enter__(self) -> Self: ...
    def __exit__(self, *error: object) -> None: ...

@final
class FrameDecoder:
    """Splits the bytes of a connection into values, with the options of :func:`loads`.

    :param big_endian: Expect big-endian lengths, as with ``StreamPeer.big_endian``.
    :param max_length: The maximum length of a value in bytes, 8 MiB by default.
    """

    def __new__(
        cls,
        *,
        layout: Layout = "godot4",
        big_endian: bool = False,
        max_length: int | None = None,
        lenient: bool = False,
        allow_objects: bool = False,
        exact: bool = True,
    ) -> Self: ...
    def feed(self, data: Bytes, /) -> Self:
        """Adds bytes, and returns the decoder, which iterates over the values that are complete.

        Iteration raises a DecodeError for an invalid value, and continues with the next value if it
        is resumed. It raises a FrameError for a length above the maximum: close the connection.
        """

    def __iter__(self) -> Self: ...
    def __next__(self) -> Any: ...

    def finish(self) -> None:
        """Checks that the connection ends between two values.

        :raises FrameError: if the connection ends in a value.
        """

def _on_large_stack(function: Callable[[], _T], /) -> _T: ...
def _test_panic() -> None: ...
