"""What type checkers infer; checked by mypy and pyright, and never imported."""

import mmap
from array import array
from typing import Any, assert_type

import gdvariant as gd


def packed(path: str, shared: mmap.mmap, layout: gd.Layout) -> None:
    x, y = gd.Vector2(1, 2)
    assert_type(x, float)
    assert_type(y, float)
    assert_type(gd.Vector2i(1, 2)[0], int)
    assert_type(gd.Rect2().position.x, float)
    assert_type(gd.PackedVector3Array().components, memoryview[float])
    assert_type(gd.PoolVector2iArray().components, memoryview[int])
    assert_type(gd.PackedVector3Array()[0], gd.Vector3)
    assert_type(gd.PackedInt32Array()[0], int)
    assert_type(gd.Callable(), gd.Callable)
    gd.PackedVector3Array().extend([(1, 2, 3)])
    gd.detect(path)
    for data in (b"", bytearray(), memoryview(b""), array("B"), shared):
        gd.loads(data, layout=layout)
        gd.open(data)
        gd.Document(data)
        gd.unpack(data)
        gd.audit(data)
        gd.detect(data)
        gd.dumps(1, header=data, key=data)
        gd.pack(data, compression="zstd")
        gd.FrameDecoder().feed(data)
    with open(path, "rb") as file:
        best = gd.detect(file.read())[0]
        gd.open(file, layout=best.layout, framing=best.framing)
    assert_type(gd.Object("Node").get("name"), Any | None)
    gd.dumps(1, layout="godot5")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
