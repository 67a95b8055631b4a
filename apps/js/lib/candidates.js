// The layouts and framings that bytes may have.

/** Returns the candidates with these fields. */
export function candidates(list) {
  return list.map(([layout, framing, skip, rank, confidence, fits, reasons]) => ({
    layout, framing, skip, rank, confidence, fits, reasons,
  }));
}
