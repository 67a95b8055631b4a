// Writes reports of `gdvariant inspect --html` to a folder.

import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";

const u32 = (number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
};

// Returns 5 MB: an Array of ints in an Array, with so many rows that the list exceeds the maximum
// height of an element.
function large() {
  const count = 625_000;
  const ints = Buffer.alloc(8 * count);
  for (let index = 0; index < count; index += 1) {
    ints.writeUInt32LE(2, 8 * index);
    ints.writeInt32LE(Math.imul(index, 2654435761), 8 * index + 4);
  }
  return Buffer.concat([u32(0x13), u32(1), u32(0x13), u32(count), ints]);
}

const faults = ["05000000 0000", "00000000", "1b000000", "13000000 02000000 05000000 0000803f 0000", "0000000000", "02000000 07000000"];
export const hostile = "</script><script>alert(1)</script><!-- \u202e\u0007 & שלום " + "x".repeat(2000);

export function writeReports(program, folder) {
  const encoded = execFileSync(program, ["encode", "--layout", "godot3"], { input: JSON.stringify({ [hostile]: hostile, list: [hostile] }) });
  const reports = {
    player: [["examples/packets/player.bin"], "", 0],
    frames: [["--framed", "examples/packets/save.dat"], "", 0],
    faults: [["--from", "hex"], faults.join("\n"), 1],
    hostile: [[], encoded, 0],
    large: [[], large(), 0],
  };
  for (const [name, [options, input, expected]] of Object.entries(reports)) {
    const { status, stderr } = spawnSync(program, ["inspect", "--html", ...options, "-o", join(folder, `${name}.html`)], { input });
    if (status !== expected) throw new Error(`${name}: exit status ${status}: ${stderr}`);
  }
  return Object.keys(reports);
}
