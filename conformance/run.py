#!/usr/bin/env python3
"""Runs an implementation of the format on the data of this folder, and reports what it does.

    run.py [OPTIONS] -- COMMAND [ARGUMENTS]    a program that follows the protocol
    run.py [OPTIONS] adapters/NAME.json        an adapter, described by its manifest
    run.py --export decode godot4              the inputs and expected answers as JSON lines

README.md describes the protocol. The exit status is 1 if any result is a failure.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from program import Answer, Program
from values import (
    LOSSES, InvalidAnswer, Pairs, canonical, from_json, loads, simplified, to_json, type_name,
)  # fmt: skip

FOLDER = Path(__file__).resolve().parent
LAYOUTS = ("godot3", "godot4", "pandemonium", "pandemonium5")
TASKS = ("decode", "encode", "verdicts", "format", "parse", "open")
# The tasks whose answers are values.
VALUES = ("decode", "verdicts", "open")
# The engines whose files the task `open` reads, by layout.
ENGINES = {"godot3": ("godot-3.2.3", "godot-3.6.2"), "godot4": ("godot-4.6.3",)}
PASSWORD = "correct horse"
KEY = bytes(index * 5 % 256 for index in range(32)).hex()
OUTCOMES = ("as the engine", "stricter", "other value", "too lenient", "crashed", "hung", "garbled")
# Outcomes that are no failures: an implementation may reject what the engine accepts.
ACCEPTABLE = ("as the engine", "stricter")


@dataclass
class Case:
    """An input with the answers that are correct."""

    name: str
    group: str
    input: str
    expected: Any  # The tagged value, the bytes or the text; None if the input is malformed.
    others: list[Any] = field(default_factory=list)


@dataclass
class Result:
    """What a program made of a case."""

    case: Case
    outcome: str
    got: str


def data(file: str) -> Iterator[dict[str, Any]]:
    """Returns the lines of a data file, or nothing if the layout has no such file."""
    path = FOLDER / file
    if path.exists():
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)


def compact(value: Any) -> str:
    """Returns a value as one line of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def decode_cases(layout: str) -> Iterator[Case]:
    for line in data(f"vectors/{layout}.jsonl"):
        value = line["value"]
        for key in ("hex", "engine_hex"):
            if key in line:
                yield Case(line["id"], type_name(value), line[key], value)


def encode_cases(layout: str) -> Iterator[Case]:
    for line in data(f"vectors/{layout}.jsonl"):
        value = line["value"]
        # An engine writes any bytes as padding.
        others = [line["engine_hex"]] if "engine_hex" in line else []
        yield Case(line["id"], type_name(value), compact(to_json(value)), line["hex"], others)


def verdict_cases(layout: str) -> Iterator[Case]:
    for path in sorted(FOLDER.glob("verdicts/*.jsonl")):
        if path.stem.split("-")[0] == layout:
            for number, line in enumerate(data(f"verdicts/{path.name}"), 1):
                others = [line["also"]] if "also" in line else []
                name = f"{path.name}:{number}"
                yield Case(name, path.stem, line["hex"], line.get("value"), others)


def format_cases(layout: str) -> Iterator[Case]:
    for number, line in enumerate(data(f"texts/{layout}.jsonl"), 1):
        yield Case(f"{layout}.jsonl:{number}", "texts", line["hex"], line["text"])


def parse_cases(layout: str) -> Iterator[Case]:
    for number, line in enumerate(data(f"texts/{layout}-scripts.jsonl"), 1):
        name = f"{layout}-scripts.jsonl:{number}"
        yield Case(name, "scripts", compact(line["text"]), line["hex"])


def open_cases(layout: str) -> Iterator[Case]:
    for engine in ENGINES.get(layout, ()):
        for path in sorted((FOLDER / "files" / engine).iterdir()):
            form, _, count = path.stem.partition("-")
            if path.suffix not in (".gcpf", ".gdec"):
                continue
            keys = {"pass": {"password": PASSWORD}, "key": {"key": KEY}}.get(form, {})
            line = {"path": os.path.relpath(path), **keys}
            if form == "exact":
                # Content of entire blocks: 12 bytes precede the elements of one value.
                content = bytes(index * 7 % 256 for index in range(int(count) - 12)).hex()
                name = "PoolByteArray" if layout == "godot3" else "PackedByteArray"
                values = [{"t": name, "v": content}]
            else:
                text = path.with_name(f"plain-{count}.json").read_text(encoding="utf-8")
                values = [from_json(value) for value in loads(text)]
            group = "encrypted" if keys else "compressed"
            yield Case(f"{engine}/{path.name}", group, compact(line), {"t": "Array", "v": values})


