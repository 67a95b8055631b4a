"""Converts values of the package to and from the tagged form of the conformance suite."""

from __future__ import annotations

import json
import struct
import sys
from functools import cache
from pathlib import Path
from typing import Any

import gdvariant as gd
from gdvariant._base import PackedArray, Strings, Struct, Vectors

CONFORMANCE = Path(__file__).resolve().parents[3] / "conformance"
sys.path.insert(0, str(CONFORMANCE))

from values import COLUMNS, FLAT  # noqa: E402

Tag = dict[str, Any]

# Python's own types, and the classes that are not generated.
NAMES: dict[type, str] = {
    bool: "bool",
    int: "int",
    float: "float",
    str: "String",
    list: "Array",
    dict: "Dictionary",
    gd.StringName: "StringName",
    gd.NodePath: "NodePath",
    gd.Object: "Object",
    gd.TypedArray: "TypedArray",
    gd.PackedTypedArray: "PackedTypedArray",
}


@cache
def names(layout: str) -> dict[type, str]:
    """Returns the name of each class in a layout."""
    known = set()

    def collect(tag: Tag) -> None:
        known.add(tag["t"])
        if "element" in tag and tag["element"]:
            known.add(tag["element"]["type"])
        if tag["t"] == "Array":
            for item in tag["v"]:
                collect(item)

    for line in (CONFORMANCE / "vectors" / f"{layout}.jsonl").read_text(encoding="utf-8").splitlines():
        collect(json.loads(line)["value"])
    found = dict(NAMES)
    for alias in gd._types.__all__:
        if alias in known:
            found[getattr(gd, alias)] = alias
    found[bytes] = "PackedByteArray" if "PackedByteArray" in known else "PoolByteArray"
    return found


def bits(number: float, is_component: bool = True) -> str:
    """Returns the bits of a float. Widened components have no signaling NaNs in the tagged form."""
    value = int.from_bytes(struct.pack(">d", number), "big")
    if is_component and number != number:
        value |= 1 << 51
    return f"{value:016x}"


def component(number: float | int) -> str:
    return str(number) if isinstance(number, int) else bits(number)


def struct_tag(name: str, value: Struct[Any]) -> Any:
    if name in COLUMNS:
        return {key: [component(part) for part in column] for key, column in zip(COLUMNS[name], value)}
    if name in ("Transform", "Transform3D"):
        basis, origin = value
        return {"basis": struct_tag("Basis", basis), "origin": [component(part) for part in origin]}
    if name in FLAT:
        parts = []
        for part in value:
            parts += [component(item) for item in part] if isinstance(part, tuple) else [component(part)]
        return parts
    return [component(part) for part in value]


def declared_tag(declared: Any, layout: str) -> Any:
    if declared is None:
        return None
    if isinstance(declared, gd.Class):
        return {"type": "Object", "class": declared.name}
    if isinstance(declared, gd.Script):
        return {"type": "Object", "script": declared.path}
    return {"type": names(layout)[declared]}


def to_tagged(value: Any, layout: str) -> Tag:
    """Returns the canonical tagged form of a value."""
    if value is None:
        return {"t": "Nil", "v": None}
    if isinstance(value, bool):
        return {"t": "bool", "v": value}
    if isinstance(value, int):
        return {"t": "int", "v": str(value)}
    if isinstance(value, float):
        return {"t": "float", "v": bits(value, False)}
    if isinstance(value, gd.StringName):
        return {"t": "StringName", "v": str.__str__(value)}
    if isinstance(value, str):
        return {"t": "String", "v": value}
    if isinstance(value, gd.ObjectId):
        return {"t": "Object", "v": {"id": str(value.id)}}
    if isinstance(value, gd.Object):
        properties = [[name, to_tagged(item, layout)] for name, item in value.properties]
        return {"t": "Object", "v": {"class": value.class_name, "properties": properties}}
    if isinstance(value, gd.NodePath):
        body = {"absolute": value.absolute, "names": list(value.names), "subnames": list(value.subnames)}
        return {"t": "NodePath", "v": body}
    if isinstance(value, (dict, gd.Pairs)):
        pairs = [[to_tagged(key, layout), to_tagged(item, layout)] for key, item in value.items()]
        if isinstance(value, (gd.TypedDictionary, gd.Pairs)) and (value.key or value.value):
            key, element = declared_tag(value.key, layout), declared_tag(value.value, layout)
            return {"t": "TypedDictionary", "v": pairs, "key": key, "element": element}
        return {"t": "Dictionary", "v": pairs}
    name = names(layout)[type(value)]
    if isinstance(value, gd.TypedArray):
        items = [to_tagged(item, layout) for item in value]
        return {"t": name, "v": items, "element": declared_tag(value.element, layout)}
    if isinstance(value, list) and not isinstance(value, Strings):
        return {"t": "Array", "v": [to_tagged(item, layout) for item in value]}
    if isinstance(value, gd.RID):
        return {"t": name, "v": str(value.id)}
    if isinstance(value, gd.Signal):
        return {"t": name, "v": {"name": value.name, "id": str(value.id)}}
    if isinstance(value, gd.Callable):
        return {"t": name, "v": None}
    if isinstance(value, bytes):
        return {"t": name, "v": value.hex()}
    if isinstance(value, Strings):
        return {"t": name, "v": list(value)}
    if isinstance(value, Vectors):
        return {"t": name, "v": [struct_tag("", item) for item in value]}
    if isinstance(value, PackedArray):
        single = value.typecode == "f"
        return {"t": name, "v": [component(item) if not isinstance(item, float) else bits(item, single) for item in value]}
    assert isinstance(value, Struct)
    return {"t": name, "v": struct_tag(name, value)}


