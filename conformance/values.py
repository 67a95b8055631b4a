"""The JSON form of values, and the tagged form of the data files.

A value in tagged form is `{"t": type, "v": body}`. Answers of programs are compared as tagged values
with canonical names, because equal tagged values have the same bits.
"""

from __future__ import annotations

import base64
import json
import struct
from typing import Any

Tag = dict[str, Any]

# The number of components of each type that is a list of components.
FLOATS = {"Vector2": 2, "Vector3": 3, "Vector4": 4, "Color": 4, "Quat": 4, "Quaternion": 4}
INTS = {"Vector2i": 2, "Vector3i": 3, "Vector4i": 4}
# Types with members, each with its number of components. The tagged form of `FLAT` is one list.
FLAT: dict[str, dict[str, int]] = {
    "Rect2": {"position": 2, "size": 2},
    "Rect2i": {"position": 2, "size": 2},
    "AABB": {"position": 3, "size": 3},
    "Plane": {"normal": 3, "d": 1},
}
COLUMNS: dict[str, dict[str, int]] = {
    "Transform2D": {"x": 2, "y": 2, "origin": 2},
    "Basis": {"x": 3, "y": 3, "z": 3},
    "Projection": {"x": 4, "y": 4, "z": 4, "w": 4},
}
TRANSFORMS = ("Transform", "Transform3D")
BYTES = ("PoolByteArray", "PackedByteArray")
STRINGS = ("PoolStringArray", "PackedStringArray")
INT_LISTS = ("PoolIntArray", "PackedInt32Array", "PackedInt64Array")
FLOAT_LISTS = ("PoolRealArray", "PackedFloat32Array", "PackedFloat64Array")
VECTOR_LISTS = {
    f"{prefix}{name}Array": name
    for prefix in ("Pool", "Packed")
    for name in ("Vector2", "Vector2i", "Vector3", "Vector3i", "Vector4", "Vector4i", "Color")
}
TYPED = ("TypedArray", "PackedTypedArray")
NAMES = {
    "float", "Dictionary", "TypedDictionary", "NodePath", "StringName", "RID", "Object", "Callable",
    "Signal", "Nil", "bool", "int", "real", "String", "Array",
    *FLOATS, *INTS, *FLAT, *COLUMNS, *TRANSFORMS, *BYTES, *STRINGS, *INT_LISTS, *FLOAT_LISTS,
    *VECTOR_LISTS, *TYPED,
}  # fmt: skip


class InvalidAnswer(ValueError):
    """An answer that is not in the JSON form."""


class Pairs(list[tuple[str, Any]]):
    """A JSON object, with its keys in order."""


def loads(text: str) -> Any:
    """Parses JSON, and keeps the order of keys and the difference between 1 and 1.0."""

    def reject(constant: str) -> None:
        raise InvalidAnswer(f"{constant} is not JSON")

    try:
        return json.loads(text, object_pairs_hook=Pairs, parse_constant=reject)
    except RecursionError as error:
        raise InvalidAnswer("nested too deeply") from error
    except ValueError as error:
        raise InvalidAnswer(f"not JSON: {error}") from error


# Numbers ---------------------------------------------------------------------------------------


def _widened(bits: int) -> str:
    """Returns the tagged form of a 32-bit float.

    The tagged form has no signaling NaNs, because processors make NaNs quiet when they widen them.
    """
    if bits & 0x7FFFFFFF > 0x7F800000:
        return f"{(bits >> 31) << 63 | 0xFFF << 51 | (bits & 0x3FFFFF) << 29:016x}"
    return struct.pack(">d", *struct.unpack(">f", bits.to_bytes(4, "big"))).hex()


def _float(value: Any, is_single: bool) -> str:
    """Returns the tagged form of a float: a number, or the string of a non-finite float."""
    names = {"nan": "nan", "inf": "inf", "-inf": "-inf"}
    if isinstance(value, str) and value.startswith("nan:"):
        digits = value[4:]
        if len(digits) != (8 if is_single else 16):
            raise InvalidAnswer(f"{value} has another number of digits")
        return _widened(int(digits, 16)) if is_single else f"{int(digits, 16):016x}"
    if isinstance(value, str) and value in names:
        number = float(value)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        number = float(value)
    else:
        raise InvalidAnswer(f"{value!r} is not a float")
    try:
        single = struct.pack(">f", number) if is_single else b""
    except OverflowError as error:
        raise InvalidAnswer(f"{value} exceeds a 32-bit float") from error
    if is_single:
        return _widened(int.from_bytes(single, "big"))
    return struct.pack(">d", number).hex()


