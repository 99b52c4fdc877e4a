const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size as people read it: `0 B`, `12 kB`, `3.4 MB`, `120 GB`. Units are powers of 1,000. */
export function bytesText(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const places = unit > 1 && value < 99.95 ? 1 : 0;
  return `${value.toFixed(places)} ${UNITS[unit]}`;
}
