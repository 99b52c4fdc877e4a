/** Budgets are renewed after this time. */
const WINDOW_MS = 10_000;
/**
 * Budgets of one station. A station in flight with 30 topics at 10 Hz sends 3,000 messages; the records of ten days without a hub are 15,000
 * messages of 20 MB, sent over minutes.
 */
const MOST = { messages: 15_000, bytes: 256 * 1024 ** 2, requests: 300 };
interface Spent {
  readonly fromMs: number;
  messages: number;
  bytes: number;
  requests: number;
  isTold: boolean;
}

interface Message {
  readonly data: Uint8Array;
  readonly isRequest?: boolean;
}

type Sent = Readonly<Pick<Spent, 'messages' | 'bytes' | 'requests'>>;

/** Budgets of the stations' messages, which bound the cost of each station to the hub. */
export class StationBudgets {
  readonly #nowMs: () => number;
  readonly #listeners = new Set<(sid: string, sent: Sent) => void>();
  /** By station: the broker accepts only credentials of this hub, so there are no more than enrolled stations. */
  readonly #spent = new Map<string, Spent>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Called once per window when a station has exceeded its budget. */
  onExceeded(listener: (sid: string, sent: Sent) => void): void {
    this.#listeners.add(listener);
  }

  /** Whether the message is within the budget of its station; others must be dropped unread. */
  take(sid: string, { data, isRequest = false }: Message): boolean {
    const now = this.#nowMs();
    let spent = this.#spent.get(sid);
    if (spent === undefined || Math.abs(now - spent.fromMs) >= WINDOW_MS) {
      spent = { fromMs: now, messages: 0, bytes: 0, requests: 0, isTold: false };
      this.#spent.set(sid, spent);
    }
    spent.messages += 1;
    spent.bytes += data.length;
    if (isRequest) spent.requests += 1;
    const { bytes, messages, requests } = spent;
    if (messages <= MOST.messages && bytes <= MOST.bytes && requests <= MOST.requests) return true;
    // A burst of greetings and requests is harmless once they are dropped.
    const isFlood = messages > MOST.messages || bytes > MOST.bytes;
    if (isFlood && !spent.isTold) {
      spent.isTold = true;
      for (const listener of this.#listeners) listener(sid, { messages, bytes, requests });
    }
    return false;
  }
}