CASES = {
    "decode": decode_cases,
    "encode": encode_cases,
    "verdicts": verdict_cases,
    "format": format_cases,
    "parse": parse_cases,
    "open": open_cases,
}


def comparable(text: str) -> list[str]:
    """Returns the lines of a text in a form in which correct texts are equal.

    Engines sort keys, and round the last digit of 32-bit floats down or up.
    """

    def single(match: re.Match[str]) -> str:
        digits = match.group().lower().split("e")[0].strip("-").replace(".", "").lstrip("0")
        is_single = len(digits) <= 9 and abs(float(match.group())) < 3.4e38
        return struct.pack(">f", float(match.group())).hex() if is_single else match.group()

    lines = text.replace(",\n", "\n").split("\n")
    return sorted(re.sub(r"-?\d+\.\d+(e[-+]?\d+)?", single, line) for line in lines)


def judge(task: str, case: Case, answer: Answer, losses: list[str]) -> Result:
    """Compares the answer of a program with the engine's, except for differences that it lacks."""
    if answer.outcome != "line":
        return Result(case, answer.outcome, answer.text)
    got = answer.text
    is_error = False
    value: Any = got.strip().lower()
    if task in (*VALUES, "format") or got.startswith("{"):
        try:
            value = loads(got)
        except InvalidAnswer as error:
            return Result(case, "garbled", f"{got[:100]} ({error})")
        is_error = isinstance(value, Pairs) and [key for key, _ in value] == ["error"]
    if is_error:
        return Result(case, "as the engine" if case.expected is None else "stricter", got)
    if case.expected is None:
        return Result(case, "too lenient", got)
    accepted = [case.expected, *case.others]
    if task == "format":
        is_same = isinstance(value, str) and comparable(value) == comparable(case.expected)
    elif task in VALUES:
        try:
            same = [simplified(canonical(tag), losses) for tag in accepted]
            is_same = simplified(from_json(value), losses) in same
        except (InvalidAnswer, ValueError) as error:
            return Result(case, "other value", f"{got} ({error})")
    else:
        is_same = value in accepted
    return Result(case, "as the engine" if is_same else "other value", got)


Results = dict[str, dict[str, "list[Result] | None"]]


def run(
    program: Program, tasks: list[str], layouts: list[str], every: int, losses: list[str]
) -> Results:
    """Runs every task in every layout; None stands for a task that is not supported."""
    results: Results = {}
    for layout in layouts:
        results[layout] = {}
        for task in tasks:
            cases = list(CASES[task](layout))[::every]
            if not cases:
                continue
            answers = program.answers(task, layout, [case.input for case in cases])
            if answers is None:
                results[layout][task] = None
                continue
            judged = [judge(task, case, answer, losses) for case, answer in zip(cases, answers)]
            results[layout][task] = judged
            counts = Counter(result.outcome for result in judged)
            summary = ", ".join(
                f"{counts[name]} {outcome_name(task, name)}" for name in OUTCOMES if counts[name]
            )
            print(f"{layout} {task}: {summary}", file=sys.stderr)
    return results


def is_failure(task: str, result: Result) -> bool:
    """Returns whether a result is a failure; only for verdicts, a program may be stricter."""
    return result.outcome not in (ACCEPTABLE if task == "verdicts" else ACCEPTABLE[:1])


def outcome_name(task: str, outcome: str) -> str:
    """Returns an outcome as the report of a task names it."""
    return "error" if outcome == "stricter" and task != "verdicts" else outcome


# The report ------------------------------------------------------------------------------------


def cut(text: str, length: int = 100) -> str:
    """Returns text that fits a table cell."""
    text = text.replace("\n", "\\n").replace("|", "\\|").replace("`", "'")
    return text if len(text) <= length else f"{text[:length]}..."


def ratio(results: list[Result] | None, group: str) -> str:
    if results is None:
        return "not supported"
    mine = [result for result in results if result.case.group == group]
    good = sum(result.outcome == "as the engine" for result in mine)
    return f"{good} of {len(mine)}" if mine else ""


def expected_text(task: str, case: Case) -> str:
    if case.expected is None:
        return "an error"
    return compact(to_json(case.expected)) if task in VALUES else str(case.expected)


