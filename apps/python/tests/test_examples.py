"""Runs the examples as users do, and the page ``docs/data.md``.

The engines of ``many_*.py`` are skipped if they are not installed. ``GDVARIANT`` names the program.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections import abc
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import gdvariant as gd
import pytest
from gdvariant import *

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
PAGE = EXAMPLES.parents[2] / "docs" / "data.md"
PROGRAM = os.environ.get("GDVARIANT") or shutil.which(
    "gdvariant", path=EXAMPLES.parents[2] / "target" / "debug"
)


def run(example: str, *arguments: Any, status: int = 0) -> str:
    """Runs an example, and returns its output."""
    environment = os.environ | {
        "PYSPARK_PYTHON": sys.executable,
        # Spark listens on the local host only.
        "PYSPARK_SUBMIT_ARGS": "--conf spark.ui.enabled=false --conf spark.driver.bindAddress=127.0.0.1"
        " --conf spark.driver.host=127.0.0.1 pyspark-shell",
        "PYTHONIOENCODING": "utf-8",
    }
    command = [sys.executable, str(EXAMPLES / example), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, env=environment, timeout=300)
    assert done.returncode == status, done.stderr.decode()
    return done.stdout.decode()


def frames(values: Iterable[Any], **options: Any) -> bytes:
    return b"".join(gd.dumps(value, framed=True, **options) for value in values)


def moment(tick: int, player: str, health: float | None = None) -> dict[str, Any]:
    """Returns a value of a recording."""
    return {
        "tick": tick,
        "player": StringName(player),
        "position": Vector2(tick * 0.1, -tick),
        "health": 100 - tick * 1.5 if health is None else health,
        "account": 76561198000000001 + tick,
        "heights": PackedFloat32Array([tick * 0.1, float("nan")]),
    }


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder of valid and invalid recordings."""
    folder = tmp_path_factory.mktemp("data") / "recordings"
    folder.mkdir()
    eve = [gd.dumps(moment(tick, "Eve"), framed=True) for tick in range(3)]
    unknown = eve[1][:4] + b"\xc8" + eve[1][5:]
    old = (moment(tick, "Grace") | {"player": "Grace"} for tick in range(3))
    hurt = moment(7, "Bob", health=float("nan"))
    for name, content in {
        "ada.dat": frames(moment(tick, "Ada") for tick in range(5)),
        "bad value.dat": eve[0] + unknown + eve[2],
        "bob.dat": gd.dumps(hurt, framed=True, compression="zstd"),
        "cut.dat": b"".join(eve)[:-3],
        "grace.dat": frames(old, layout="godot3"),
        "locked.dat": gd.dumps(hurt, framed=True, password="secret"),
        "other.dat": frames([{"level": 3}, moment(4, "Eve")]),
    }.items():
        (folder / name).write_bytes(content)
    return folder


def rows(table: Path) -> list[dict[str, Any]]:
    """Returns the rows of a table in the order of the files."""
    parquet = pytest.importorskip("pyarrow.parquet")
    found: list[dict[str, Any]] = parquet.read_table(table).to_pylist()
    return sorted(found, key=lambda row: (row["file"], row["number"]))


