// The bytes and the verdicts of real engines.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import * as gd from "gdvariant";
import { fromTagged, toTagged } from "./tagged.mjs";

const folder = new URL("../../../conformance/", import.meta.url);

function lines(file) {
  const text = readFileSync(new URL(file, folder), "utf8");
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

const hex = (bytes) => Buffer.from(bytes).toString("hex");

for (const file of readdirSync(new URL("vectors/", folder))) {
  const layout = file.replace(".jsonl", "");
  if (gd.layouts().includes(layout)) test(`values of ${layout}`, () => {
    const vectors = lines(`vectors/${file}`);
    assert.ok(vectors.length > 100);
    for (const { id, value: tag, hex: expected } of vectors) {
      const data = Buffer.from(expected, "hex");
      const value = gd.decode(data, { layout, allowObjects: true });
      assert.deepEqual(toTagged(value, layout), toTagged(fromTagged(tag), layout), id);
      assert.equal(hex(gd.encode(value, { layout })), expected, id);
      assert.equal(hex(gd.encode(fromTagged(tag), { layout })), expected, id);
    }
  });
}
