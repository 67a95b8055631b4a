"""The value types that are not generated: containers, paths, names and objects."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from functools import wraps
from typing import Any, ClassVar, Final, Self, TypeAlias, TypeVar, cast

from gdvariant import _core
from gdvariant._base import List, Struct, as_int, field

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")
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


class NodePath(Struct[Any]):
    """A path to a node, and optionally to one of its properties.

    >>> path = NodePath("/root/Main:position:x")
    >>> path.names, path.subnames, path.absolute
    (('root', 'Main'), ('position', 'x'), True)
    """

    __slots__ = ()
    __match_args__ = ("names", "subnames", "absolute")

    names: Final[tuple[str, ...]] = field(0)
    """The names of the nodes."""
    subnames: Final[tuple[str, ...]] = field(1)
    """The names of the property and its parts."""
    absolute: Final[bool] = field(2)
    """Whether the path starts at the root."""

    def __new__(
        cls,
        names: str | Iterable[str] = (),
        subnames: Iterable[str] = (),
        absolute: bool = False,
    ) -> NodePath:
        if isinstance(names, str):
            names, subnames, absolute = _core.node_path_parts(names)
        return tuple.__new__(cls, (tuple(names), tuple(subnames), bool(absolute)))

    def __str__(self) -> str:
        start = "/" if self.absolute else ""
        return start + "/".join(self.names) + "".join(f":{name}" for name in self.subnames)

    def __repr__(self) -> str:
        text = str(self)
        if NodePath(text) == self:
            return f"NodePath({text!r})"
        return super().__repr__()


class ObjectId(Struct[int]):
    """An object of the engine that encoded it. 0 is null."""

    __slots__ = ()
    __match_args__ = ("id",)
    id: Final[int] = field(0)
    """The id; 0 for null."""

    def __new__(cls, id: int = 0) -> ObjectId:
        return tuple.__new__(cls, (as_int(id),))

    def __str__(self) -> str:
        return repr(self)


class Object(MutableMapping[str, Any]):
    """An object with its class and its stored properties. It is data and never an instance.

    The properties are items, as in a ``dict``: a new one is added at the end.

    >>> gradient = Object("Gradient", {"interpolation_mode": 0})
    >>> gradient["interpolation_mode"] = 1
    >>> gradient.get("offsets"), "offsets" in gradient, dict(gradient)
    (None, False, {'interpolation_mode': 1})
    """

    __slots__ = ("class_name", "properties")
    __match_args__ = ("class_name", "properties")

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
        return self.properties[self._index(name)][1]

    def __setitem__(self, name: str, value: Any) -> None:
        try:
            self.properties[self._index(name)] = name, value
        except KeyError:
            self.properties.append((name, value))

    def __delitem__(self, name: str) -> None:
        del self.properties[self._index(name)]

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self.properties)

    def __len__(self) -> int:
        return len(self.properties)

    def _index(self, name: str) -> int:
        for index, (key, _) in enumerate(self.properties):
            if key == name:
                return index
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


class Class(Struct[str]):
    """A declared type: objects of this native class."""

    __slots__ = ()
    __match_args__ = ("name",)
    name: Final[str] = field(0)
    """The name of the class."""

    def __new__(cls, name: str) -> Class:
        return tuple.__new__(cls, (str(name),))

    def __str__(self) -> str:
        return repr(self)


class Script(Struct[str]):
    """A declared type: objects with the script at this path."""

    __slots__ = ()
    __match_args__ = ("path",)
    path: Final[str] = field(0)
    """The path of the script."""

    def __new__(cls, path: str) -> Script:
        return tuple.__new__(cls, (str(path),))

    def __str__(self) -> str:
        return repr(self)


ElementType: TypeAlias = "type[Any] | Class | Script | None"
"""The declared type of a container's values: a Python type such as ``int`` or ``Vector2``, a native
class, a script, or None for any type."""


def _shown(declared: ElementType) -> str:
    return declared.__name__ if isinstance(declared, type) else repr(declared)


class TypedArray(List[V]):
    """A list with a declared type, such as Array[int]. The type is checked by ``dumps``.

    A slice, a copy, a sum and a repetition have the same declared type; a sum of arrays with different
    declared types is an error. An array equals a list with the same elements, as in scripts.

    >>> scores = TypedArray([1, 2], int)
    >>> scores[:1] + [3]
    TypedArray([1, 3], int)
    """

    __slots__ = ("element",)

    element: ElementType
    """The declared type of the values."""

    def __init__(self, values: Iterable[V], element: ElementType) -> None:
        super().__init__(values)
        self.element = element

    def _with(self, values: Iterable[V]) -> Self:
        return type(self)(values, self.element)

    def _checked(self, other: Any) -> Any:
        return _like(self, other, "element")

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

    A copy and a union have the same declared types; a union of dicts with different declared types is
    an error. A TypedDictionary equals a dict with the same entries, as in scripts.

    >>> TypedDictionary({"health": 7}, str, int) | {"gold": 3}
    TypedDictionary({'health': 7, 'gold': 3}, str, int)
    """

    __slots__ = ("key", "value")

    key: ElementType
    """The declared type of the keys."""

    value: ElementType
    """The declared type of the values."""

    def __init__(
        self,
        entries: Mapping[K, V] | Iterable[tuple[K, V]],
        key: ElementType,
        value: ElementType,
    ) -> None:
        super().__init__(entries)
        self.key = key
        self.value = value

    def __or__(self, other: dict[K, V]) -> Self:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        if not isinstance(other, dict):
            return NotImplemented
        return self._with(dict(self) | dict(_like(self, other, "key", "value")))

    def __ror__(self, other: dict[K, V]) -> Self:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        if not isinstance(other, dict):
            return NotImplemented
        return self._with(dict(other) | dict(self))

    def __ior__(self, other: Any) -> Self:  # type: ignore[override, misc]
        self.update(_like(self, other, "key", "value"))
        return self

    def copy(self) -> Self:
        """Returns a copy with the same declared types."""
        return self._with(self)

    @classmethod
    def fromkeys(cls, keys: Any, value: Any = None) -> Any:
        """Raises an error, because the keys have no declared types."""
        raise TypeError(f"{cls.__name__}.fromkeys has no declared types; pass dict.fromkeys(keys) to {cls.__name__}")

    def _with(self, entries: Mapping[K, V]) -> Self:
        return type(self)(entries, self.key, self.value)

    @_nested
    def __repr__(self) -> str:
        return f"TypedDictionary({dict(self)!r}, {_shown(self.key)}, {_shown(self.value)})"

    def __reduce__(self) -> Any:
        return type(self), (dict(self), self.key, self.value)


def _like(value: Any, other: T, *names: str) -> T:
    """Returns the operand of a typed container, unless it has other declared types."""
    mine = [getattr(value, name) for name in names]
    others = [getattr(other, name, own) for name, own in zip(names, mine)]
    if mine != others:
        shown = (", ".join(map(_shown, types)) for types in (mine, others))
        raise TypeError(f"the declared types differ: {' and '.join(shown)}; convert one of the two")
    return other


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
    __match_args__ = ("entries", "key", "value")

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