def _float_json(bits: str, is_single: bool) -> float | str:
    """Returns a float of the tagged form in the JSON form."""
    number: float = struct.unpack(">d", bytes.fromhex(bits))[0]
    if number != number:
        if bits == "7ff8000000000000":
            return "nan"
        value = int(bits, 16)
        single = (value >> 63) << 31 | 0xFF << 23 | (value >> 29) & 0x7FFFFF
        return f"nan:{single:08x}" if is_single else f"nan:{bits}"
    if number in (float("inf"), float("-inf")):
        return "inf" if number > 0 else "-inf"
    if not is_single:
        return number
    # The fewest digits that have the same 32-bit float.
    for digits in range(1, 10):
        short = float(f"{number:.{digits}g}")
        if abs(short) <= 3.4028234663852886e38 and struct.pack(">f", short) == struct.pack(">f", number):
            return short
    return number


def _int(value: Any) -> str:
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidAnswer(f"{value!r} is not an int")
    return str(value)


# NodePath --------------------------------------------------------------------------------------


def _path(text: str) -> Tag:
    """Parses a NodePath as the engines do."""
    names, _, subnames = text.partition(":")
    return {
        "absolute": text.startswith("/"),
        "names": [name for name in names.split("/") if name],
        "subnames": [name for name in subnames.split(":") if name],
    }


def _path_json(body: Tag) -> Any:
    text = ("/" if body["absolute"] else "") + "/".join(body["names"])
    text += "".join(f":{name}" for name in body["subnames"])
    return text if _path(text) == body else body


# From the JSON form ----------------------------------------------------------------------------


def _strings(value: Any) -> list[str]:
    return [_expect(item, str) for item in _expect(value, list)]


def _expect(value: Any, kind: type) -> Any:
    if not isinstance(value, kind) or (kind is list and isinstance(value, Pairs)):
        raise InvalidAnswer(f"{str(value)[:60]} is not a {kind.__name__}")
    return value


def _components(value: Any, count: int, is_int: bool) -> list[str]:
    items = value if isinstance(value, list) else [value]
    if len(items) != count:
        raise InvalidAnswer(f"{len(items)} components instead of {count}")
    return [_int(item) if is_int else _float(item, True) for item in items]


def _members(value: Any, names: list[str]) -> dict[str, Any]:
    members = dict(_expect(value, Pairs))
    if sorted(members) != sorted(names):
        raise InvalidAnswer(f"members {sorted(members)} instead of {names}")
    return members


def _declared(value: Any) -> Any:
    """Returns a declared type: null, a name, or an Object with a class or a script."""
    if value is None or isinstance(value, str):
        return _element(value and {"type": value})
    return {"type": "Object", **dict(_expect(value, Pairs))}


def _pairs(value: Any) -> list[list[Tag]]:
    pairs = [_expect(pair, list) for pair in _expect(value, list)]
    if any(len(pair) != 2 for pair in pairs):
        raise InvalidAnswer("not a list of pairs")
    return [[from_json(key), from_json(item)] for key, item in pairs]


def _body(name: str, value: Any) -> Any:
    if name in FLOATS or name in INTS:
        return _components(value, FLOATS.get(name) or INTS[name], name in INTS)
    if name in FLAT:
        members = _members(value, list(FLAT[name]))
        is_int = name == "Rect2i"
        parts = [_components(members[key], count, is_int) for key, count in FLAT[name].items()]
        return [component for part in parts for component in part]
    if name in COLUMNS:
        members = _members(value, list(COLUMNS[name]))
        return {key: _components(members[key], n, False) for key, n in COLUMNS[name].items()}
    if name in TRANSFORMS:
        members = _members(value, ["basis", "origin"])
        origin = _components(members["origin"], 3, False)
        return {"basis": _body("Basis", members["basis"]), "origin": origin}
    if name in BYTES:
        try:
            return base64.b64decode(_expect(value, str), validate=True).hex()
        except ValueError as error:
            raise InvalidAnswer(f"not base64: {error}") from error
    if name in STRINGS:
        return _strings(value)
    if name in INT_LISTS:
        return [_int(item) for item in _expect(value, list)]
    if name in FLOAT_LISTS:
        return [_float(item, name != "PackedFloat64Array") for item in _expect(value, list)]
    if name in VECTOR_LISTS:
        return [_body(VECTOR_LISTS[name], item) for item in _expect(value, list)]
    if name == "StringName":
        return _expect(value, str)
    if name == "RID":
        return "0" if value is None else _int(value)
    if name == "Signal":
        members = _members(value, ["name", "id"])
        return {"name": members["name"], "id": _int(members["id"])}
    if name == "NodePath":
        if isinstance(value, str):
            return _path(value)
        return _members(value, ["absolute", "names", "subnames"])
    if name == "Callable" and value is None:
        return None
    raise InvalidAnswer(f"{name} is not a form of a value here")


