import { Fault } from '@kitestring/base/fault.ts';

/** A text that is not snapshot data. */
export class SnapshotDataFault extends Fault {}

/** Levels of nesting; a station has a tenth of it. */
const DEPTH_MAX = 100;

const ARRAYS = { Float64Array, Float32Array, Uint8Array } as const;
type ArrayName = keyof typeof ARRAYS;

/*
 * JSON of data only. What JSON lacks is an array that begins with its kind; an array itself is one of kind "a".
 *   ["a", ...items]   ["o", name, value, name, value ...]   ["m", key, value, key, value ...]
 *   ["n", "NaN" | "Infinity" | "-Infinity" | "-0"]   ["i", "123"] (bigint)   ["u"] (undefined)
 *   ["Float64Array" | "Float32Array" | "Uint8Array", base64]   ["r", n] (the n-th object again)
 */

/** Data as a text: primitives, arrays, maps, plain objects and arrays of numbers; an object that comes twice stays one. */
export function snapshotText(data: unknown): string {
  const seen = new Map<object, number>();
  const written = (value: unknown): unknown => {
    if (typeof value === 'number')
      return Number.isFinite(value) && !Object.is(value, -0) ? value : ['n', numberText(value)];
    if (value === undefined) return ['u'];
    if (typeof value === 'bigint') return ['i', String(value)];
    if (typeof value !== 'object' || value === null) return value;
    const index = seen.get(value);
    if (index !== undefined) return ['r', index];
    seen.set(value, seen.size);
    if (ArrayBuffer.isView(value)) {
      const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      return [value instanceof Uint8Array ? 'Uint8Array' : value.constructor.name, bytes.toString('base64')];
    }
    if (Array.isArray(value)) return ['a', ...value.map(written)];
    if (value instanceof Map) return ['m', ...[...value].flat(1).map(written)];
    return ['o', ...Object.entries(value).flatMap(([name, one]) => [name, written(one)])];
  };
  return JSON.stringify(written(data));
}

const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

/** Data of an untrusted text: it creates data and nothing else. @throws SnapshotDataFault */
export function snapshotData(text: string): unknown {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    throw new SnapshotDataFault('it is no JSON');
  }
  const made: object[] = [];
  return read(root, made, 0);
}

function read(value: unknown, made: object[], depth: number): unknown {
  if (!Array.isArray(value)) {
    if (typeof value === 'object' && value !== null) throw new SnapshotDataFault('an object without its kind');
    return value;
  }
  if (depth > DEPTH_MAX) throw new SnapshotDataFault(`more than ${DEPTH_MAX} levels`);
  const [kind, ...rest] = value;
  const [first] = rest;
  const inner = (one: unknown) => read(one, made, depth + 1);
  const add = <T extends object>(object: T): T => {
    made.push(object);
    return object;
  };
  switch (kind) {
    case 'a': {
      const list: unknown[] = add([]);
      for (const one of rest) list.push(inner(one));
      return list;
    }
    case 'o': {
      const object: Record<string, unknown> = add({});
      for (const [name, one] of pairs(rest)) Object.assign(object, { [fieldName(name)]: inner(one) });
      return object;
    }
    case 'm': {
      const map = add(new Map<unknown, unknown>());
      for (const [key, one] of pairs(rest)) map.set(inner(key), inner(one));
      return map;
    }
    case 'r':
      return (typeof first === 'number' ? made[first] : undefined) ?? wrong('r');
    case 'u':
      return undefined;
    case 'n':
      return ['NaN', 'Infinity', '-Infinity', '-0'].includes(first) ? Number(first) : wrong('n');
    case 'i':
      return typeof first === 'string' && /^-?\d{1,1000}$/.test(first) ? BigInt(first) : wrong('i');
    default:
      return add(numbers(kind, first));
  }
}

const wrong = (kind: unknown): never => {
  throw new SnapshotDataFault(`a wrong value of the kind ${JSON.stringify(kind)?.slice(0, 40)}`);
};

function* pairs(list: readonly unknown[]): Generator<readonly [unknown, unknown]> {
  if (list.length % 2 !== 0) wrong('pairs');
  for (let index = 0; index < list.length; index += 2) yield [list[index], list[index + 1]];
}

const fieldName = (name: unknown): string => (typeof name === 'string' && name !== '__proto__' ? name : wrong('o'));

function numbers(kind: unknown, text: unknown): Float64Array | Float32Array | Uint8Array {
  if (typeof kind !== 'string' || !Object.hasOwn(ARRAYS, kind) || typeof text !== 'string') return wrong(kind);
  const make = ARRAYS[kind as ArrayName];
  const { buffer } = new Uint8Array(Buffer.from(text, 'base64'));
  return buffer.byteLength % make.BYTES_PER_ELEMENT === 0 ? new make(buffer) : wrong(kind);
}
