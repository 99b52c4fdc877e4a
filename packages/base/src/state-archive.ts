import { Fault } from './fault.ts';

/** Method with which a part of the station saves and restores its state. */
export const STATE = Symbol('state');

/**
 * A part whose state can be saved. One method does both, so that what is restored is always what was saved: it passes
 * every value through the archive and assigns the result.
 */
export interface Stateful {
  [STATE](archive: StateArchive): void;
}

/** The saved state does not fit the parts that it is restored to. */
class StateMismatchFault extends Fault {}

/**
 * The state of a graph of objects as a list of plain values. Saving and restoring visit the same parts in the same
 * order: the graph is built by the same software from the same settings.
 */
export class StateArchive {
  readonly isRestoring: boolean;
  readonly #isForeign: boolean;
  readonly #values: unknown[];
  readonly #visited = new Set<object>();
  /** Timers with their order of scheduling, which decides where two are due at the same time. */
  readonly #timers: { readonly order: number; readonly arm: () => void }[] = [];
  #next = 0;

  private constructor(values: unknown[], isRestoring: boolean, isForeign = false) {
    this.#isForeign = isForeign;
    this.#values = values;
    this.isRestoring = isRestoring;
  }

  /** Values of numbers, strings, arrays, maps and plain objects only; shares objects with the living state. */
  static save(...parts: readonly object[]): readonly unknown[] {
    const archive = new StateArchive([], false);
    archive.in(...parts);
    archive.#useTimers();
    return archive.#values;
  }

  /**
   * Names of all saved parts and fields, in their order: equal for software that can restore each other's archives,
   * whether it runs from its sources or bundled. A field whose meaning changes needs a new name.
   */
  static layoutOf(...parts: readonly object[]): string {
    const archive = new StateArchive([], false);
    archive.in(...parts);
    const lines = [...archive.#visited].map((part) => {
      const fields = ArrayBuffer.isView(part) || Array.isArray(part) ? '' : Object.keys(part).join(' ');
      return `${part.constructor.name} ${fields} ${isStateful(part) ? namesIn(part[STATE]) : ''}`;
    });
    return lines.join('\n');
  }

  /**
   * Restores in place. @param values become part of the state: pass a copy of their own to each restore @param isForeign
   * they come from a file: each must be of the kind that is in its place now @throws StateMismatchFault
   */
  static restore(
    values: readonly unknown[],
    parts: readonly object[],
    { isForeign = false }: { readonly isForeign?: boolean } = {},
  ): void {
    const archive = new StateArchive([...values], true, isForeign);
    archive.in(...parts);
    if (archive.#next !== values.length)
      throw new StateMismatchFault(`${values.length} values saved, ${archive.#next} used`);
    archive.#useTimers();
  }

  /** A replaceable value; plain data only. @returns the value to assign */
  of<T>(value: T): T {
    if (!this.isRestoring) {
      checkPlain(value);
      this.#values.push(value);
      return value;
    }
    if (this.#next >= this.#values.length)
      throw new StateMismatchFault(`more than ${this.#values.length} values needed`);
    const saved = this.#values[this.#next] as T;
    if (this.#isForeign && !isLike(value, saved)) {
      const [kind, wanted] = [kindOf(saved), kindOf(value)];
      const is = kind === wanted ? `an impossible ${kind}` : `${kind}, not ${wanted}`;
      throw new StateMismatchFault(`value ${this.#next} is ${is}`);
    }
    this.#next += 1;
    return saved;
  }

  /** As `of`, for several values. */
  all<T extends readonly unknown[]>(...values: T): T {
    return values.map((value) => this.of(value)) as unknown as T;
  }

  /** The public fields of an object that hold numbers, strings, booleans or nothing. */
  own(part: object): void {
    const fields = part as Record<string, unknown>;
    for (const name of Object.keys(part)) if (isPrimitive(fields[name])) fields[name] = this.of(fields[name]);
  }

  /** The contents of a map. */
  map<K, V>(map: Map<K, V>): void {
    const entries = this.of([...map]);
    if (!this.isRestoring) return;
    map.clear();
    for (const [key, value] of entries) map.set(key, value);
  }

  /** The contents of an array of changing length. */
  list<T>(list: T[]): void {
    const items = this.of([...list]);
    if (this.isRestoring) list.splice(0, list.length, ...items);
  }

  /** Parts that keep their identity: each once, however often it is reached. */
  in(...parts: readonly (object | undefined)[]): void {
    for (const part of parts) {
      if (part === undefined || this.#visited.has(part)) continue;
      this.#visited.add(part);
      this.#visit(part);
    }
  }

  /**
   * A scheduled timer; armed once everything else is restored. @param order number that rises with each scheduling @param
   * arm schedules it
   */
  timer(order: number, arm: () => void): void {
    const index = this.#values.length;
    const rank = this.of(0);
    if (this.isRestoring) this.#timers.push({ order: rank, arm });
    else this.#timers.push({ order, arm: () => this.#values.splice(index, 1, this.#nextRank()) });
  }

  /** Saved are ranks: equal states give equal values. */
  #nextRank(): number {
    this.#next += 1;
    return this.#next;
  }

  #useTimers(): void {
    for (const { arm } of this.#timers.sort((a, b) => a.order - b.order)) arm();
  }

  #visit(part: object): void {
    if (isStateful(part)) part[STATE](this);
    else if (part instanceof Float64Array || part instanceof Float32Array || part instanceof Uint8Array) {
      this.#copy(part);
    } else if (Array.isArray(part)) this.in(...part);
    else {
      const name = Object.entries(part).find(([, value]) => !isPrimitive(value))?.[0];
      if (name !== undefined) throw new Error(`${part.constructor.name}.${name} is not saved: it needs a method STATE`);
      this.own(part);
    }
  }

  #copy(numbers: Float64Array | Float32Array | Uint8Array): void {
    const saved = this.of(numbers.slice());
    if (!this.isRestoring) return;
    if (saved.length !== numbers.length)
      throw new StateMismatchFault(`${saved.length} numbers saved, not ${numbers.length}`);
    numbers.set(saved);
  }
}