def _named(name: str, value: Any) -> Tag:
    if name == "float":
        return {"t": "float", "v": _float(value, False)}
    if name == "Dictionary":
        return {"t": name, "v": _pairs(value)}
    if name == "TypedDictionary":
        members = _members(value, ["key", "value", "pairs"])
        key, element = _declared(members["key"]), _declared(members["value"])
        return {"t": name, "v": _pairs(members["pairs"]), "key": key, "element": element}
    if name in TYPED:
        members = _members(value, ["element", "values"])
        items = [from_json(item) for item in _expect(members["values"], list)]
        return {"t": name, "v": items, "element": _declared(members["element"])}
    if name == "Object":
        if value is None:
            return {"t": "Nil", "v": None}
        members = dict(_expect(value, Pairs))
        if list(members) == ["id"]:
            return {"t": name, "v": {"id": _int(members["id"])}}
        members = _members(value, ["class", "properties"])
        pairs = [_expect(pair, list) for pair in _expect(members["properties"], list)]
        properties = [[_expect(key, str), from_json(item)] for key, item in pairs]
        return {"t": name, "v": {"class": members["class"], "properties": properties}}
    return {"t": name, "v": _body(name, value)}


def from_json(value: Any) -> Tag:
    """Returns the canonical tagged form of a value in the JSON form."""
    if value is None:
        return {"t": "Nil", "v": None}
    if isinstance(value, bool):
        return {"t": "bool", "v": value}
    if isinstance(value, int):
        return {"t": "int", "v": str(value)}
    if isinstance(value, float):
        return {"t": "float", "v": _float(value, False)}
    if isinstance(value, str):
        return {"t": "String", "v": value}
    if isinstance(value, Pairs):
        if len(value) == 1 and value[0][0] in NAMES:
            return _named(*value[0])
        pairs = [[{"t": "String", "v": key}, from_json(item)] for key, item in value]
        return {"t": "Dictionary", "v": pairs}
    return {"t": "Array", "v": [from_json(item) for item in value]}


# From the tagged form --------------------------------------------------------------------------


def _element(element: Any) -> Any:
    """Returns a declared type with canonical names."""
    if not element or element["type"] == "Nil":
        return None
    return {**element, "type": "float" if element["type"] == "real" else element["type"]}


def type_name(tag: Tag) -> str:
    """Returns the type of a tagged value, as reports name it."""
    name: str = tag["t"]
    if name == "Array" and "element" in tag:
        return "TypedArray"
    return "TypedDictionary" if name == "Dictionary" and "element" in tag else name


def canonical(tag: Tag) -> Tag:
    """Returns a tagged value of the data files with canonical names."""
    name, body = type_name(tag), tag["v"]
    result: Tag = {"t": "float" if name == "real" else name}
    if name in ("Array", *TYPED):
        result["v"] = [canonical(item) for item in body]
    elif name in ("Dictionary", "TypedDictionary"):
        result["v"] = [[canonical(key), canonical(item)] for key, item in body]
    elif name == "Object" and body and "properties" in body:
        pairs = [[key, canonical(item)] for key, item in body["properties"]]
        result["v"] = {"class": body["class"], "properties": pairs}
    else:
        result["v"] = "0" if name == "RID" and body is None else body
    for key in ("key", "element"):
        if key in tag:
            result[key] = _element(tag[key])
    return result


def _declared_json(element: Any) -> Any:
    if not element or element["type"] == "Nil":
        return None
    special = {key: text for key, text in element.items() if key != "type"}
    return special or element["type"]


def _body_json(name: str, body: Any) -> Any:
    if name in INTS or name in INT_LISTS:
        return [int(item) for item in body]
    if name in FLOATS or name in FLOAT_LISTS:
        return [_float_json(item, name != "PackedFloat64Array") for item in body]
    if name in FLAT:
        result, start = {}, 0
        for key, count in FLAT[name].items():
            part = _body_json("Vector2i" if name == "Rect2i" else "Vector2", body[start : start + count])
            result[key] = part[0] if count == 1 else part
            start += count
        return result
    if name in COLUMNS:
        return {key: _body_json("Vector2", body[key]) for key in COLUMNS[name]}
    if name in TRANSFORMS:
        basis = _body_json("Basis", body["basis"])
        return {"basis": basis, "origin": _body_json("Vector3", body["origin"])}
    if name in BYTES:
        return base64.b64encode(bytes.fromhex(body)).decode()
    if name in VECTOR_LISTS:
        return [_body_json(VECTOR_LISTS[name], item) for item in body]
    if name == "RID":
        return int(body) or None if body else None
    if name == "Signal":
        return {"name": body["name"], "id": int(body["id"])}
    return _path_json(body) if name == "NodePath" else body


