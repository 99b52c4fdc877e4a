import type { GroundOrder, GroundOutcome } from '@kitestring/station-core/ports';
import type { BoxLine } from './box-lines.ts';
import { ANSWER_WITHIN_US, ATTEMPTS, ORDER_ID_MAX } from './wire.ts';

type Part = 'line' | 'power' | 'lids';

interface Pending {
  readonly id: number;
  readonly order: GroundOrder;
  readonly sent: number;
  readonly dueUs: number;
  readonly end: (outcome: GroundOutcome) => void;
}

const orderedPart = ({ kind }: GroundOrder): Part =>
  kind === 'tetherPower' ? 'power' : kind === 'lids' ? 'lids' : 'line';

/** Orders that wait for their answer, at most one for each part: only the newest counts. */
export class PendingOrders {
  readonly #pending = new Map<Part, Pending>();
  readonly #send: (id: number, order: GroundOrder) => void;
  #lastId = 0;

  constructor(send: (id: number, order: GroundOrder) => void) {
    this.#send = send;
  }

  begin(order: GroundOrder, nowUs: number): Promise<GroundOutcome> {
    this.#end(orderedPart(order), { outcome: 'Superseded' });
    this.#lastId = (this.#lastId % ORDER_ID_MAX) + 1;
    const id = this.#lastId;
    return new Promise((end) => {
      this.#pending.set(orderedPart(order), { id, order, sent: 1, dueUs: nowUs + ANSWER_WITHIN_US, end });
      this.#send(id, order);
    });
  }

  /** Answers to orders of before are ignored. */
  answer({ id, isAccepted, reason }: Extract<BoxLine, { kind: 'ack' }>): void {
    for (const [part, pending] of this.#pending) {
      if (pending.id !== id) continue;
      this.#end(part, isAccepted ? { outcome: 'Accepted' } : { outcome: 'Refused', reason });
    }
  }

  /** Sends again what is due, with the same id, and gives up what was sent often enough. */
  step(nowUs: number): void {
    for (const [part, pending] of this.#pending) {
      if (nowUs < pending.dueUs) continue;
      if (pending.sent >= ATTEMPTS) {
        this.#end(part, { outcome: 'Silent' });
        continue;
      }
      this.#pending.set(part, { ...pending, sent: pending.sent + 1, dueUs: nowUs + ANSWER_WITHIN_US });
      this.#send(pending.id, pending.order);
    }
  }

  /** Safety: nothing is sent later that was ordered before the connection ended. */
  abandon(): void {
    for (const part of this.#pending.keys()) this.#end(part, { outcome: 'Silent' });
  }

  #end(part: Part, outcome: GroundOutcome): void {
    const pending = this.#pending.get(part);
    this.#pending.delete(part);
    pending?.end(outcome);
  }
}
