import { type Cancel, type Clock, every } from '@kitestring/base/clock.ts';
import { Listeners, type OnBug } from '@kitestring/base/containment.ts';
import type {
  GroundCapabilities,
  GroundEquipment,
  GroundLink,
  GroundNote,
  GroundOrder,
  GroundOutcome,
  GroundReading,
  LineOrder,
} from '@kitestring/station-core/ports';
import {
  type ExpectedMotion,
  expectedMotion,
  isRestOverdue,
  type LineProgress,
  motionBegins,
  nextProgress,
} from './line-motion.ts';

const STEP_US = 100_000;

interface Watched {
  readonly order: LineOrder;
  readonly orderedUs: number;
  readonly expected: ExpectedMotion;
  readonly progress: LineProgress;
}

const isLineOrder = (order: GroundOrder): order is LineOrder => order.kind !== 'tetherPower' && order.kind !== 'lids';

/**
 * Ground equipment whose winch is believed by its length only: one that is ordered and does not move counts as a stuck
 * spool until it moves or gets another order, and one that moves the wrong way is stopped.
 */
export class WatchedEquipment implements GroundEquipment, Disposable {
  readonly #inner: GroundEquipment;
  readonly #clock: Clock;
  readonly #notes: Listeners<[GroundNote]>;
  readonly #cancels: readonly Cancel[];
  #watched: Watched | undefined;
  #isStuck = false;
  #orders = 0;

  constructor(inner: GroundEquipment, clock: Clock, onBug?: OnBug) {
    this.#inner = inner;
    this.#clock = clock;
    this.#notes = new Listeners('notification', onBug);
    this.#cancels = [every(clock, STEP_US, () => this.#step()), inner.onNote((note) => this.#notes.tell(note))];
  }

  get name(): string | undefined {
    return this.#inner.name;
  }

  get link(): GroundLink {
    return this.#inner.link;
  }

  get capabilities(): GroundCapabilities {
    return this.#inner.capabilities;
  }

  get reading(): GroundReading | undefined {
    const { reading } = this.#inner;
    if (reading === undefined || !this.#isStuck || reading.faults.includes('SpoolStuck')) return reading;
    return { ...reading, faults: [...reading.faults, 'SpoolStuck'] };
  }

  onNote(listener: (note: GroundNote) => void): Cancel {
    return this.#notes.add(listener);
  }

  async order(order: GroundOrder): Promise<GroundOutcome> {
    if (!isLineOrder(order)) return this.#inner.order(order);
    this.#orders += 1;
    const number = this.#orders;
    // The old order no longer counts, whatever becomes of this one: both may be what the winch does now.
    this.#watched = undefined;
    const { lengthM } = this.#inner.reading?.line ?? {};
    const outcome = await this.#inner.order(order);
    if (number === this.#orders && outcome.outcome === 'Accepted') this.#begin(order, lengthM);
    return outcome;
  }

  [Symbol.dispose](): void {
    for (const cancel of this.#cancels) cancel();
  }

  #begin(order: LineOrder, lengthM: number | undefined): void {
    const expected =
      lengthM === undefined ? undefined : expectedMotion(order, lengthM, this.capabilities.line?.maxLengthM);
    this.#isStuck = false;
    if (lengthM === undefined || expected === undefined) return;
    const orderedUs = this.#clock.nowUs();
    this.#watched = { order, orderedUs, expected, progress: motionBegins(lengthM, orderedUs) };
  }

  #step(): void {
    const watched = this.#watched;
    if (this.link !== 'Heard') {
      // Nothing is known of it now, and a box that hears nothing of us stops by itself.
      this.#watched = undefined;
      this.#isStuck = false;
      return;
    }
    const { lengthM } = this.#inner.reading?.line ?? {};
    if (watched === undefined || lengthM === undefined) return;
    const nowUs = this.#clock.nowUs();
    const progress = nextProgress(watched.progress, watched.expected, lengthM, nowUs);
    this.#watched = { ...watched, progress };
    this.#judge({ ...watched, progress }, watched.progress, nowUs);
  }

  #judge({ expected, order, orderedUs, progress }: Watched, before: LineProgress, nowUs: number): void {
    if (expected.expect === 'Rest' && isRestOverdue(orderedUs, progress, nowUs)) {
      this.#watched = undefined;
      this.#stuck('the winch was ordered to stop and still moves');
    } else if (progress.motion === 'Wrong') {
      this.#watched = undefined;
      this.#stuck('the winch moves the wrong way: it is stopped');
      // Not watched: the reason stays until an order of a person is obeyed.
      void this.#inner.order({ kind: 'lineStop' });
    } else if (progress.motion === 'Done') {
      this.#watched = undefined;
      this.#free();
    } else if (progress.motion === 'Moving') this.#free();
    else if (progress.motion === 'NotMoving' && before.motion !== 'NotMoving') {
      this.#stuck(`the winch was ordered (${textOf(order)}) and does not move`);
    }
  }

  #stuck(text: string): void {
    this.#isStuck = true;
    this.#notes.tell({ severity: 'error', text });
  }

  #free(): void {
    if (!this.#isStuck) return;
    this.#isStuck = false;
    this.#notes.tell({ severity: 'info', text: 'the winch moves as ordered' });
  }
}

function textOf(order: LineOrder): string {
  switch (order.kind) {
    case 'lineLength':
      return `length ${order.lengthM} m`;
    case 'lineRate':
      return `rate ${order.rateMps} m/s`;
    case 'lineTension':
      return `tension ${order.tensionN} N`;
    case 'lineStop':
      return 'stop';
  }
}
