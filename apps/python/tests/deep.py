"""Calls every function with deeply nested values, on a thread with a small stack.

python deep.py STACK KIND
"""

import copy
import pickle
import sys
import threading
from collections.abc import Callable
from typing import Any

import gdvariant as gd

LEVELS = 1024
WRAPPERS: dict[str, Callable[[Any], Any]] = {
    "array": lambda value: [value],
    "dictionary": lambda value: {"key": value},
    "pairs": lambda value: gd.Pairs([(1, value), (1.0, 2)]),
    "typed": lambda value: gd.TypedArray([value], list),
    "object": lambda value: gd.Object("Node", [("property", value)]),
}


def nested(wrap: Callable[[Any], Any], innermost: Any, levels: int = LEVELS) -> Any:
    value = innermost
    for _ in range(levels):
        value = wrap(value)
    return value


def check(kind: str) -> None:
    wrap = WRAPPERS[kind]
    # An element of an Array of Arrays is an Array.
    value = gd.TypedArray([nested(WRAPPERS["array"], [], LEVELS - 1)], list) if kind == "typed" else nested(wrap, [])
    encoded = gd.dumps(value)
    options: Any = {"allow_objects": True}
    assert gd.dumps(gd.loads(encoded, **options)) == encoded
    file = gd.dumps(value, framed=True, compression="zstd")
    assert gd.dumps(next(gd.open(file, layout="godot4", framing="framed", **options))) == encoded
    assert gd.dumps(next(gd.FrameDecoder(**options).feed(gd.dumps(value, framed=True)))) == encoded
    assert gd.dumps(gd.str_to_var(gd.var_to_str(value))) == encoded
    document = gd.Document(encoded, layout="godot4")
    assert gd.dumps(document.get()) == encoded
    document.convert("pandemonium5", lossy=True)
    rows, error = gd.inspect(encoded, **options)
    assert len(rows) > LEVELS and error is None
    assert gd.detect(encoded)
    for broken in (encoded[:-1], gd.dumps([]) + encoded):
        try:
            gd.loads(broken, **options)
            raise AssertionError("the input is invalid")
        except gd.DecodeError:
            pass
    try:
        gd.dumps(nested(wrap, value))
        raise AssertionError("the value is too deep")
    except gd.EncodeError as deep:
        assert str(LEVELS) in deep.reason
    # Python limits its own recursion.
    other = copy.copy(value)
    members = nested(WRAPPERS["typed"] if kind == "typed" else wrap, [])
    same = nested(WRAPPERS["typed"] if kind == "typed" else wrap, [])
    for function in (
        lambda: repr(members),
        lambda: str(members),
        lambda: members == same,
        lambda: value == other,
        lambda: hash((members,)),
        lambda: pickle.dumps(members) if sys.version_info < (3, 12) else None,
    ):
        try:
            function()
        except (RecursionError, TypeError):
            pass
    print("done")


threading.stack_size(int(sys.argv[1]))
thread = threading.Thread(target=check, args=sys.argv[2:])
thread.start()
thread.join()
