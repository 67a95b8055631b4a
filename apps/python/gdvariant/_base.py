"""The base classes of the generated value types."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator, MutableSequence
from operator import index as as_int
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, Self, SupportsIndex, TypeVar, overload

from gdvariant import _core

T = TypeVar("T", int, float)
V = TypeVar("V")
F = TypeVar("F")
S = TypeVar("S", bound="Struct[Any]")

as_float = float

__all__ = [
    "List",
    "Numbers",
    "PackedArray",
    "Record",
    "Strings",
    "Struct",
    "Vectors",
    "as_float",
    "as_int",
    "constant",
    "field",
]


def field(position: int) -> Any:
    """Returns the property of a field."""
    return property(itemgetter(position))


class _Constant:
    def __init__(self, fields: tuple[Any, ...]) -> None:
        self.fields = fields

    def __set_name__(self, owner: type[Struct[Any]], name: str) -> None:
        setattr(owner, name, owner(*self.fields))


def constant(*fields: Any) -> Any:
    """Returns a placeholder that becomes a value with these fields once its class exists."""
    return _Constant(fields)


class Struct(tuple[F, ...]):
    """A value with named fields, such as a vector.

    Values are immutable, can be unpacked, and equal only values of the same type. ``str`` formats
    a value as scripts do.
    """

    __slots__ = ()

    _fields: ClassVar[tuple[str, ...]] = ()
    """The names of the fields. Data frames recognize a ``NamedTuple`` by all of its attributes."""

    _field_defaults: ClassVar[dict[str, Any]] = {}

    _plan: ClassVar[tuple[Any, ...]] = ()
    """For each field the index of its component in the encoding, or its type with the indexes of its
    components."""

    if TYPE_CHECKING:

        def __new__(cls, *fields: Any) -> Self: ...

    def __init_subclass__(cls) -> None:
        cls._fields = getattr(cls, "__match_args__", ())

    @classmethod
    def of(cls, value: Any) -> Self:
        """Returns the value itself, or a value with these fields."""
        if type(value) is cls:
            return value
        fields = tuple(value)
        if len(fields) != len(cls._fields):
            raise TypeError(f"{cls.__name__} has {len(cls._fields)} fields, found {len(fields)}")
        return cls(*fields)

    def replace(self, **fields: Any) -> Self:
        """Returns a copy with other values for some fields.

        >>> from gdvariant import Vector2
        >>> Vector2(1, 2).replace(y=5)
        Vector2(x=1.0, y=5.0)
        """
        values = {name: fields.pop(name, value) for name, value in zip(self._fields, self)}
        if fields:
            raise TypeError(f"{type(self).__name__} has no field {', '.join(fields)}")
        return type(self)(**values)

    def _asdict(self) -> dict[str, Any]:
        """Returns the fields by their names, as a ``NamedTuple`` does."""
        return dict(zip(self._fields, self))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __add__(self, other: Any) -> NoReturn:
        """Rejects the operators of tuples, which join and repeat the fields."""
        raise TypeError(f"{type(self).__name__} has no arithmetic; calculate with its fields")

    if TYPE_CHECKING:

        def __hash__(self) -> int: ...
        def __radd__(self, other: Any) -> NoReturn: ...
        def __mul__(self, other: Any) -> NoReturn: ...
        def __rmul__(self, other: Any) -> NoReturn: ...
        def __replace__(self, **fields: Any) -> Self: ...
        def _replace(self, **fields: Any) -> Self: ...
    else:
        # The same hash in each class: values of several classes with equal fields are rarely in one dict.
        __hash__ = tuple.__hash__
        __radd__ = __mul__ = __rmul__ = __add__
        __replace__ = _replace = replace

    def __repr__(self) -> str:
        fields = (f"{name}={value!r}" for name, value in zip(self._fields, self))
        return f"{type(self).__name__}({', '.join(fields)})"

    def __str__(self) -> str:
        return _core.display(self)

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)


class Record(Struct[F]):
    """A value that refers to something in a running engine."""

    __slots__ = ()


class PackedArray:
    """A packed array. An ``array.array`` holds its components."""

    __slots__ = ()

    _typecodes: ClassVar[tuple[str, ...]] = ()
    """The type codes that the array can have; the first one unless values have another one."""

    _components: array[Any]
    """The components of the elements."""

    if TYPE_CHECKING:

        @property
        def typecode(self) -> Any: ...
        @property
        def itemsize(self) -> int: ...
        def __new__(cls, values: Any = ()) -> Self: ...
        def __iter__(self) -> Iterator[Any]: ...
        def tobytes(self) -> bytes: ...

    @classmethod
    def _new(cls, code: str, components: Iterable[Any] = ()) -> Self:
        """Creates an array from components."""
        raise NotImplementedError

    @classmethod
    def _of_values(cls, values: Any) -> Self:
        """Creates an array from elements, or from an object with a buffer."""
        code = cls._typecodes[0]
        if isinstance(values, (bytes, bytearray)):
            raise TypeError(f"expected numbers, found {type(values).__name__}; use frombytes")
        if isinstance(values, (str, dict, set)):
            raise TypeError(f"expected numbers, found {type(values).__name__}")
        try:
            view = memoryview(values._components if isinstance(values, PackedArray) else values)
        except TypeError:
            return cls._of_items(code, values)
        width = cls._width()
        is_flat = view.ndim == 1 and len(view) % width == 0
        if not is_flat and (view.ndim != 2 or view.shape is None or view.shape[1] != width or width == 1):
            raise ValueError(f"expected rows of {width} components, found the shape {view.shape}")
        format = {"l": "q"}.get(view.format, view.format) if view.itemsize == 8 else view.format
        if format not in cls._typecodes:
            try:
                rows: list[Any] = view.tolist()
            except NotImplementedError:
                raise TypeError(f"unsupported numbers with the format {view.format!r}; convert them first") from None
            parts = rows if is_flat else (part for row in rows for part in row)
            return cls._new(code, parts)
        return cls._of_bytes(format, view.tobytes())

    @classmethod
    def _width(cls) -> int:
        """Returns the number of components of an element."""
        return 1

    def frombytes(self, data: Any) -> None:
        """Appends elements from the bytes of their components, or from an object with a buffer."""
        view = memoryview(data).cast("B")
        size = self._components.itemsize * self._width()
        if len(view) % size != 0:
            raise ValueError(f"expected {size} bytes for each element, found {len(view)}")
        array.frombytes(self._components, view)

    @classmethod
    def _of_items(cls, code: str, items: Iterable[Any]) -> Self:
        return cls._new(code, items)

    @classmethod
    def _of_bytes(cls, code: str, data: bytes, swap: bool = False) -> Self:
        """Creates an array from bytes, which are little-endian if they are swapped."""
        self = cls._new(code)
        array.frombytes(self._components, data)
        if swap:
            self._components.byteswap()
        return self

    def __reduce__(self) -> Any:
        components = self._components
        return _restored, (type(self), components.typecode, components.tobytes(), sys.byteorder)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        return self.__reduce__()

    def __copy__(self) -> Self:
        return self._of_bytes(self._components.typecode, self._components.tobytes())

    def __deepcopy__(self, memo: Any) -> Self:
        return self.__copy__()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and array.__eq__(self._components, getattr(other, "_components"))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)!r})"

    def __str__(self) -> str:
        return _core.display(self)


def _restored(cls: type[PackedArray], code: str, data: bytes, byteorder: str) -> PackedArray:
    """Returns an array that was pickled."""
    return cls._of_bytes(code, data, swap=byteorder != sys.byteorder)


if TYPE_CHECKING:
    _Array = array
else:

    class _Array(array, Generic[T]):
        """An array with a type argument, which ``array`` takes from Python 3.12."""

        __slots__ = ()


class Numbers(PackedArray, _Array[T]):
    """A packed array of numbers: an ``array.array``.

    The array has the buffer protocol, so ``numpy.asarray`` does not copy it.

    >>> from gdvariant import PackedInt32Array
    >>> levels = PackedInt32Array([1, 2])
    >>> levels.append(3)
    >>> sum(levels), memoryview(levels).format
    (6, 'i')
    """

    __slots__ = ()

    def __new__(cls, values: Iterable[T] | memoryview | array[Any] = ()) -> Self:
        return cls._of_values(values)

    @classmethod
    def _new(cls, code: str, components: Iterable[Any] = ()) -> Self:
        return array.__new__(cls, code, components)

    @property
    def _components(self) -> array[Any]:  # type: ignore[override]  # pyright: ignore[reportIncompatibleVariableOverride]
        return self

    @overload
    def __getitem__(self, index: SupportsIndex) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: Any) -> Any:
        found = array.__getitem__(self, index)
        return self._of_items(self.typecode, found) if isinstance(index, slice) else found

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            value = array(self.typecode, value)
        array.__setitem__(self, index, value)

    def __add__(self, other: Iterable[T]) -> Self:
        return self._of_items(self.typecode, [*self, *other])

    def __mul__(self, count: int) -> Self:
        return self._of_items(self.typecode, array.__mul__(self, count))

    def __rmul__(self, count: int) -> Self:
        return self * count


class Vectors(PackedArray, MutableSequence[S], Generic[S, T]):
    """A packed array of values with components.

    ``components`` is a view of rows of components, and ``numpy.asarray`` of the array one of all
    components in a row, both without a copy.

    >>> from gdvariant import PackedVector2Array
    >>> points = PackedVector2Array([(1, 2), (3, 4)])
    >>> points[1]
    Vector2(x=3.0, y=4.0)
    >>> points.components.shape
    (2, 2)
    """

    __slots__ = ("_components", "__weakref__")

    _element: ClassVar[type[Struct[Any]]]

    if TYPE_CHECKING:

        def append(self, value: S | Iterable[float]) -> None: ...
        def extend(self, values: Iterable[S | Iterable[float]]) -> None: ...
        def __iadd__(self, values: Iterable[S | Iterable[float]]) -> Self: ...

    def __new__(cls, values: Iterable[S | Iterable[float]] | memoryview = ()) -> Self:
        return cls._of_values(values)

    @classmethod
    def _new(cls, code: str, components: Iterable[Any] = ()) -> Self:
        self = object.__new__(cls)
        self._components = array(code, components)
        return self

    @classmethod
    def _of_items(cls, code: str, items: Iterable[Any]) -> Self:
        element = cls._element
        return cls._new(code, (part for item in items for part in element.of(item)))

    @classmethod
    def _width(cls) -> int:
        return len(cls._element._plan)

    @property
    def components(self) -> memoryview[T]:
        """The components, with a row for each element. The array cannot grow while they are in use."""
        width = self._width()
        view = memoryview(self._components).cast("B")
        # An empty view cannot have two dimensions.
        shape = (len(self), width)
        code: Any = self.typecode
        return view.cast(code, shape) if len(self) else view.cast(code)

    @property
    def typecode(self) -> str:
        """The type code of the components."""
        return self._components.typecode

    @property
    def itemsize(self) -> int:
        """The size of a component in bytes."""
        return self._components.itemsize

    def tobytes(self) -> bytes:
        """Returns the bytes of the components."""
        return self._components.tobytes()

    def __bytes__(self) -> bytes:
        return self.tobytes()

    def __buffer__(self, flags: int, /) -> memoryview:
        """Returns a view of the components; Python 3.12 and later call it."""
        return memoryview(self._components)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """The components for NumPy, which looks for it before Python 3.12."""
        view = memoryview(self._components)
        order = "<" if sys.byteorder == "little" else ">"
        kind = "i" if self.typecode == "i" else "f"
        return {"version": 3, "shape": view.shape, "typestr": f"{order}{kind}{view.itemsize}", "data": view}

    def __len__(self) -> int:
        return len(self._components) // self._width()

    def __iter__(self) -> Iterator[S]:
        width = self._width()
        parts = iter(self._components)
        new: Any = tuple.__new__
        for item in zip(*[parts] * width):
            yield new(self._element, item)

    def index(self, value: Any, start: int = 0, stop: int = sys.maxsize) -> int:
        """Returns the index of the first element that equals the value.

        :raises ValueError: if there is none.
        """
        try:
            return super().index(value, start, stop)
        except ValueError:
            raise ValueError(f"{value!r} is not in the {type(self).__name__}") from None

    def _start(self, index: SupportsIndex) -> int:
        index = as_int(index)
        length = len(self)
        if index < 0:
            index += length
        if not 0 <= index < length:
            raise IndexError(f"{type(self).__name__} index out of range")
        return index * self._width()

    @overload
    def __getitem__(self, index: SupportsIndex) -> S: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._of_items(self.typecode, list(self)[index])
        start = self._start(index)
        return tuple.__new__(self._element, self._components[start : start + self._width()])

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            items = list(self)
            items[index] = value
            self._components[:] = self._of_items(self.typecode, items)._components
            return
        start = self._start(index)
        self._components[start : start + self._width()] = self._of_items(self.typecode, (value,))._components

    def __delitem__(self, index: Any) -> None:
        if isinstance(index, slice):
            items = list(self)
            del items[index]
            self._components[:] = self._of_items(self.typecode, items)._components
            return
        start = self._start(index)
        del self._components[start : start + self._width()]

    def insert(self, index: int, value: Any) -> None:
        """Inserts an element before an index."""
        start = slice(index, index).indices(len(self))[0] * self._width()
        self._components[start:start] = self._of_items(self.typecode, (value,))._components

    def tolist(self) -> list[S]:
        """Returns a list of the elements."""
        return list(self)

    def __add__(self, other: Iterable[S | Iterable[float]]) -> Self:
        return self._of_items(self.typecode, [*self, *other])

    def __mul__(self, count: int) -> Self:
        return self._of_bytes(self.typecode, self.tobytes() * count)

    def __rmul__(self, count: int) -> Self:
        return self * count


class List(list[V]):
    """A list whose slices, copies, sums and repetitions have its class."""

    __slots__ = ()

    def _with(self, values: Iterable[V]) -> Self:
        return type(self)(values)

    def _checked(self, other: Any) -> Any:
        """Returns the operand of a sum, unless the sum would be an error."""
        return other

    @overload
    def __getitem__(self, index: SupportsIndex) -> V: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: Any) -> Any:
        found = list.__getitem__(self, index)
        return self._with(found) if isinstance(index, slice) else found

    def __add__(self, other: list[V]) -> Self:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        return self._with(list(self) + list(self._checked(other))) if isinstance(other, list) else NotImplemented

    def __radd__(self, other: list[V]) -> Self:
        return self._with(list(other) + list(self)) if isinstance(other, list) else NotImplemented

    def __iadd__(self, other: Iterable[V]) -> Self:  # type: ignore[override]
        self.extend(self._checked(other))
        return self

    def __mul__(self, count: SupportsIndex) -> Self:
        return self._with(list.__mul__(self, count))

    def __rmul__(self, count: SupportsIndex) -> Self:
        return self * count

    def copy(self) -> Self:
        """Returns a copy with the same class."""
        return self._with(self)


class Strings(List[str]):
    """A packed array of strings: a list with a type of its own."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)!r})"

    def __str__(self) -> str:
        return _core.display(self)
