/** One entry as it is kept: numbers only, so that a request makes nothing for the garbage collector. */
export interface RingEntry {
  readonly stationUs: number;
  readonly realUs: number;
  /** Index of the operation. */
  readonly operation: number;
  /** Index of the client. */
  readonly client: number;
  /** 0: no answer, or the end of a WebSocket. */
  readonly status: number;
  /** Index of the error code; 0 for none. */
  readonly code: number;
  /** Seconds; -1 for none. */
  readonly retryAfterS: number;
  /** Index of the topic; 0 for none. */
  readonly topic: number;
  /** Close code of a WebSocket; 0 for a request. */
  readonly close: number;
  /** 1: the station ended the WebSocket. */
  readonly byStation: number;
  /** A bit for each type of wire fault. */
  readonly wireFaults: number;
}

/** The newest entries, in arrays that are made once. */
export class EntryRing {
  /** Entries so far; the number of the newest. */
  count = 0;
  readonly #size: number;
  readonly #stationUs: Float64Array;
  readonly #realUs: Float64Array;
  readonly #wireFaults: Uint32Array;
  readonly #retryAfterS: Int32Array;
  readonly #operation: Uint16Array;
  readonly #client: Uint16Array;
  readonly #status: Uint16Array;
  readonly #code: Uint16Array;
  readonly #topic: Uint16Array;
  readonly #close: Uint16Array;
  readonly #byStation: Uint8Array;

  constructor(size: number) {
    this.#size = size;
    this.#stationUs = new Float64Array(size);
    this.#realUs = new Float64Array(size);
    this.#wireFaults = new Uint32Array(size);
    this.#retryAfterS = new Int32Array(size);
    this.#operation = new Uint16Array(size);
    this.#client = new Uint16Array(size);
    this.#status = new Uint16Array(size);
    this.#code = new Uint16Array(size);
    this.#topic = new Uint16Array(size);
    this.#close = new Uint16Array(size);
    this.#byStation = new Uint8Array(size);
  }

  /** Number of the oldest entry that is kept; 0 without one. */
  get first(): number {
    return this.count === 0 ? 0 : Math.max(1, this.count - this.#size + 1);
  }

  /** @returns the number of the entry, from 1 */
  add(entry: RingEntry): number {
    const at = this.count % this.#size;
    this.#stationUs[at] = entry.stationUs;
    this.#realUs[at] = entry.realUs;
    this.#wireFaults[at] = entry.wireFaults;
    this.#retryAfterS[at] = entry.retryAfterS;
    this.#operation[at] = entry.operation;
    this.#client[at] = entry.client;
    this.#status[at] = entry.status;
    this.#code[at] = entry.code;
    this.#topic[at] = entry.topic;
    this.#close[at] = entry.close;
    this.#byStation[at] = entry.byStation;
    this.count += 1;
    return this.count;
  }

  /** Whether the entry is of this client, without making it. */
  isOf(sequence: number, client: number): boolean {
    return this.#client[(sequence - 1) % this.#size] === client;
  }

  /** @param sequence number of an entry that is kept */
  at(sequence: number): RingEntry {
    const at = (sequence - 1) % this.#size;
    return {
      stationUs: this.#stationUs[at] ?? 0,
      realUs: this.#realUs[at] ?? 0,
      wireFaults: this.#wireFaults[at] ?? 0,
      retryAfterS: this.#retryAfterS[at] ?? -1,
      operation: this.#operation[at] ?? 0,
      client: this.#client[at] ?? 0,
      status: this.#status[at] ?? 0,
      code: this.#code[at] ?? 0,
      topic: this.#topic[at] ?? 0,
      close: this.#close[at] ?? 0,
      byStation: this.#byStation[at] ?? 0,
    };
  }
}
