import { ADMIN_OPERATIONS } from '@kitestring/station-contract/admin/operations.ts';
import { ERRORS } from '@kitestring/station-contract/errors.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { WIRE_FAULT_TYPES, type WireFaultType } from '@kitestring/station-contract/sim/wire-faults.ts';
import { STATION_OPERATIONS } from '@kitestring/station-contract/station/operations.ts';
import { TOPICS } from '@kitestring/station-contract/topics.ts';
import { VIDEO_OPERATIONS } from '@kitestring/station-contract/video/operations.ts';

/** Operations in the journal: all but the controls of the simulator. */
const NOTED_OPERATIONS: readonly Operation[] = [
  ...OPERATIONS,
  ...STATION_OPERATIONS,
  ...VIDEO_OPERATIONS,
  ...ADMIN_OPERATIONS,
];

/** Names as numbers, and back. */
class Names {
  readonly #names: readonly string[];
  readonly #indexes: ReadonlyMap<string, number>;

  constructor(names: readonly string[]) {
    this.#names = names;
    this.#indexes = new Map(names.map((name, index) => [name, index]));
  }

  indexOf(name: string): number | undefined {
    return this.#indexes.get(name);
  }

  at(index: number): string {
    return this.#names[index] ?? '';
  }
}

export const OPERATION_NAMES = new Names(NOTED_OPERATIONS.map(({ id }) => id));
/** Index 0 means none. */
export const CODE_NAMES = new Names(['', ...Object.keys(ERRORS)]);
/** Index 0 means none. */
export const TOPIC_NAMES = new Names(['', ...TOPICS.map(({ name }) => name)]);

const CODE_BITS = 9;
const STATUS_BITS = 10;

/** One number for operation, status and code, which makes counting cheap. */
export const answerKey = (operation: number, status: number, code: number): number =>
  (((operation << STATUS_BITS) | status) << CODE_BITS) | code;

export function answerOf(key: number): { readonly operation: string; readonly status: number; readonly code: string } {
  return {
    operation: OPERATION_NAMES.at(key >> (STATUS_BITS + CODE_BITS)),
    status: (key >> CODE_BITS) & ((1 << STATUS_BITS) - 1),
    code: CODE_NAMES.at(key & ((1 << CODE_BITS) - 1)),
  };
}

export const wireFaultBit = (type: WireFaultType): number => 1 << WIRE_FAULT_TYPES.indexOf(type);

export const wireFaults = (bits: number): readonly WireFaultType[] =>
  WIRE_FAULT_TYPES.filter((type) => (bits & wireFaultBit(type)) !== 0);
