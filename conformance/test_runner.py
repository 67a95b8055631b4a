"""Tests of the runner: forms of values, programs that misbehave, and reports."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

import run
from program import Answer, Program
from values import InvalidAnswer, canonical, from_json, loads, to_json


def program(body: str, timeout: float = 5.0) -> Program:
    """Returns a program in Python, which has the input `line` in a loop."""
    source = f"import sys, os, time\nfor line in sys.stdin:\n    line = line.strip()\n    {body}"
    return Program([sys.executable, "-c", source], timeout)


def outcomes(answers: list[Answer] | None) -> list[str]:
    assert answers is not None
    return [answer.text if answer.outcome == "line" else answer.outcome for answer in answers]


class Values(unittest.TestCase):
    def same(self, left: str, right: str) -> None:
        self.assertEqual(from_json(loads(left)), from_json(loads(right)))

    def different(self, left: str, right: str) -> None:
        self.assertNotEqual(from_json(loads(left)), from_json(loads(right)))

    def test_every_vector_round_trips(self) -> None:
        for layout in run.LAYOUTS:
            for case in run.decode_cases(layout):
                text = json.dumps(to_json(case.expected))
                self.assertEqual(from_json(loads(text)), canonical(case.expected), case.name)

    def test_spelling_of_numbers_is_not_significant(self) -> None:
        self.same("0.1e1", "1.0")
        self.same('{"Vector2": [1, 0.1]}', '{"Vector2": [1.0, 0.10000000149011612]}')
        self.same('{"NodePath": "/a:b"}', '{"NodePath": {"subnames": ["b"], "names": ["a"], "absolute": true}}')
        self.same('{"a": 1}', '{"Dictionary": [["a", 1]]}')

    def test_differences_are_significant(self) -> None:
        self.different("1", "1.0")
        self.different("0.0", "-0.0")
        self.different("9007199254740993", "9007199254740992")
        self.different('{"a": 1, "b": 2}', '{"b": 2, "a": 1}')
        self.different('{"float": "nan"}', '{"float": "nan:7ff8000000000001"}')
        self.different('"a"', '{"StringName": "a"}')
        self.different('{"PackedInt32Array": [1]}', '{"PackedInt64Array": [1]}')
        self.different('{"PackedFloat64Array": [0.1]}', '{"PackedFloat64Array": [0.10000000149011612]}')

    def test_invalid_answers_are_rejected(self) -> None:
        for text in ["NaN", "1e", '{"Vector2": [1]}', '{"Vector2i": [1.5, 2]}', '{"Vector2": [1e39, 0]}']:
            with self.assertRaises(InvalidAnswer, msg=text):
                from_json(loads(text))


class Programs(unittest.TestCase):
    inputs = [str(number) for number in range(40)]

    def expect(self, body: str, failing: dict[int, str], timeout: float = 5.0) -> None:
        expected = [failing.get(number, str(number)) for number in range(40)]
        answers = program(body, timeout).answers("decode", "godot4", self.inputs)
        self.assertEqual(outcomes(answers), expected)

    def test_answers_are_in_order(self) -> None:
        self.expect("print(line)", {})

    def test_crashes_are_attributed_with_buffered_output(self) -> None:
        failing = {0: "crashed", 17: "crashed", 18: "crashed", 39: "crashed"}
        crash = "os.abort() if line in ('0', '17', '18', '39') else None"
        self.expect(f"{crash}; print(line)", failing)
        self.expect(f"{crash}; print(line, flush=True)", failing)

    def test_hangs_are_attributed(self) -> None:
        self.expect("time.sleep(60) if line == '9' else print(line, flush=True)", {9: "hung"}, 0.5)

    def test_missing_and_excessive_lines_are_attributed(self) -> None:
        self.expect("line == '5' or print(line)", {5: "garbled"})
        self.expect("print(line, *'\\n\\n' * (line == '5'))", {5: "garbled"})

    def test_missing_support_is_no_failure(self) -> None:
        self.assertIsNone(program("sys.exit(64)").answers("open", "godot4", self.inputs))

    def test_messages_of_crashes_are_kept(self) -> None:
        answers = program("raise ValueError('bad ' + line)").answers("decode", "godot4", ["7"])
        self.assertEqual(answers, [Answer("crashed", "exit status 1: ValueError: bad 7")])


class Judgments(unittest.TestCase):
    def outcome(self, task: str, expected: Any, answer: str, losses: list[str] | None = None) -> str:
        case = run.Case("case", "int", "02", expected)
        return run.judge(task, case, Answer("line", answer), losses or []).outcome

    def test_verdicts(self) -> None:
        value = {"t": "int", "v": "7"}
        self.assertEqual(self.outcome("verdicts", value, "7"), "as the engine")
        self.assertEqual(self.outcome("verdicts", value, "8"), "other value")
        self.assertEqual(self.outcome("verdicts", value, '{"error": "no"}'), "stricter")
        self.assertEqual(self.outcome("verdicts", None, '{"error": "no"}'), "as the engine")
        self.assertEqual(self.outcome("verdicts", None, "7"), "too lenient")
        self.assertEqual(self.outcome("verdicts", value, "seven"), "garbled")

    def test_losses_of_a_manifest(self) -> None:
        for loss, expected, answer in [
            ("numbers", {"t": "float", "v": "3ff0000000000000"}, "1"),
            ("names", {"t": "StringName", "v": "a"}, '"a"'),
            ("lists", {"t": "PackedInt32Array", "v": ["1"]}, "[1]"),
            ("declared", {"t": "Array", "element": {"type": "int"}, "v": []}, "[]"),
            ("nan", {"t": "Vector2", "v": ["7ff8000020000000"] * 2}, '{"Vector2": ["nan", "nan"]}'),
        ]:
            self.assertEqual(self.outcome("decode", expected, answer), "other value", loss)
            self.assertEqual(self.outcome("decode", expected, answer, [loss]), "as the engine", loss)

    def test_bytes(self) -> None:
        self.assertEqual(self.outcome("encode", "0a00", "0A00"), "as the engine")
        self.assertEqual(self.outcome("encode", "0a00", "0a01"), "other value")

    def test_texts(self) -> None:
        engine = '{\n"a": 1,\n"b": 2.5\n}'
        self.assertEqual(self.outcome("format", engine, json.dumps('{\n"b": 2.5,\n"a": 1\n}')), "as the engine")
        self.assertEqual(self.outcome("format", engine, json.dumps('{\n"b": 2.6,\n"a": 1\n}')), "other value")
        self.assertEqual(self.outcome("format", "335930.62", '"335930.63"'), "as the engine")


class Reports(unittest.TestCase):
    def test_a_report_names_failing_inputs(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "report.md"
            command = [sys.executable, "-c", "import sys\nfor line in sys.stdin: print('null')"]
            options = ["--layout", "godot3", "--task", "decode", "--report", str(path)]
            self.assertEqual(run.main([*options, "--", *command]), 1)
            text = path.read_text(encoding="utf-8")
        self.assertIn("| Nil | 28 of 28 |", text)
        self.assertIn("| bool | other value | 22 | `0100000001000000` | `true` | `null` |", text)
        self.assertIn("echo 0100000001000000 | ", text)


class Exports(unittest.TestCase):
    def exported(self, *arguments: str) -> subprocess.Popen[str]:
        """Starts the runner, which prints the inputs and answers of a task."""
        command = [sys.executable, str(run.FOLDER / "run.py"), "--export", *arguments]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def test_every_task_is_exported(self) -> None:
        for task in run.TASKS:
            output, errors = self.exported(task, "godot4").communicate()
            self.assertEqual(errors, "", task)
            for line in output.splitlines():
                self.assertEqual(list(json.loads(line)), ["input", "expected"], task)
            self.assertGreater(len(output.splitlines()), 5, task)

    def test_unknown_names_are_usage_errors(self) -> None:
        for names, error in [
            (["vectors", "godot4"], f"expected one of {', '.join(run.TASKS)}, found vectors\n"),
            (["decode", "godot5"], f"expected one of {', '.join(run.LAYOUTS)}, found godot5\n"),
        ]:
            process = self.exported(*names)
            output, errors = process.communicate()
            self.assertEqual((process.returncode, output), (2, ""))
            self.assertTrue(errors.endswith(error), errors)

    def test_a_closed_pipe_is_no_error(self) -> None:
        with self.exported("decode", "godot4") as process:
            assert process.stdout and process.stderr
            process.stdout.readline()
            process.stdout.close()
            self.assertEqual((process.wait(), process.stderr.read()), (0, ""))


if __name__ == "__main__":
    unittest.main()
