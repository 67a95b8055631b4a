"""The value types that are not generated: containers, paths, names and objects."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeVar, cast

from gdvariant import _core
from gdvariant._base import Struct

K = TypeVar("K")
V = TypeVar("V")
F = TypeVar("F", bound=Callable[..., Any])

__all__ = [
    "Class",
    "ElementType",
    "NodePath",
    "Object",
    "ObjectId",
    "PackedTypedArray",
    "Pairs",
    "Script",
    "StringName",
    "TypedArray",
    "TypedDictionary",
]


_MAX_CALLS = 16
"""The number of nested calls of methods that every stack has room for."""

_nesting = threading.local()


def _nested(method: F) -> F:
    """Continues a method on a thread with a large stack if values are nested deeply.

    Each level of a container takes several calls in C, for which the stack of a thread can be too
    small: Python checks only their number.
    """

    @wraps(method)
    def call(*arguments: Any) -> Any:
        calls = getattr(_nesting, "calls", 0)
        if calls == _MAX_CALLS:
            return _core._on_large_stack(lambda: continued(*arguments))
        _nesting.calls = calls + 1
        try:
            return method(*arguments)
        finally:
            _nesting.calls = calls

    def continued(*arguments: Any) -> Any:
        _nesting.calls = _MAX_CALLS + 1
        return method(*arguments)

    return cast(F, call)


class StringName(str):
    """A string that the engine stores once, such as the name of a node. It equals the same ``str``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"StringName({str.__repr__(self)})"