def to_json(tag: Tag) -> Any:
    """Returns a tagged value of the data files in the JSON form."""
    name, body = type_name(tag), tag["v"]
    if name in ("Nil", "bool", "String"):
        return body
    if name == "int":
        return int(body)
    if name in ("float", "real"):
        number = _float_json(body, False)
        return {"float": number} if isinstance(number, str) else number
    if name == "Array":
        return [to_json(item) for item in body]
    if name in TYPED:
        values = [to_json(item) for item in body]
        return {name: {"element": _declared_json(tag["element"]), "values": values}}
    if name in ("Dictionary", "TypedDictionary"):
        pairs = [[to_json(key), to_json(item)] for key, item in body]
        if name == "TypedDictionary":
            declared = {"key": _declared_json(tag["key"]), "value": _declared_json(tag["element"])}
            return {name: {**declared, "pairs": pairs}}
        keys = [key["v"] for key, _ in body if key["t"] == "String"]
        is_plain = len(keys) == len(pairs) == len(set(keys)) and not (len(keys) == 1 and keys[0] in NAMES)
        return {key: item for key, item in pairs} if is_plain else {name: pairs}
    if name == "Object":
        if "id" in body:
            return {name: {"id": int(body["id"])}}
        properties = [[key, to_json(item)] for key, item in body["properties"]]
        return {name: {"class": body["class"], "properties": properties}}
    return {name: _body_json(name, body)}


# Weaker comparisons ----------------------------------------------------------------------------

# What a language or an implementation does not tell apart, as the manifest of an adapter states.
LOSSES = {
    "numbers": "ints and floats of the same value are not told apart",
    "names": "StringNames and NodePaths are strings",
    "lists": "packed arrays are lists",
    "declared": "declared types of containers are omitted",
    "nan": "NaNs have no bits",
}


def _number(bits: str) -> float:
    return float(struct.unpack(">d", bytes.fromhex(bits))[0])


def _component(bits: str, losses: list[str]) -> str:
    return "nan" if "nan" in losses and _number(bits) != _number(bits) else bits


def _elements(name: str, body: Any) -> list[Tag]:
    """Returns the elements of a packed array as values."""
    if name in INT_LISTS:
        return [{"t": "int", "v": item} for item in body]
    if name in FLOAT_LISTS:
        return [{"t": "float", "v": item} for item in body]
    if name in STRINGS:
        return [{"t": "String", "v": item} for item in body]
    return [{"t": VECTOR_LISTS[name], "v": item} for item in body]


def _map_components(body: Any, losses: list[str]) -> Any:
    if isinstance(body, dict):
        return {key: _map_components(item, losses) for key, item in body.items()}
    if isinstance(body, list):
        return [_map_components(item, losses) for item in body]
    return _component(body, losses)


def simplified(tag: Tag, losses: list[str]) -> Tag:
    """Returns a canonical value without the differences that an implementation does not have."""
    if not losses:
        return tag
    name, body = tag["t"], tag["v"]
    if name == "int" and "numbers" in losses:
        number = int(body)
        is_exact = abs(number) < 2**1000 and int(float(number)) == number
        return {"t": "float", "v": _float(float(number), False)} if is_exact else tag
    if name == "float":
        return {"t": name, "v": _component(body, losses)}
    if name == "StringName" and "names" in losses:
        return {"t": "String", "v": body}
    if name == "NodePath" and "names" in losses:
        text = ("/" if body["absolute"] else "") + "/".join(body["names"])
        return {"t": "String", "v": text + "".join(f":{item}" for item in body["subnames"])}
    is_list = name in INT_LISTS or name in FLOAT_LISTS or name in STRINGS or name in VECTOR_LISTS
    if is_list and "lists" in losses:
        return {"t": "Array", "v": [simplified(item, losses) for item in _elements(name, body)]}
    if name in ("Array", *TYPED):
        body = [simplified(item, losses) for item in body]
        return {"t": "Array", "v": body} if "declared" in losses else {**tag, "v": body}
    if name in ("Dictionary", "TypedDictionary"):
        body = [[simplified(key, losses), simplified(item, losses)] for key, item in body]
        return {"t": "Dictionary", "v": body} if "declared" in losses else {**tag, "v": body}
    has_floats = name in FLOATS or name in COLUMNS or name in TRANSFORMS
    if has_floats or name in ("Rect2", "AABB", "Plane", *FLOAT_LISTS) or (
        name in VECTOR_LISTS and VECTOR_LISTS[name] in FLOATS
    ):
        return {**tag, "v": _map_components(body, losses)}
    return tag