def type_table(results: dict[str, list[Result] | None]) -> Iterator[str]:
    """Returns the table of types, with the numbers of values that were decoded and encoded."""
    columns = [task for task in ("decode", "encode") if task in results]
    groups = {result.case.group for task in columns for result in results[task] or []}
    if not groups:
        return
    yield "| type | " + " | ".join(f"{task}d" for task in columns) + " |"
    yield "| --- |" + " --- |" * len(columns)
    for group in sorted(groups, key=str.lower):
        yield f"| {group} | " + " | ".join(ratio(results[task], group) for task in columns) + " |"
    complete = [
        f"{task}d {sum(_is_complete(results[task], group) for group in groups)}"
        for task in columns
        if results[task] is not None
    ]
    yield f"\nOf {len(groups)} types, all values are: {', '.join(complete)}."


def _is_complete(results: list[Result] | None, group: str) -> bool:
    mine = [result for result in results or [] if result.case.group == group]
    return bool(mine) and all(result.outcome == "as the engine" for result in mine)


def outcome_table(task: str, results: list[Result]) -> Iterator[str]:
    if not any(is_failure(task, result) for result in results):
        results = [Result(Case("", "all", "", None), result.outcome, "") for result in results]
    names = [name for name in OUTCOMES if any(result.outcome == name for result in results)]
    yield "| data | inputs | " + " | ".join(outcome_name(task, name) for name in names) + " |"
    yield "| --- | ---: |" + " ---: |" * len(names)
    for group in sorted({result.case.group for result in results}):
        mine = Counter(result.outcome for result in results if result.case.group == group)
        cells = " | ".join(str(mine[name]) for name in names)
        yield f"| {group} | {sum(mine.values())} | {cells} |"


def failure_table(task: str, results: list[Result], limit: int) -> Iterator[str]:
    """Returns the shortest failing inputs of each type and outcome."""
    failures = [result for result in results if is_failure(task, result)]
    if not failures:
        return
    kinds: dict[tuple[str, str, str], list[Result]] = {}
    for result in failures:
        kind = result.got.split(":")[0] if result.outcome == "crashed" else ""
        kinds.setdefault((result.case.group, result.outcome, kind), []).append(result)
    yield "| data | outcome | inputs | shortest input | expected | got |"
    yield "| --- | --- | ---: | --- | --- | --- |"
    for (group, outcome, _), same in sorted(kinds.items(), key=lambda item: item[0]):
        for index, result in enumerate(sorted(same, key=lambda it: len(it.case.input))[:limit]):
            cells = [
                "" if index else str(len(same)),
                f"`{cut(result.case.input, 120)}`",
                f"`{cut(expected_text(task, result.case))}`",
                f"`{cut(result.got)}`" if result.got else "",
            ]
            yield f"| {group} | {outcome_name(task, outcome)} | {' | '.join(cells)} |"


def reproductions(
    task: str, layout: str, results: list[Result], command: str, template: str | None
) -> Iterator[str]:
    """Returns a command line for the shortest failing input of each outcome and type."""
    shortest: dict[tuple[str, str], Result] = {}
    for result in results:
        key = (result.outcome, result.case.group if task != "verdicts" else result.got[:24])
        if is_failure(task, result) and (
            key not in shortest or len(result.case.input) < len(shortest[key].case.input)
        ):
            shortest[key] = result
    # Other values first, because errors can be types that the implementation does not have.
    by_length = sorted(shortest.values(), key=lambda it: (it.outcome == "stricter", len(it.case.input)))
    for result in by_length[:12]:
        if len(result.case.input) > 400:
            continue
        got = cut(result.got, 80) or result.outcome
        yield f"# expected {cut(expected_text(task, result.case), 80)}; got {got}"
        if template:
            yield template.replace("{input}", result.case.input)
        else:
            yield f"echo {shlex.quote(result.case.input)} | {command} {task} {layout}"


