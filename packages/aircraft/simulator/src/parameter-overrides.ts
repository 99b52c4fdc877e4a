import { Choice, Figure } from './parameter-ranges.ts';

/**
 * The values of a parameter table, with overrides in place of defaults.
 * @throws RangeError for an unknown name, a value of another type, and a number out of range
 */
export function mergeOverrides(table: object, overrides: object, path = ''): object {
  for (const name of Object.keys(overrides)) {
    if (!Object.hasOwn(table, name)) throw new RangeError(`there is no parameter ${path}${name}`);
  }
  const values = Object.entries(table).map(([name, row]) => {
    const given: unknown = (overrides as Record<string, unknown>)[name];
    return [name, valueIn(row, given, `${path}${name}`)] as const;
  });
  return Object.fromEntries(values);
}

function valueIn(row: unknown, given: unknown, at: string): unknown {
  if (row instanceof Figure) return given === undefined ? row.value : checkedNumber(row, given, at);
  if (row instanceof Choice) return given === undefined ? row.value : checkedChoice(row, given, at);
  if (!isGroup(row)) return given === undefined ? row : checkedType(typeof row, given, at);
  return mergeOverrides(row, given === undefined ? {} : (checkedType('object', given, at) as object), `${at}.`);
}

function checkedNumber({ range: [least, greatest, source] }: Figure, given: unknown, at: string): unknown {
  const value = checkedType('number', given, at) as number;
  if (value >= least && value <= greatest) return value;
  throw new RangeError(`parameter ${at} must be from ${least} to ${greatest}, got ${value}; the limits: ${source}`);
}

function checkedChoice({ names }: Choice, given: unknown, at: string): unknown {
  if (names.some((name) => name === given)) return given;
  throw new RangeError(`parameter ${at} must be one of ${names.join(', ')}, got ${shown(given)}`);
}

function checkedType(type: string, given: unknown, at: string): unknown {
  if (typeof given === type && (type !== 'object' || isGroup(given))) return given;
  throw new RangeError(`parameter ${at} must be of type ${type}, got ${shown(given)}`);
}

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => (value !== null && typeof value === 'object' ? 'an object' : String(value));
