"""Runs a program on a list of lines, and survives crashes, hangs and missing lines."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import tempfile
import threading
from dataclasses import dataclass, field
from typing import IO

# The exit status of a program that does not support a task or a layout.
NOT_SUPPORTED = 64


@dataclass(frozen=True)
class Answer:
    """What a program made of a line: `outcome` is `line`, `crashed`, `hung` or `garbled`."""

    outcome: str
    text: str


@dataclass
class _Run:
    lines: list[str] = field(default_factory=list)
    status: int | None = None  # None if the program was killed after the timeout.
    message: str = ""


@dataclass
class Program:
    """A command that is started with a task and a layout, and answers each line with a line."""

    command: list[str]
    timeout: float = 10.0
    env: dict[str, str] = field(default_factory=dict)

    def answers(self, task: str, layout: str, inputs: list[str]) -> list[Answer] | None:
        """Returns an answer for each input, or None if the program does not support the task."""
        arguments = [*self.command, task, layout]
        probe = self._run(arguments, inputs)
        if probe.status == NOT_SUPPORTED and not probe.lines:
            return None
        answers: list[Answer] = []
        # Ranges of inputs that have no answers yet, the first one last. A crash is attributed to an
        # input only if the program gets that input alone, because a program may buffer its output.
        ranges = [(0, len(inputs))]
        run: _Run | None = probe
        while ranges:
            start, end = ranges.pop()
            if start == end:
                continue
            run = run or self._run(arguments, inputs[start:end])
            count = end - start
            if len(run.lines) == count:
                answers += [Answer("line", line) for line in run.lines]
            elif count == 1:
                answers.append(_failure(run))
            elif run.status == 0:
                # Lines are missing or excessive somewhere: none can be attributed.
                middle = start + count // 2
                ranges += [(middle, end), (start, middle)]
            else:
                known = min(len(run.lines), count - 1)
                answers += [Answer("line", line) for line in run.lines[:known]]
                next_input = start + known
                # The next input is the likely cause. If it is not, the rest is bisected.
                middle = next_input + 1
                if known == 0 and count > 2:
                    alone = self._run(arguments, inputs[start : start + 1])
                    if len(alone.lines) == 1:
                        answers.append(Answer("line", alone.lines[0]))
                        halfway = middle + (end - middle) // 2
                        ranges += [(halfway, end), (middle, halfway)]
                    else:
                        answers.append(_failure(alone))
                        ranges.append((middle, end))
                else:
                    ranges += [(middle, end), (next_input, middle)]
            run = None
        return answers

    def _run(self, arguments: list[str], inputs: list[str]) -> _Run:
        result = _Run()
        with tempfile.TemporaryFile() as errors:
            try:
                process = subprocess.Popen(
                    arguments,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    env={**os.environ, **self.env},
                    start_new_session=True,
                )
            except OSError as error:
                raise SystemExit(f"error: {arguments[0]}: {error.strerror}") from error
            assert process.stdin and process.stdout
            text = "".join(line + "\n" for line in inputs).encode("utf-8", "surrogatepass")
            threading.Thread(target=_feed, args=(process.stdin, text), daemon=True).start()
            lines: queue.Queue[bytes | None] = queue.Queue()
            collector = threading.Thread(target=_collect, args=(process.stdout, lines), daemon=True)
            collector.start()
            # Stops reading early if there are too many lines.
            while len(result.lines) <= len(inputs):
                try:
                    line = lines.get(timeout=self.timeout)
                except queue.Empty:
                    break
                if line is None:
                    result.status = process.wait()
                    break
                result.lines.append(line.decode("utf-8", "replace").rstrip("\r\n"))
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            collector.join(1)
            if len(result.lines) > len(inputs):
                result.status = 0
            size = errors.seek(0, os.SEEK_END)
            errors.seek(max(0, size - 4096))
            result.message = _reason(errors.read().decode("utf-8", "replace"))
        return result


def _feed(stdin: IO[bytes], text: bytes) -> None:
    try:
        with stdin:
            stdin.write(text)
    except OSError:
        pass  # The program ended before it read everything.


def _collect(stdout: IO[bytes], lines: queue.Queue[bytes | None]) -> None:
    with stdout:
        for line in stdout:
            # A line without an end was cut off by a crash.
            if line.endswith(b"\n"):
                lines.put(line)
    lines.put(None)


def _reason(errors: str) -> str:
    """Returns the line of an error output that names the error, without folders and addresses."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    named = [line for line in lines if re.search("[Ee]rror|panic|overflow", line)]
    reason = (named or lines or [""])[-1]
    return re.sub(r"(?<![\w.])/(\S+/)+|0x[0-9a-f]{6,}", "", reason)[:200]


def _failure(run: _Run) -> Answer:
    if run.status is None:
        return Answer("hung", run.message)
    if run.status == 0:
        return Answer("garbled", f"{len(run.lines)} lines")
    status = f"signal {-run.status}" if run.status < 0 else f"exit status {run.status}"
    return Answer("crashed", f"{status}: {run.message}" if run.message else status)