def report(title: str, facts: list[str], results: Results, command: str, manifest: dict[str, Any]) -> str:
    """Returns the report in Markdown."""
    lines = [f"# {title}", ""]
    lines += [f"- {fact}" for fact in facts]
    lines += ["", "A value counts for the type of the whole value. [README.md](../README.md) explains the outcomes."]
    for layout, tasks in results.items():
        lines += ["", f"## {layout}", ""]
        missing = [task for task, found in tasks.items() if found is None]
        if missing:
            lines += [f"Not supported: {', '.join(missing)}.", ""]
        lines += list(type_table(tasks))
        for task, found in tasks.items():
            if found is None:
                continue
            failures = list(failure_table(task, found, 1))
            if not failures and task in ("decode", "encode"):
                continue
            lines += ["", f"### {layout}: {task}", "", *outcome_table(task, found)]
            if failures:
                lines += ["", *failures]
            template = manifest.get("reproduce", {}).get(task)
            commands = list(reproductions(task, layout, found, command, template))
            if commands:
                lines += ["", "```sh", *commands, "```"]
    return "\n".join(lines).rstrip() + "\n"


# The command line ------------------------------------------------------------------------------


def load_manifest(path: Path, build: Path, is_installing: bool) -> tuple[dict[str, Any], Program]:
    """Returns the manifest of an adapter and its program, and installs the implementation."""
    manifest = json.loads(path.read_text(encoding="utf-8"))
    folder = (build / path.stem).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    places = {"build": str(folder), "adapters": str(path.resolve().parent)}

    def filled(words: list[str]) -> list[str]:
        return [word.format(**places) for word in words]

    if is_installing:
        for command in manifest.get("install", []):
            subprocess.run(filled(command), check=True)
    env = {"CONFORMANCE_BUILD": str(folder)}
    return manifest, Program(filled(manifest["command"]), env=env)


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="*", help="a manifest, or -- and a command")
    parser.add_argument("--task", action="append", choices=TASKS, help="run only this task; can be repeated")
    parser.add_argument("--layout", action="append", choices=LAYOUTS, help="run only this layout; can be repeated")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="use only every Nth input")
    parser.add_argument("--timeout", type=float, default=10.0, metavar="SECONDS", help="stop a program that prints nothing for this time")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write a report in Markdown")
    parser.add_argument("--install", action="store_true", help="run the manifest's commands that install the implementation")
    parser.add_argument("--build", type=Path, default=FOLDER.parent / "target" / "conformance", metavar="DIR", help="install implementations here")
    parser.add_argument("--export", nargs=2, metavar=("TASK", "LAYOUT"), help="print the inputs and expected answers of a task")
    options = parser.parse_args(arguments)
    if options.export:
        for found, names in zip(options.export, (TASKS, LAYOUTS)):
            if found not in names:
                parser.error(f"argument --export: expected one of {', '.join(names)}, found {found}")
    return options


def export(task: str, layout: str) -> None:
    """Prints each input of a task with the expected answer."""
    try:
        print_cases(task, layout)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader, such as `head`, has what it needs. Python flushes its output again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_cases(task: str, layout: str) -> None:
    for case in CASES[task](layout):
        expected: Any = case.expected
        if task in VALUES:
            expected = {"error": ""} if expected is None else to_json(expected)
        print(compact({"input": case.input, "expected": expected}))


def main(arguments: list[str]) -> int:
    options = parse_arguments(arguments)
    if options.export:
        export(*options.export)
        return 0
    if not options.command:
        raise SystemExit("error: missing command; name a manifest, or -- and a command")
    manifest: dict[str, Any] = {}
    command = options.command
    if len(command) == 1 and command[0].endswith(".json"):
        manifest, program = load_manifest(Path(command[0]), options.build, options.install)
    else:
        program = Program(command)
    program.timeout = options.timeout
    tasks = options.task or list(TASKS)
    layouts = options.layout or manifest.get("layouts") or list(LAYOUTS)
    losses: list[str] = manifest.get("losses", [])
    results = run(program, tasks, layouts, options.every, losses)
    if options.report:
        version = (FOLDER / "VERSION").read_text(encoding="utf-8").strip()
        name = manifest.get("name", shlex.join(command))
        facts = [f"{key}: {manifest[key]}" for key in ("version", "language", "source", "note") if key in manifest]
        if losses:
            facts.append(f"counted as correct: {'; '.join(LOSSES[loss] for loss in losses)}")
        facts.append(f"suite: version {version}, {date.today()}")
        shown = shlex.join(manifest.get("command", command)).replace("{adapters}", "adapters")
        shown = shown.replace("'", "").replace("{build}", "$CONFORMANCE_BUILD")
        options.report.write_text(report(name, facts, results, shown, manifest), encoding="utf-8")
    found = [(task, found) for tasks_of in results.values() for task, found in tasks_of.items()]
    failures = sum(is_failure(task, result) for task, judged in found for result in judged or [])
    print(f"{failures} failures", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
