import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import type { NotPossible } from '@kitestring/base/not-possible.ts';
import { requestToken } from '@kitestring/station-contract/auth/operations.ts';
import {
  WIRE_FAULTS_MAX,
  type WireFaultRequest,
  type WireFaultState,
} from '@kitestring/station-contract/sim/wire-fault.ts';
import { type MetBy, WireFault } from './wire-fault.ts';

/** Limit of delayed requests and messages; further ones pass. */
const HELD_MAX = 10_000;

interface WireFaultsDeps {
  /** Station time: duration of a fault. */
  readonly clock: Clock;
  /** Real time: delays, because sockets use no other. */
  readonly realTimeClock: Clock;
}

/** Called when a fault has begun or ended; a beginning waits for its promise. */
type Watch = (fault: WireFault) => void | Promise<void>;

/**
 * Faults between the station and its clients. They outlive a restart of the computer. Each request and message checks
 * `current`, which is undefined while there is no fault.
 */
export class WireFaults {
  /** The object itself while something may be affected or is delayed. */
  current: WireFaults | undefined;
  readonly #deps: WireFaultsDeps;
  readonly #faults: WireFault[] = [];
  readonly #watches = new Set<Watch>();
  #held = 0;
  #lastId = 0;

  constructor(deps: WireFaultsDeps) {
    this.#deps = deps;
  }

  async add(request: WireFaultRequest): Promise<WireFaultState | NotPossible> {
    if (request.operation === requestToken.id && request.count === undefined) return LOCKS_OUT;
    if (!this.#makeRoom()) return TOO_MANY;
    const { clock } = this.#deps;
    this.#lastId += 1;
    const fault = new WireFault(String(this.#lastId), request, clock.nowUs());
    this.#faults.push(fault);
    this.#look();
    const { duration } = request;
    if (duration !== undefined) {
      const endUs = clock.nowUs() + Math.round(duration * US_PER_S);
      fault.cancelDuration = clock.schedule(endUs, () => this.#end(fault));
    }
    await Promise.all([...this.#watches].map((watch) => watch(fault)));
    return fault.state();
  }

  list(): readonly WireFaultState[] {
    return this.#faults.map((fault) => fault.state());
  }

  /** The active ones. */
  active(): readonly WireFault[] {
    return this.#faults.filter(({ isActive }) => isActive);
  }

  isActive(id: string): boolean {
    return this.#faults.some((fault) => fault.id === id && fault.isActive);
  }

  /** Undefined for an unknown fault. */
  remove(id: string): WireFaultState | undefined {
    const fault = this.#faults.find((known) => known.id === id);
    if (fault !== undefined) this.#end(fault);
    return fault?.state();
  }

  /** @returns those that were active */
  removeAll(): readonly WireFaultState[] {
    const active = this.active();
    for (const fault of this.#faults) this.#end(fault);
    return active.map((fault) => fault.state());
  }

  /** Decides for each fault that selects it whether it is affected. @returns the faults that affect it, oldest first */
  hitsOn(met: MetBy): readonly WireFault[] {
    return this.#faults.filter((fault) => this.isHit(fault, met));
  }

  isHit(fault: WireFault, met: MetBy): boolean {
    return fault.selects(met) && fault.hits(this.#deps.clock.nowUs());
  }

  /**
   * Delays something until its time has come, the fault is removed, or the station stops.
   * @param untilUs real time; undefined: no time limit
   * @returns a function that gives up the wait; undefined if too much is being delayed
   */
  hold(fault: WireFault, untilUs: number | undefined, goOn: () => void): (() => void) | undefined {
    if (this.#held >= HELD_MAX) return undefined;
    this.#held += 1;
    const forget = () => {
      if (!fault.holds.delete(release)) return;
      this.#held -= 1;
      cancel();
      this.#look();
    };
    const release = () => {
      forget();
      goOn();
    };
    fault.holds.add(release);
    const cancel = untilUs === undefined ? () => {} : this.#deps.realTimeClock.schedule(untilUs, release);
    this.current = this;
    return forget;
  }

  /** Real time, microseconds. */
  nowUs(): number {
    return this.#deps.realTimeClock.nowUs();
  }

  /** Releases everything that is delayed, because the station stops. The faults stay. */
  letGo(): void {
    for (const fault of this.#faults) fault.release();
  }

  watch(watch: Watch): () => void {
    this.#watches.add(watch);
    return () => this.#watches.delete(watch);
  }

  #end(fault: WireFault): void {
    const wasActive = fault.isActive;
    fault.end(this.#deps.clock.nowUs());
    this.#look();
    if (wasActive) for (const watch of this.#watches) void watch(fault);
  }

  /** Removes the oldest ended one if the list is full. */
  #makeRoom(): boolean {
    if (this.#faults.length < WIRE_FAULTS_MAX) return true;
    const ended = this.#faults.find(({ isActive }) => !isActive);
    if (ended === undefined) return false;
    this.#end(ended);
    this.#faults.splice(this.#faults.indexOf(ended), 1);
    return true;
  }

  #look(): void {
    const isUsed = this.#faults.some(({ holds, isActive }) => isActive || holds.size > 0);
    this.current = isUsed ? this : undefined;
  }
}

const LOCKS_OUT = { reason: 'a fault of the token request needs a count, or no client could get a token to remove it' };
const TOO_MANY = { reason: `${WIRE_FAULTS_MAX} faults are active, remove one first` };
