/** Fields that depend on the time of the request. */
const OF_THE_MOMENT =
  /(^|\.)(to_time|from_time|timestamp|stopped_recording_timestamp|available_space|occupied_space|recording_seconds)$/;
/** Permitted change of a value between two readings in flight, in addition to a share of the value. */
const TOLERANCE = 0.35;
const TOLERANCE_PART = 0.007;

/**
 * Differences between two readings that the elapsed time does not explain: fields, types, texts, or large changes of
 * numbers.
 */
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
    // Angles wrap around.
    const apart = Math.min(Math.abs(a - b), Math.abs(Math.abs(a - b) - 360));
    return apart <= TOLERANCE + TOLERANCE_PART * Math.abs(a) ? [] : [`${path}: ${a} and ${b}`];
  }
  return JSON.stringify(a) === JSON.stringify(b) ? [] : [`${path}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
