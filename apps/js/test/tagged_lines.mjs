// Answers the lines of `conformance/adapters/gdvariant_js.py`: values are in the tagged form.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import * as gd from "gdvariant";
import { fromTagged, toTagged } from "./tagged.mjs";

const [task, layout] = process.argv.slice(2);
const bytes = (hex) => Buffer.from(hex, "hex");
const hex = (data) => Buffer.from(data).toString("hex");

const answers = {
  decode: (line) => toTagged(gd.decode(bytes(line), { layout, allowObjects: true }), layout),
  verdicts: (line) => toTagged(gd.decode(bytes(line), { layout, lenient: true }), layout),
  encode: (line) => hex(gd.encode(fromTagged(JSON.parse(line)), { layout })),
  format: (line) => gd.varToStr(gd.decode(bytes(line), { layout }), { layout }),
  parse: (line) => hex(gd.encode(gd.strToVar(JSON.parse(line), { layout }), { layout })),
  open(line) {
    const { path, password, key } = JSON.parse(line);
    const options = { layout, password, key: key && bytes(key) };
    return [...gd.open(readFileSync(path), options)].map((value) => toTagged(value, layout));
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = answers[task](line);
  } catch (error) {
    answer = { error: `${error.name}: ${error.message}` };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
