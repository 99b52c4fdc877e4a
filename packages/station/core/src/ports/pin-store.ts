import type { PinKind } from '@kitestring/station-contract/station/pin.ts';

/** A marked place. */
export interface PinRecord {
  readonly id: string;
  readonly name: string;
  readonly kind: PinKind;
  readonly latDeg: number;
  readonly lonDeg: number;
  /** Radius in which it is nine times of ten, metres; undefined where it is not known. */
  readonly errorRadiusM?: number;
  readonly createdAtUs: number;
  /** Name of the plugin that set it. */
  readonly createdBy: string;
}

/** Durable: when a call has returned, a kill at any moment loses nothing of it. */
export interface PinStore {
  /** Oldest first. */
  list(): readonly PinRecord[];
  add(pin: PinRecord): void;
  remove(id: string): void;
}
