import type { CommandAction } from '../scenario.ts';

/** A lease lasts 10 s unless a setting says otherwise; renewed early enough that one refused renewal does no harm. */
const RENEW_AFTER_S = 4;

const TAKES_CONTROL = ['handoff.control.request', 'handoff.control.override'];
const GIVES_CONTROL = 'handoff.control.release';

interface Lease {
  readonly request: CommandAction;
  renewAtS: number;
}

/** Which clients want to stay in control, and when each must ask again. */
export class ControlLeases {
  readonly #leases = new Map<string, Lease>();

  /** When the next renewal is due, on the timeline. */
  get nextS(): number {
    return Math.min(...[...this.#leases.values()].map(({ renewAtS }) => renewAtS), Number.POSITIVE_INFINITY);
  }

  /** A command was accepted. */
  accepted(command: CommandAction, atS: number): void {
    if (command.operation === GIVES_CONTROL) this.#leases.delete(command.client);
    if (!TAKES_CONTROL.includes(command.operation) || !command.renews) return;
    // A renewal asks again as anybody would: it must never take control back by itself.
    const request = { ...command, operation: 'handoff.control.request' };
    this.#leases.set(command.client, { request, renewAtS: atS + RENEW_AFTER_S });
  }

  /** The renewals that are due; each is due again later. */
  takeDue(atS: number): CommandAction[] {
    const due = [...this.#leases.values()].filter(({ renewAtS }) => renewAtS <= atS);
    for (const lease of due) lease.renewAtS = atS + RENEW_AFTER_S;
    return due.map(({ request }) => request);
  }
}
