import { randomBytes } from 'node:crypto';
import { type Clock, US_PER_S } from '@kitestring/station/ports/clock.ts';

/** More sessions than a station has. */
const MOST_TICKETS = 10_000;
const TICKET_BYTES = 20;

interface Ticket {
  readonly text: string;
  readonly sessionId: string;
  readonly untilUs: number;
}

/** Short-lived secrets that let the owner of a session watch: they may stand in an address, where a token must not. */
export class StreamTickets {
  readonly #clock: Clock;
  readonly #validS: number;
  readonly #bySession = new Map<string, Ticket>();
  readonly #byText = new Map<string, Ticket>();

  /** @param clock real time: an address is used by people and players */
  constructor(clock: Clock, validS: number) {
    this.#clock = clock;
    this.#validS = validS;
  }

  /** A ticket that is good for at least half of the time; the same again while it is. */
  of(sessionId: string): string {
    const nowUs = this.#clock.nowUs();
    const current = this.#bySession.get(sessionId);
    if (current !== undefined && current.untilUs - nowUs > (this.#validS * US_PER_S) / 2) return current.text;
    const text = randomBytes(TICKET_BYTES).toString('base64url');
    const ticket = { text, sessionId, untilUs: nowUs + this.#validS * US_PER_S };
    this.#forgetOld(nowUs);
    this.#bySession.set(sessionId, ticket);
    this.#byText.set(text, ticket);
    return text;
  }

  /** Whose it is; undefined when it is unknown or too old. */
  sessionOf(text: string): string | undefined {
    const ticket = this.#byText.get(text);
    return ticket === undefined || ticket.untilUs <= this.#clock.nowUs() ? undefined : ticket.sessionId;
  }

  /** Those that are good now, for who must try them. */
  *current(): Generator<{ readonly text: string; readonly sessionId: string }> {
    const nowUs = this.#clock.nowUs();
    for (const ticket of this.#byText.values()) if (ticket.untilUs > nowUs) yield ticket;
  }

  endSession(sessionId: string): void {
    this.#bySession.delete(sessionId);
    for (const [text, ticket] of this.#byText) if (ticket.sessionId === sessionId) this.#byText.delete(text);
  }

  #forgetOld(nowUs: number): void {
    for (const [text, { untilUs }] of this.#byText) {
      if (untilUs > nowUs && this.#byText.size < MOST_TICKETS) break;
      this.#byText.delete(text);
    }
  }
}