def expected(error: abc.Callable[[str], str | None]) -> list[dict[str, Any]]:
    """Returns the rows of the recordings; a function returns the text of an error."""
    values: dict[str, list[dict[str, Any] | str]] = {
        "ada.dat": [moment(tick, "Ada") for tick in range(5)],
        "bad value.dat": [
            moment(0, "Eve"),
            "DecodeError: 0x00b0: unknown type 200, expected 0 to 38; use another layout, or skip a length prefix",
            moment(2, "Eve"),
        ],
        "bob.dat": [moment(7, "Bob", health=float("nan"))],
        "cut.dat": [
            moment(0, "Eve"),
            moment(1, "Eve"),
            "FrameError: 0x015c: the input ends in a frame: expected 168 bytes, found 165",
        ],
        "grace.dat": [moment(tick, "Grace") for tick in range(3)],
        "locked.dat": ["FileError: an encrypted file; pass its password or its key"],
        "other.dat": ["KeyError: 'tick'", moment(4, "Eve")],
    }
    names = ["tick", "player", "x", "y", "health", "account", "heights"]
    found = []
    for file, items in values.items():
        for number, item in enumerate(items):
            row: dict[str, Any] = {"file": file, "number": number}
            if isinstance(item, str):
                row |= {name: None for name in names} | {"error": error(item)}
            else:
                row |= {name: item.get(name) for name in names} | {"error": None}
                # Components have 32 bits.
                position = gd.loads(gd.dumps(item["position"]))
                row |= {"player": str(item["player"]), "x": position.x, "y": position.y}
                row["heights"] = list(item["heights"])
            found.append(row)
    return found


@pytest.mark.parametrize("engine", ["duckdb", "polars", "pyspark"])
def test_engines_decode_a_folder_to_the_same_table(recordings: Path, tmp_path: Path, engine: str) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip(engine)
    if engine == "pyspark" and not shutil.which("java"):
        pytest.skip("Spark needs Java")
    table = tmp_path / "table.parquet"
    output = run(f"many_{engine.removeprefix('py')}.py", recordings, table)
    # NaN does not equal itself.
    assert repr(rows(table)) == repr(expected(lambda error: error))
    for player, count, tick in [("Ada", 5, 4), ("Bob", 1, 7), ("Eve", 5, 4), ("Grace", 3, 2)]:
        assert re.search(rf"{player}\W+{count}\W+{tick}\W", output), output


@pytest.mark.parametrize("engine", ["duckdb", "polars"])
def test_values_of_other_types_do_not_end_the_job(tmp_path: Path, engine: str) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip(engine)
    others: list[dict[str, Any]] = [
        {"tick": 1e30},
        {"tick": "7"},
        {"position": "here"},
        {"position": [1, 2]},
        {"health": {}},
        {"account": None},
        {"heights": 7},
        {"heights": ["a"]},
        # These are converted.
        {"player": None},
        {"position": Vector2i(2**31 - 1, -1)},
        {"health": 2**62 + 1},
        {"heights": [1, -(2**63), 1e300]},
    ]
    folder = tmp_path / "recordings"
    folder.mkdir()
    values: list[Any] = [7, None, [], *(moment(1, "Eve") | other for other in others)]
    (folder / "eve.dat").write_bytes(frames(values))
    run(f"many_{engine}.py", folder, tmp_path / "table.parquet")
    found = rows(tmp_path / "table.parquet")
    assert [row["number"] for row in found] == list(range(len(values)))
    assert [bool(row["error"]) for row in found] == [True] * 11 + [False] * 4
    assert found[-1]["heights"] == [1, -(2.0**63), float("inf")]


def blocks(language: str) -> list[str]:
    """Returns the code blocks of the page in a language."""
    text = PAGE.read_text(encoding="utf-8")
    return [block.split("```")[0] for block in text.split(f"```{language}\n")[1:]]


@pytest.mark.skipif(not PROGRAM, reason="needs the program; build it with: cargo build -p gdvariant-cli")
def test_the_program_and_sql_create_the_same_table(recordings: Path) -> None:
    pytest.importorskip("duckdb")
    [loop] = blocks("sh")
    [query] = blocks("sql")
    folder = recordings.parent
    path = f"{Path(str(PROGRAM)).resolve().parent}{os.pathsep}{os.environ['PATH']}"
    commands = [
        ["sh", "-c", loop],
        # The program duckdb has the same functions.
        [sys.executable, "-c", "import duckdb, sys; duckdb.execute(sys.argv[1])", query],
    ]
    for command in commands:
        subprocess.run(command, cwd=folder, env=os.environ | {"PATH": path}, check=True, timeout=60)
    found = rows(folder / "table.parquet")
    errors = [row["error"] for row in found if row["error"]]
    assert [error.split(":")[0] for error in errors] == [
        "unknown type 200, expected 0 to 38",
        "the input ends in a value or its length",
        "error",
        "not a recording",
    ]
    assert "locked.dat: an encrypted file" in errors[2]
    names = list(expected(str)[0])
    texts = iter(errors)
    assert repr([{name: row[name] for name in names} for row in found]) == repr(expected(lambda _: next(texts)))