class NodePath(Struct):
    """A path to a node, and optionally to one of its properties.

    >>> path = NodePath("/root/Main:position:x")
    >>> path.names, path.subnames, path.absolute
    (('root', 'Main'), ('position', 'x'), True)
    """

    __slots__ = ()
    _names = ("names", "subnames", "absolute")

    def __new__(
        cls,
        names: str | Iterable[str] = (),
        subnames: Iterable[str] = (),
        absolute: bool = False,
    ) -> NodePath:
        if isinstance(names, str):
            names, subnames, absolute = _core.node_path_parts(names)
        return tuple.__new__(cls, (tuple(names), tuple(subnames), bool(absolute)))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the nodes."""
        return tuple.__getitem__(self, 0)

    @property
    def subnames(self) -> tuple[str, ...]:
        """The names of the property and its parts."""
        return tuple.__getitem__(self, 1)

    @property
    def absolute(self) -> bool:
        """Whether the path starts at the root."""
        return bool(tuple.__getitem__(self, 2))

    def __str__(self) -> str:
        start = "/" if self.absolute else ""
        return start + "/".join(self.names) + "".join(f":{name}" for name in self.subnames)

    def __repr__(self) -> str:
        text = str(self)
        if NodePath(text) == self:
            return f"NodePath({text!r})"
        return super().__repr__()


class ObjectId(NamedTuple):
    """An object of the engine that encoded it. 0 is null."""

    id: int = 0


class Object:
    """An object with its class and its stored properties. It is data and never an instance."""

    __slots__ = ("class_name", "properties")

    class_name: str
    """The native class."""

    properties: list[tuple[str, Any]]
    """The names and values of the properties, in encoded order."""

    def __init__(
        self,
        class_name: str,
        properties: Mapping[str, Any] | Iterable[tuple[str, Any]] = (),
    ) -> None:
        self.class_name = class_name
        items: Any = properties.items() if isinstance(properties, Mapping) else properties
        self.properties = [(name, value) for name, value in items]

    def __getitem__(self, name: str) -> Any:
        for key, value in self.properties:
            if key == name:
                return value
        raise KeyError(name)

    @_nested
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Object):
            return NotImplemented
        mine, others = (self.class_name, self.properties), (other.class_name, other.properties)
        return mine == others

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    @_nested
    def __repr__(self) -> str:
        return f"Object({self.class_name!r}, {self.properties!r})"

    def __reduce__(self) -> Any:
        return type(self), (self.class_name, self.properties)


class Class(NamedTuple):
    """A declared type: objects of this native class."""

    name: str


class Script(NamedTuple):
    """A declared type: objects with the script at this path."""

    path: str


ElementType: TypeAlias = "type | Class | Script | None"
"""The declared type of a container's values: a Python type such as ``int`` or ``Vector2``, a native
class, a script, or None for any type."""


def _shown(declared: ElementType) -> str:
    return declared.__name__ if isinstance(declared, type) else repr(declared)


class TypedArray(list[V]):
    """A list with a declared type, such as Array[int]. The type is checked by ``dumps``.

    >>> TypedArray([1, 2], int)
    TypedArray([1, 2], int)
    """

    __slots__ = ("element",)

    element: ElementType
    """The declared type of the values."""

    def __init__(self, values: Iterable[V] = (), element: ElementType = None) -> None:
        super().__init__(values)
        self.element = element

    @_nested
    def __eq__(self, other: object) -> bool:
        if isinstance(other, TypedArray):
            is_same = (type(self), self.element) == (type(other), other.element)
            return is_same and list.__eq__(self, other)
        return list.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    @_nested
    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)!r}, {_shown(self.element)})"

    def __reduce__(self) -> Any:
        return type(self), (list(self), self.element)


class PackedTypedArray(TypedArray[V]):
    """A list with a declared type that Pandemonium 5 stores packed."""

    __slots__ = ()


class TypedDictionary(dict[K, V]):
    """A dict with declared types, such as Dictionary[String, int].

    >>> TypedDictionary({"health": 7}, str, int)
    TypedDictionary({'health': 7}, str, int)
    """

    __slots__ = ("key", "value")

    key: ElementType
    """The declared type of the keys."""

    value: ElementType
    """The declared type of the values."""

    def __init__(
        self,
        entries: Mapping[K, V] | Iterable[tuple[K, V]] = (),
        key: ElementType = None,
        value: ElementType = None,
    ) -> None:
        super().__init__(entries)
        self.key = key
        self.value = value

    @_nested
    def __eq__(self, other: object) -> bool:
        if isinstance(other, TypedDictionary):
            is_same = (self.key, self.value) == (other.key, other.value)
            return is_same and dict.__eq__(self, other)
        return dict.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    @_nested
    def __repr__(self) -> str:
        return f"TypedDictionary({dict(self)!r}, {_shown(self.key)}, {_shown(self.value)})"

    def __reduce__(self) -> Any:
        return type(self), (dict(self), self.key, self.value)


class Pairs:
    """The entries of a Dictionary that no ``dict`` can hold.

    ``loads`` returns it for a Dictionary with a key that is not hashable, such as an Array, with
    keys that are equal in Python only, such as 1 and 1.0, or with keys that were chosen to collide:
    a ``dict`` of 100,000 such ints takes ten seconds.

    >>> pairs = Pairs([([1, 2], "a"), (1, "b"), (1.0, "c")])
    >>> [value for key, value in pairs]
    ['a', 'b', 'c']
    """

    __slots__ = ("entries", "key", "value")

    entries: list[tuple[Any, Any]]
    """The keys and values in order."""

    key: ElementType
    """The declared type of the keys."""

    value: ElementType
    """The declared type of the values."""

    def __init__(
        self,
        entries: Iterable[tuple[Any, Any]] = (),
        key: ElementType = None,
        value: ElementType = None,
    ) -> None:
        self.entries = [(name, item) for name, item in entries]
        self.key = key
        self.value = value

    def items(self) -> list[tuple[Any, Any]]:
        """Returns the keys and values, like ``dict.items``."""
        return self.entries

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    @_nested
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pairs):
            return NotImplemented
        mine = (self.entries, self.key, self.value)
        return mine == (other.entries, other.key, other.value)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    @_nested
    def __repr__(self) -> str:
        declared = f", {_shown(self.key)}, {_shown(self.value)}" if self.key or self.value else ""
        return f"Pairs({self.entries!r}{declared})"

    def __reduce__(self) -> Any:
        return type(self), (self.entries, self.key, self.value)
