import type { GroundFault, GroundReading, LineOrderKind, SupplySource } from '@kitestring/station-core/ports';
import type { Range } from './fields.ts';

/* Words, limits and times of the protocol. docs/reference/ground-protocol.md is its reference. */

export const PROTOCOL = 'kitestring-ground';
export const VERSION = 1;

/** Longest line in either direction, bytes, without its end. */
export const LINE_MAX_BYTES = 1024;

/** The station greets, and then says that it is there, at this interval. A box that hears nothing for three of them stops its winch. */
export const BEAT_US = 1_000_000;
/** A box whose last state is older is lost: it sends at least two a second. */
export const STATE_VALID_US = 2_000_000;
/** An order without an answer is sent again after this time, with the same id. */
export const ANSWER_WITHIN_US = 700_000;
export const ATTEMPTS = 3;
export const ORDER_ID_MAX = 2 ** 31 - 1;

/** Wider than any equipment; what lies outside is a mistake of a unit or of a sensor. */
export const RANGE = {
  lengthM: [0, 2000],
  tensionN: [0, 20_000],
  rateMps: [-50, 50],
  voltageV: [0, 5000],
  currentA: [-1000, 1000],
  temperatureC: [-100, 400],
  id: [1, ORDER_ID_MAX],
  version: [0, ORDER_ID_MAX],
} as const satisfies Readonly<Record<string, Range>>;

/** The opposite of a record of words. */
const wordsOf = <Meaning extends string>(words: Readonly<Record<string, Meaning>>) =>
  Object.fromEntries(Object.entries(words).map(([word, meaning]) => [meaning, word])) as Readonly<
    Record<Meaning, string>
  >;

export const LINE_ORDERS: Readonly<Record<string, LineOrderKind>> = {
  line_length: 'lineLength',
  line_rate: 'lineRate',
  line_tension: 'lineTension',
  line_stop: 'lineStop',
};
export const LINE_ORDER_WORDS = wordsOf(LINE_ORDERS);

export const SOURCES: Readonly<Record<string, SupplySource>> = {
  mains: 'Mains',
  generator: 'Generator',
  battery: 'Battery',
  none: 'None',
};
export const SOURCE_WORDS = wordsOf(SOURCES);

export const LIDS: Readonly<Record<string, NonNullable<GroundReading['lids']>>> = {
  closed: 'Closed',
  between: 'Between',
  opened: 'Opened',
};
export const LIDS_WORDS = wordsOf(LIDS);

export const FAULTS: Readonly<Record<string, GroundFault>> = {
  spool_stuck: 'SpoolStuck',
  tether_damaged: 'TetherDamaged',
  force_sensor: 'ForceSensor',
};
export const FAULT_WORDS = wordsOf(FAULTS);

export const LID_ENDS: Readonly<Record<string, 'Opened' | 'Closed'>> = { opened: 'Opened', closed: 'Closed' };