def floats(body: list[str]) -> list[float]:
    return [struct.unpack(">d", bytes.fromhex(item))[0] for item in body]


def struct_of(cls: type[Struct[Any]], body: Any) -> Struct[Any]:
    """Returns a value of a class from the body of its tagged form."""
    if isinstance(body, dict):
        if "basis" in body:
            return cls(struct_of(gd.Basis, body["basis"]), gd.Vector3(*floats(body["origin"])))
        return cls(*[floats(column) for column in body.values()])
    is_int = cls.__name__.endswith("i")
    parts: list[Any] = [int(item) for item in body] if is_int else floats(body)
    if cls.__name__ in FLAT:
        members = []
        for count in FLAT[cls.__name__].values():
            members.append(parts[0] if count == 1 else parts[:count])
            parts = parts[count:]
        return cls(*members)
    return cls(*parts)


def declared_of(element: Any, layout: str) -> Any:
    if not element or element["type"] == "Nil":
        return None
    if "class" in element:
        return gd.Class(element["class"])
    if "script" in element:
        return gd.Script(element["script"])
    name = "float" if element["type"] == "real" else element["type"]
    return next(cls for cls, known in names(layout).items() if known == name)


def from_tagged(tag: Tag, layout: str) -> Any:
    """Returns the value of the tagged form."""
    name, body = tag["t"], tag["v"]
    if name in ("Nil", "bool", "String"):
        return body
    if name == "int":
        return int(body)
    if name in ("float", "real"):
        return floats([body])[0]
    if name == "StringName":
        return gd.StringName(body)
    if name == "NodePath":
        return gd.NodePath(body["names"], body["subnames"], body["absolute"])
    if name == "Object":
        if body is None:
            return None
        if "id" in body:
            return gd.ObjectId(int(body["id"]))
        return gd.Object(body["class"], [(key, from_tagged(item, layout)) for key, item in body["properties"]])
    if name in ("Array", "TypedArray", "PackedTypedArray"):
        items = [from_tagged(item, layout) for item in body]
        if name == "Array" and "element" not in tag:
            return items
        cls = gd.PackedTypedArray if name == "PackedTypedArray" else gd.TypedArray
        return cls(items, declared_of(tag["element"], layout))
    if name in ("Dictionary", "TypedDictionary"):
        pairs = [(from_tagged(key, layout), from_tagged(item, layout)) for key, item in body]
        declared: tuple[Any, ...] = ()
        if "key" in tag:
            declared = (declared_of(tag["key"], layout), declared_of(tag["element"], layout))
        try:
            if len(dict(pairs)) == len(pairs):
                return gd.TypedDictionary(pairs, *declared) if any(declared) else dict(pairs)
        except TypeError:
            pass
        return gd.Pairs(pairs, *declared)
    if name in ("PoolByteArray", "PackedByteArray"):
        return bytes.fromhex(body)
    if name == "RID":
        return gd.RID(int(body or 0))
    if name == "Signal":
        return gd.Signal(body["name"], int(body["id"]))
    cls = getattr(gd, name)
    if name == "Callable":
        return cls()
    if issubclass(cls, Strings):
        return cls(body)
    if issubclass(cls, Vectors):
        return cls([struct_of(cls._element, item) for item in body])
    if issubclass(cls, PackedArray):
        is_int = cls._typecodes[0] in "iq"
        return cls([int(item) for item in body] if is_int else floats(body))
    return struct_of(cls, body)
