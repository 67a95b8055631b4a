#!/usr/bin/env python3
"""Lets the program gdvariant take part. The variable GDVARIANT names the program."""

import json
import os
import subprocess
import sys

GDVARIANT = os.environ.get("GDVARIANT", "gdvariant")


def gdvariant(*arguments: str, stdin: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """Runs the program."""
    return subprocess.run([GDVARIANT, *arguments], input=stdin, capture_output=True)


def answer(task: str, layout: str, line: str) -> str:
    """Answers a line with a process of its own, because texts and files can have several lines."""
    if task == "format":
        done = gdvariant("decode", "--layout", layout, "--from", "hex", "--to", "text", stdin=line.encode())
    elif task == "parse":
        text = json.loads(line).encode()
        done = gdvariant("encode", "--layout", layout, "--from", "text", "--to", "hex", stdin=text)
    else:
        file = json.loads(line)
        key = ["--key", file["key"]] if "key" in file else []
        os.environ["GDVARIANT_PASSWORD"] = file.get("password", "")
        done = gdvariant("decode", "--layout", layout, "--framed", *key, file["path"])
    if done.returncode != 0:
        return json.dumps({"error": done.stderr.decode().strip()})
    if task == "open":
        return f"[{','.join(done.stdout.decode().splitlines())}]"
    # The program ends a text with a line break.
    return json.dumps(done.stdout.decode()[:-1]) if task == "format" else done.stdout.decode().strip()


def main(task: str, layout: str) -> None:
    """Starts the program for a task and a layout, or answers each line of standard input."""
    decode = [GDVARIANT, "decode", "--layout", layout, "--from", "hex", "--keep-going"]
    commands = {
        "decode": [*decode, "--allow-objects"],
        "verdicts": [*decode, "--engine"],
        "encode": [GDVARIANT, "encode", "--layout", layout, "--to", "hex"],
    }
    if task in commands:
        os.execvp(GDVARIANT, commands[task])
    for line in sys.stdin:
        print(answer(task, layout, line), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
