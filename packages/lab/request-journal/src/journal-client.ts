import type { CoverageKind } from '@kitestring/station-contract/sim/coverage-findings.ts';
import { Counts } from './counts.ts';
import { type Observed, Reactions } from './reactions.ts';

/** All counts of a client; a copy is a mark. */
export interface ClientCounts {
  /** By the key of operation, status and code. */
  readonly requests: Counts<number>;
  /** By kind and name, `topics flight/state`. */
  readonly met: Counts;
  /** By close code and side, `1011 station`. */
  readonly closes: Counts;
  /** By refusal, operation and reaction, as JSON. */
  readonly reactions: Counts;
  /** By finding, operation and refusal, as JSON. */
  readonly findings: Counts;
}

/** One client in the journal. */
export class JournalClient implements ClientCounts {
  readonly name: string;
  readonly index: number;
  readonly requests = new Counts<number>();
  readonly met = new Counts();
  readonly closes = new Counts();
  readonly reactions = new Counts();
  readonly findings = new Counts();
  /** Newest entry of each finding. */
  readonly lastOfFinding = new Map<string, number>();
  readonly watched = new Reactions((observed) => this.#observe(observed));
  /** Last state of the Kite that the client read or was sent. */
  #flightState = '';
  /** Names of the notifications that are active according to the client's data. */
  readonly #active = new Set<string>();
  /** Faults of the aircraft that were counted and are still active. */
  #faults: ReadonlySet<string> = new Set();

  constructor(name: string, index: number) {
    this.name = name;
    this.index = index;
  }

  meet(kind: CoverageKind, name: string): void {
    this.met.add(`${kind} ${name}`);
  }

  showFlightState(name: string): void {
    if (name === this.#flightState) return;
    if (this.#flightState !== '') this.watched.informed();
    this.#flightState = name;
    this.meet('flight_states', name);
  }

  /** A notification that was read by or sent to the client. */
  showNotification(name: string, isEnded: boolean): void {
    const isNew = !this.#active.has(name);
    if (isNew) this.meet('notifications', name);
    if (!isEnded) this.#active.add(name);
    else {
      this.#active.delete(name);
      this.meet('ended_notifications', name);
    }
  }

  /** All active ones: those that the client knew and that are missing now have ended. */
  showActiveNotifications(names: ReadonlySet<string>): void {
    for (const name of names) this.showNotification(name, false);
    for (const name of this.#active) if (!names.has(name)) this.showNotification(name, true);
  }

  /** @param faults ids and types, `3 gps_loss` */
  showFaults(faults: ReadonlySet<string>): void {
    if (faults === this.#faults) return;
    for (const fault of faults) if (!this.#faults.has(fault)) this.meet('faults', fault.slice(fault.indexOf(' ') + 1));
    this.#faults = faults;
  }

  /** A mark: repeated occurrences count again from here. @returns the counts so far */
  mark(): ClientCounts {
    this.#flightState = '';
    this.#faults = new Set();
    return {
      requests: this.requests.copy(),
      met: this.met.copy(),
      closes: this.closes.copy(),
      reactions: this.reactions.copy(),
      findings: this.findings.copy(),
    };
  }

  #observe({ after, finding, operation, reaction, sequence }: Observed): void {
    this.reactions.add(JSON.stringify([after, operation, reaction]));
    if (finding === undefined) return;
    const key = JSON.stringify([finding, operation, after]);
    this.findings.add(key);
    this.lastOfFinding.set(key, sequence);
  }
}
