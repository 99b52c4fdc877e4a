/** Fields that are of the moment at which they are asked for. */
const OF_THE_MOMENT =
  /(^|\.)(to_time|from_time|timestamp|stopped_recording_timestamp|available_space|occupied_space|recording_seconds)$/;
/** Between two readings a value of a flying system may change so much, beside a part of itself. */
const TOLERANCE = 3;
const TOLERANCE_PART = 0.05;

/** How two readings of a state differ beyond what the time between them explains: in fields, types, texts, or by far in numbers. */
export function differences(a: unknown, b: unknown, path = ''): string[] {
  if (OF_THE_MOMENT.test(path)) return typeof a === typeof b ? [] : [`${path}: ${typeof a} and ${typeof b}`];
  if (isObject(a) && isObject(b)) {
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return names.flatMap((name) => {
      const inner = path === '' ? name : `${path}.${name}`;
      if (!Object.hasOwn(a, name) || !Object.hasOwn(b, name)) return [`${inner}: only in one of them`];
      return differences(a[name], b[name], inner);
    });
  }
  if (typeof a === 'number' && typeof b === 'number') {
    // Angles meet at the end of the circle.
    const apart = Math.min(Math.abs(a - b), Math.abs(Math.abs(a - b) - 360));
    return apart <= TOLERANCE + TOLERANCE_PART * Math.abs(a) ? [] : [`${path}: ${a} and ${b}`];
  }
  return JSON.stringify(a) === JSON.stringify(b) ? [] : [`${path}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
