// Encodes and decodes the values of `test_package.py`, and compares them with the program's bytes.

import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import * as gd from "gdvariant";
import { fromTagged, toTagged } from "./tagged.mjs";

const [layout] = process.argv.slice(2);
let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { tag, hex } = JSON.parse(line);
  const value = fromTagged(tag);
  const bytes = Buffer.from(hex, "hex");
  assert.equal(Buffer.from(gd.encode(value, { layout })).toString("hex"), hex, JSON.stringify(tag));
  const decoded = gd.decode(bytes, { layout });
  assert.deepEqual(toTagged(decoded, layout), toTagged(value, layout));
  assert.deepEqual(Buffer.from(gd.encode(decoded, { layout })), bytes);
  count++;
}
console.log(`${count} values`);