def test_the_page_shows_the_table(recordings: Path) -> None:
    text = PAGE.read_text(encoding="utf-8").split("\n## Invalid files\n")[1]
    shown = re.findall(r"^\| (\w+\.dat) \| (\d) \| (\w+) \| (.*) \|$", text, re.MULTILINE)
    found = [
        tuple("NULL" if row[name] is None else str(row[name]) for name in ("file", "number", "tick", "error"))
        for row in expected(lambda error: error)
    ]
    assert len(shown) == 5 and all(row in found for row in shown)


def test_the_page_shows_the_output_of_duckdb(recordings: Path, tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    [shown] = blocks("console")
    output = run("many_duckdb.py", recordings, tmp_path / "table.parquet")

    def cells(text: str) -> list[list[str]]:
        lines = [line for line in text.splitlines() if line.startswith("│")]
        return [line.replace("│", " ").split() for line in lines]

    assert cells(shown) == cells(output) and len(cells(shown)) == 7


def test_the_code_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("duckdb")
    saves = tmp_path / "saves"
    saves.mkdir()
    (saves / "a.dat").write_bytes(gd.dumps({"level": 3, "inventory": {"gold": 7}}, framed=True))
    (saves / "b.dat").write_bytes(gd.dumps({"level": 4}, framed=True))
    (saves / "c.dat").write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    scope: dict[str, Any] = {}
    code = blocks("python")
    assert len(code) == 2
    for block in code:
        exec(compile(block, str(PAGE), "exec"), scope)
    assert scope["saves"].fetchall() == [
        ("a.dat", 3, 7, None),
        ("b.dat", None, None, "KeyError('inventory')"),
        ("c.dat", None, None, "StopIteration()"),
    ]


def test_pandas_has_a_column_for_each_component(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    numpy = pytest.importorskip("numpy")
    ada = {
        "name": "Ada",
        "position": Vector3(1, 2, 3),
        "color": Color(1, 0, 0, 0.5),
        "items": {1: "sword", "1": "bow"},
        "trail": PackedVector2Array([(1, 2), (3, 4)]),
        "node": NodePath("/root/Ada"),
        "health": float("nan"),
    }
    bob = {"name": StringName("Bob"), "account": 2**53 + 1, "health": 3.0, "flags": b"ab"}
    save = tmp_path / "save.dat"
    save.write_bytes(gd.dumps({"level": 3, "players": [ada, bob]}, framed=True, compression="gzip"))
    csv = tmp_path / "players.csv"
    output = run("save_to_pandas.py", save, "--rows", "players", "--csv", csv)
    assert "position.x" in output and "float64" in output
    frame = pandas.read_csv(csv, dtype={"account": "Int64"})
    assert list(frame["name"]) == ["Ada", "Bob"] and frame["account"][1] == 2**53 + 1
    assert [frame[f"position.{axis}"][0] for axis in "xyz"] == [1, 2, 3]
    assert [frame[f"color.{channel}"][0] for channel in "rgba"] == [1, 0, 0, 0.5]
    assert (frame["items[1]"][0], frame["items.1"][0]) == ("sword", "bow")
    assert frame["node"][0] == "/root/Ada"

    sys.path.insert(0, str(EXAMPLES))
    try:
        import save_to_pandas
    finally:
        sys.path.pop(0)
    frame = save_to_pandas.table([save], "players")
    assert str(frame["account"].dtype) == "Int64" and frame["account"][1] == 2**53 + 1
    assert numpy.array_equal(frame["trail"][0], [[1, 2], [3, 4]])
    assert numpy.array_equal(frame["flags"][1], [97, 98])
    assert list(save_to_pandas.table([save])["level"]) == [3]


WORLD = {"spawn": Transform3D(), "color": Color(1, 0, 0), "names": PackedStringArray(["a"])}


def test_saves_are_migrated_in_the_same_layer(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    (saves / "slots").mkdir(parents=True)
    old: dict[str, Any] = {"layout": "godot3"}
    layers: dict[str, dict[str, Any]] = {
        "fastlz.dat": {"framed": True, "compression": "fastlz"},
        "deflate.dat": {"framed": True, "compression": "deflate"},
        "zstd.dat": {"framed": True, "compression": "zstd"},
        "gzip.dat": {"framed": True, "compression": "gzip"},
        "locked.dat": {"framed": True, "password": "secret"},
        "slots/big.dat": {"framed": True, "big_endian": True},
        "bare.dat": {},
    }
    for name, options in layers.items():
        (saves / name).write_bytes(gd.dumps(WORLD, **old, **options))
    (saves / "several.dat").write_bytes(frames([WORLD, 7, WORLD], **old))
    (saves / "packed.dat").write_bytes(gd.dumps_all([WORLD, 7], **old, compression="zstd"))
    (saves / "cut.dat").write_bytes(frames([WORLD], **old)[:-3])
    (saves / "empty.dat").write_bytes(b"")
    before = {file: file.read_bytes() for file in saves.rglob("*.dat")}

    output = run("migrate_saves.py", saves, tmp_path / "new", "--password", "secret", status=1)
    assert "cut.dat: error: 0x0004: the input ends in a " in output
    assert "empty.dat: error: the file is empty" in output
    assert output.count(": migrated\n") == len(layers) + 2
    new = tmp_path / "new"
    migrated = {str(file.relative_to(new)): file for file in new.rglob("*") if file.is_file()}
    assert sorted(migrated) == sorted([*layers, "several.dat", "packed.dat"])
    for name, options in layers.items():
        # A cipher has a random part.
        if "password" in options:
            assert migrated[name].read_bytes()[:4] == b"GDEC"
            values = gd.open(migrated[name], layout="godot4", password="secret")
            assert values.framing == "framed" and list(values) == [WORLD]
        else:
            assert migrated[name].read_bytes() == gd.dumps(WORLD, **options)
    assert migrated["several.dat"].read_bytes() == frames([WORLD, 7, WORLD])
    assert migrated["packed.dat"].read_bytes() == gd.dumps_all([WORLD, 7], compression="zstd")

    again = run("migrate_saves.py", saves, tmp_path / "new", "--password", "secret", status=1)
    assert again.count("error: the migrated file exists already") == len(migrated)
    assert "error: the migrated file exists already" in run("migrate_saves.py", saves, saves, status=1)
    assert {file: file.read_bytes() for file in saves.rglob("*") if file.is_file()} == before


def test_losses_are_listed_and_need_permission(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    (saves / "grid.dat").write_bytes(frames([{"cell": Vector2i(3, 4)}]))
    command = ("migrate_saves.py", saves, tmp_path / "old", "--source", "godot4", "--target", "godot3")
    output = run(*command, status=1)
    assert output.startswith("grid.dat: loss: cell: Vector2i became Vector2\ngrid.dat: error: not written")
    assert not (tmp_path / "old").exists()
    assert run(*command, "--lossy").endswith("grid.dat: migrated\n")
    values = gd.open(tmp_path / "old" / "grid.dat", layout="godot3")
    assert list(values) == [{"cell": Vector2(3, 4)}]


class Client:
    """A StreamPeerTCP that waits for each value."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.decoder = gd.FrameDecoder()

    def put_var(self, value: Any) -> None:
        self.socket.sendall(gd.dumps(value, framed=True))

    def get_var(self) -> Any:
        while True:
            try:
                return next(self.decoder)
            except StopIteration:
                pass
            data = self.socket.recv(4096)
            assert data, "the server closed the connection"
            self.decoder.feed(data)

    def is_closed(self) -> bool:
        try:
            return self.socket.recv(4096) == b""
        except ConnectionError:
            return True


@pytest.fixture
def port() -> Iterator[int]:
    """Starts the server, and returns its port."""
    command = [sys.executable, str(EXAMPLES / "server.py"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        try:
            assert server.stdout
            line = server.stdout.readline().decode()
            assert line.startswith("listening on 127.0.0.1:"), line
            yield int(line.rsplit(":", 1)[1])
            assert server.poll() is None, "the server ended"
        finally:
            server.kill()
            _, errors = server.communicate(timeout=20)
        assert b"Traceback" not in errors, errors.decode()


def test_the_server_relays_messages(port: int) -> None:
    ada = Client(port)
    assert ada.get_var() == {"welcome": 1, "positions": {}}
    ada.put_var({"position": Vector2(3, 4)})
    ada.put_var({"position": Vector2(3, 5), "name": "Ada"})
    assert ada.get_var() == {"error": "expected a Dictionary with one key"}
    bob = Client(port)
    assert bob.get_var() == {"welcome": 2, "positions": {1: Vector2(3, 4)}}
    assert ada.get_var() == {"from": 2, "joined": True}
    bob.put_var({"chat": "hello"})
    assert ada.get_var() == {"from": 2, "chat": "hello"}
    bob.socket.close()
    assert ada.get_var() == {"from": 2, "left": True}


def test_the_server_survives_invalid_clients(port: int) -> None:
    ada, eve = Client(port), Client(port)
    assert ada.get_var()["welcome"] != eve.get_var()["welcome"]
    ada.get_var()

    # An invalid value and values of other types: the connection continues.
    eve.socket.sendall(b"\x04\0\0\0\xc8\0\0\0")
    assert "unknown type 200" in eve.get_var()["error"]
    values: list[Any] = [7, [], {}, {"chat": 7}, {"chat": "a" * 501}, {1: 2}, {"position": "here"}]
    for value in [*values, Pairs([([], 1)])]:
        eve.put_var(value)
        assert "expected" in eve.get_var()["error"], value
    eve.put_var(Object("Node", {"name": "eve"}))
    assert "object" in eve.get_var()["error"]
    eve.put_var({"chat": "hello"})
    assert ada.get_var()["chat"] == "hello"

    # A length above the maximum ends the connection.
    eve.socket.sendall(b"\xff\xff\xff\x7f")
    assert "expected at most 65536" in eve.get_var()["error"]
    assert eve.is_closed() and "left" in ada.get_var()

    # The connection ends within a value.
    bob = Client(port)
    bob.get_var()
    assert "joined" in ada.get_var()
    bob.socket.sendall(gd.dumps({"chat": "hello"}, framed=True)[:-2])
    bob.socket.shutdown(socket.SHUT_WR)
    assert "ends in" in bob.get_var()["error"]
    assert bob.is_closed() and "left" in ada.get_var()
    ada.put_var({"chat": "still here"})


def test_the_server_disconnects_clients_that_do_not_read(port: int) -> None:
    ada, bob = Client(port), Client(port)
    ada.get_var(), bob.get_var(), ada.get_var()
    message = gd.dumps({"chat": "a" * 500}, framed=True) * 100
    for _ in range(1000):
        ada.socket.settimeout(20)
        ada.socket.sendall(message)
        ada.socket.setblocking(False)
        try:
            ada.decoder.feed(ada.socket.recv(4096))
            break
        except BlockingIOError:
            pass
    ada.socket.settimeout(20)
    assert ada.get_var() == {"from": 2, "left": True}
