// The text of values, whose function `core.js` sets. The base classes cannot import `core.js`,
// which imports the classes.

let format;

export function setDisplay(display) {
  format = display;
}

/** Formats a value in the first layout that has its type. */
export function display(value) {
  return format(value);
}