const isStateful = (part: object): part is Stateful => STATE in part;

const COMMENTS = /\/\*.*?\*\/|\/\/[^\n]*/gs;

/**
 * The fields and methods that a method names, and the fields of the records that it makes. Private fields cannot be
 * listed in another way, and their names are those that the source has, however a bundler prints them.
 */
const namesIn = (method: (archive: StateArchive) => void): string =>
  (
    method
      .toString()
      .replace(COMMENTS, '')
      .match(/(?<=\.)#?[a-z]\w*|\b[a-z]\w*(?=:)/gi) ?? []
  ).join(' ');

/** Microseconds of 3,000 years: no station has a larger number. */
const NUMBER_MAX = 1e17;

const isPrimitive = (value: unknown): boolean =>
  (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol') || value === null;

/** Whether a value may take the place of another; nothing may take any place, and give way to anything. */
const isLike = (now: unknown, saved: unknown): boolean => {
  if (now === undefined || now === null || saved === undefined || saved === null) return true;
  if (kindOf(now) !== kindOf(saved) || (Number.isNaN(saved) && !Number.isNaN(now))) return false;
  if (Number.isFinite(saved) && Math.abs(saved as number) > NUMBER_MAX) return false;
  if (typeof now !== 'object' || Array.isArray(now) || now instanceof Map || ArrayBuffer.isView(now)) return true;
  const fields = saved as Readonly<Record<string, unknown>>;
  return Object.entries(now).every(([name, value]) => isLike(value, fields[name]));
};

const kindOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return typeof value;
  return ArrayBuffer.isView(value) || value instanceof Map || Array.isArray(value) ? value.constructor.name : 'object';
};

/** A class instance would come back without its methods, a function not at all. */
function checkPlain(value: unknown): void {
  if (isPrimitive(value)) return;
  if (typeof value !== 'object' || value === null) throw new Error(`a ${typeof value} is no state`);
  if (ArrayBuffer.isView(value)) return;
  if (value instanceof Map) {
    for (const entry of value) checkPlain(entry);
    return;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) {
    throw new Error(`an instance of ${value.constructor.name} is no plain state`);
  }
  for (const one of Object.values(value)) checkPlain(one);
}
