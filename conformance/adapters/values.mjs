// Prints and parses the JSON form for libraries in JavaScript.
import { createInterface } from "node:readline";
import { createRequire } from "node:module";

// Loads a package that the manifest of an adapter installs.
export const load = createRequire(`${process.env.CONFORMANCE_BUILD}/node_modules/`);

// Calls a function with each line, and prints what it returns.
export async function answerLines(answer) {
  for await (const line of createInterface({ input: process.stdin })) {
    let text;
    try {
      text = answer(line);
    } catch (error) {
      text = JSON.stringify({ error: String(error?.message ?? error) });
    }
    process.stdout.write(`${text}\n`);
  }
}

const special = (number) => (Number.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf");

// A component of a vector or an element of a list of floats.
export const component = (number) =>
  Number.isFinite(number) ? (Object.is(number, -0) ? "-0.0" : String(number)) : `"${special(number)}"`;

// A number as a value; the same for ints and floats, which JavaScript does not tell apart.
export function number(value) {
  return Number.isFinite(value) ? component(value) : `{"float":"${special(value)}"}`;
}

export const components = (numbers) => `[${numbers.map(component).join(",")}]`;

export function named(name, members) {
  if (Array.isArray(members)) return `{"${name}":${components(members)}}`;
  const parts = Object.entries(members).map(
    ([key, part]) => `"${key}":${Array.isArray(part) ? components(part) : typeof part === "number" ? component(part) : part}`,
  );
  return `{"${name}":{${parts.join(",")}}}`;
}

// An object whose keys have to be strings. A list of pairs, because a key can be the name of a type.
export const dictionary = (object, print) =>
  `{"Dictionary":[${Object.entries(object).map(([key, value]) => `[${JSON.stringify(key)},${print(value)}]`).join(",")}]}`;

export const bytes = (name, buffer) => `{"${name}":"${Buffer.from(buffer).toString("base64")}"}`;

// The number of a component.
export const parseComponent = (value) =>
  typeof value !== "string" ? value : value === "inf" ? Infinity : value === "-inf" ? -Infinity : NaN;
