import { ControlLease } from '@kitestring/client/control-lease.ts';
import type { CommandAction } from '../scenario.ts';

const REQUEST = 'handoff.control.request';
const TAKES_CONTROL = [REQUEST, 'handoff.control.override'];
const RELEASE = 'handoff.control.release';

/** Clients that stay in control, and the time of each renewal. All times on the timeline. */
export class ControlLeases {
  readonly #leaseMs: number;
  readonly #holders = new Map<string, { readonly request: CommandAction; readonly lease: ControlLease }>();
  #nowS = 0;

  /** @param leaseS lease of control without renewal */
  constructor(leaseS: number) {
    this.#leaseMs = leaseS * 1000;
  }

  /** Time of the next renewal. */
  get nextS(): number {
    const inMs = [...this.#holders.values()].map(({ lease }) => lease.renewInMs);
    return this.#nowS + Math.min(...inMs, Number.POSITIVE_INFINITY) / 1000;
  }

  /** A command was accepted with this HTTP status, or has no answer: 0. @returns the follow-up command of the client */
  accepted(command: CommandAction, status: number, atS: number): CommandAction | undefined {
    this.#nowS = atS;
    const { client, operation, renews } = command;
    if (operation === RELEASE) this.#holders.delete(client);
    if (!TAKES_CONTROL.includes(operation) || !renews) return undefined;
    const { lease } = this.#holders.get(client) ?? { lease: this.#newLease() };
    if (status === 202 && lease.isHeld) {
      // Another client has control, and this renewal has joined the queue, which was not intended.
      this.#holders.delete(client);
      return { ...command, operation: RELEASE, body: undefined, renews: false };
    }
    const sinceAsked = lease.ask();
    if (status === 201) lease.granted(sinceAsked);
    // A renewal is an ordinary request: it must never take control back by itself.
    this.#holders.set(client, { request: { ...command, operation: REQUEST }, lease });
    return undefined;
  }

  /** The renewals that are due; each will be due again. A lapsed lease is lost. */
  takeDue(atS: number): CommandAction[] {
    this.#nowS = atS;
    for (const [client, { lease }] of this.#holders) if (lease.hasLapsed) this.#holders.delete(client);
    const due = [...this.#holders.values()].filter(({ lease }) => lease.renewInMs <= 0);
    for (const { lease } of due) lease.ask();
    return due.map(({ request }) => request);
  }

  /** Who stays in control now, for `restore`. */
  get holders(): readonly CommandAction[] {
    return [...this.#holders.values()].map(({ request }) => request);
  }

  /** The station has gone back to when these stayed in control; their renewals are due at once. */
  restore(holders: readonly CommandAction[]): void {
    this.#holders.clear();
    for (const request of holders) {
      const lease = this.#newLease();
      lease.granted();
      this.#holders.set(request.client, { request, lease });
    }
  }

  #newLease(): ControlLease {
    const startStopwatch = () => {
      const startS = this.#nowS;
      return () => (this.#nowS - startS) * 1000;
    };
    return new ControlLease({ leaseMs: () => this.#leaseMs, startStopwatch });
  }
}
