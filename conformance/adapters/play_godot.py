"""Lets the codec of PlayGodot take part. It encodes basic types only, and decodes more."""

from __future__ import annotations

import base64
import json
import math
import sys
from pathlib import Path
from typing import Any

from playgodot.variant import decode_variant, encode_variant

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from values import NAMES, Pairs, loads  # noqa: E402

MEMBERS = {"Vector2": "xy", "Vector2i": "xy", "Vector3": "xyz", "Vector3i": "xyz", "Color": "rgba"}


def component(number: Any) -> Any:
    """Returns a number, or the string of a non-finite float."""
    if isinstance(number, float) and not math.isfinite(number):
        return "nan" if math.isnan(number) else "inf" if number > 0 else "-inf"
    return number


def to_json(value: Any) -> Any:
    """Returns a decoded value in the JSON form."""
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": component(value)}
    if isinstance(value, bytes):
        return {"PackedByteArray": base64.b64encode(value).decode()}
    if isinstance(value, list):
        return [to_json(item) for item in value]
    if isinstance(value, dict):
        name = value.get("_type")
        if name == "RID":
            return {"RID": value["id"]}
        if name in MEMBERS:
            return {name: [component(value[member]) for member in MEMBERS[name]]}
        return {"Dictionary": [[to_json(key), to_json(item)] for key, item in value.items()]}
    return value


def from_json(value: Any) -> Any:
    """Returns a value in the JSON form as a value of Python."""
    if isinstance(value, Pairs):
        name, body = value[0] if value else ("", None)
        if len(value) != 1 or name not in NAMES:
            return {key: from_json(item) for key, item in value}
        if name == "float":
            return float(body)
        if name == "PackedByteArray":
            return base64.b64decode(body)
        if name == "Dictionary":
            return {from_json(key): from_json(item) for key, item in body}
        raise TypeError(f"no type for {name}")
    return [from_json(item) for item in value] if isinstance(value, list) else value


def answer(task: str, line: str) -> str:
    """Answers a line of input."""
    if task == "encode":
        return encode_variant(from_json(loads(line))).hex()
    return json.dumps(to_json(decode_variant(bytes.fromhex(line))[0]))


def main() -> None:
    """Answers each line of standard input."""
    task, layout = sys.argv[1:]
    if task not in ("decode", "verdicts", "encode") or layout != "godot4":
        sys.exit(64)
    for line in sys.stdin:
        try:
            print(answer(task, line.strip()), flush=True)
        except Exception as error:
            print(json.dumps({"error": f"{type(error).__name__}: {error}"}), flush=True)


main()
