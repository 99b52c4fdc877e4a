/** One entry, decoded. */
export interface RingEntry {
  readonly stationUs: number;
  readonly realUs: number;
  /** Operation, status and code: see `answerKey`. Status 0: no answer, or the end of a WebSocket. */
  readonly answer: number;
  /** Index of the client. */
  readonly client: number;
  /** Index of the topic; 0 for none. */
  readonly topic: number;
  /** Seconds; -1 for none. */
  readonly retryAfterS: number;
  /** A bit for each type of wire fault. */
  readonly wireFaults: number;
  /** Close code of a WebSocket; 0 for a request. */
  readonly close: number;
  readonly isByStation: boolean;
}

/** Two numbers of 64 bits, then four of 32: an entry lies in one cache line. */
const ENTRY_BYTES = 32;
const DOUBLES = ENTRY_BYTES / 8;
const INTEGERS = ENTRY_BYTES / 4;
const TOPIC_SHIFT = 16;
const CLOSE_SHIFT = 12;
const BY_STATION = 1 << 30;

/** The newest entries, in memory that is allocated once: a request creates no garbage. */
export class EntryRing {
  /** Entries so far; the number of the newest. */
  count = 0;
  readonly #size: number;
  readonly #times: Float64Array;
  readonly #numbers: Int32Array;

  constructor(size: number) {
    const buffer = new ArrayBuffer(size * ENTRY_BYTES);
    this.#size = size;
    this.#times = new Float64Array(buffer);
    this.#numbers = new Int32Array(buffer);
  }

  /** Number of the oldest entry that is kept; 0 without one. */
  get first(): number {
    return this.count === 0 ? 0 : Math.max(1, this.count - this.#size + 1);
  }

  /**
   * Called for almost all requests. Separate arguments, because an object would cost more than all the rest. @returns
   * the number of the entry, from 1
   */
  add(
    stationUs: number,
    realUs: number,
    answer: number,
    client: number,
    { close = 0, isByStation = false, retryAfterS = -1, topic = 0, wireFaults = 0 }: Partial<RingEntry> = NO_MORE,
  ): number {
    const at = this.count % this.#size;
    this.#times[at * DOUBLES] = stationUs;
    this.#times[at * DOUBLES + 1] = realUs;
    const from = at * INTEGERS + 4;
    this.#numbers[from] = answer;
    this.#numbers[from + 1] = client | (topic << TOPIC_SHIFT);
    this.#numbers[from + 2] = retryAfterS;
    this.#numbers[from + 3] = wireFaults | (close << CLOSE_SHIFT) | (isByStation ? BY_STATION : 0);
    this.count += 1;
    return this.count;
  }

  /** @param sequence number of a kept entry */
  at(sequence: number): RingEntry {
    const at = (sequence - 1) % this.#size;
    const [answer = 0, who = 0, retryAfterS = -1, rest = 0] = this.#numbers.subarray(at * INTEGERS + 4);
    return {
      stationUs: this.#times[at * DOUBLES] ?? 0,
      realUs: this.#times[at * DOUBLES + 1] ?? 0,
      answer,
      client: who & 0xffff,
      topic: who >> TOPIC_SHIFT,
      retryAfterS,
      wireFaults: rest & 0xfff,
      close: (rest >> CLOSE_SHIFT) & 0x1fff,
      isByStation: (rest & BY_STATION) !== 0,
    };
  }
}

const NO_MORE: Partial<RingEntry> = {};
