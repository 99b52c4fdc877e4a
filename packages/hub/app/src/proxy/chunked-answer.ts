import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import { ANSWER_HEADERS } from '@kitestring/hub-contract/answer-headers.ts';
import { CHUNK_HEADERS, type CommandError, CommandReply, StationSession } from '@kitestring/hub-contract/command.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { readMessage } from '@kitestring/hub-contract/read-message.ts';
import type { Msg } from '@nats-io/transport-node';

/** From the order to the first chunk: the station may have to take a picture first. */
export const FIRST_CHUNK_MS = 10_000;
/** While a reader waits the station has credit, so only its link can be slow. */
const NEXT_CHUNK_MS = 15_000;
const NO_RESPONDERS = 503;

/** Begin of an answer, or the reason why there is none. */
export type ChunkedBegin =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      /** Session of the request at the station. */
      readonly session: StationSession | undefined;
    }
  | { readonly kind: 'refused'; readonly error: CommandError; readonly message: string }
  | { readonly kind: 'silent' };

/** Bytes of an answer as they arrive. A reader that does not read all of them cancels it. */
export interface AnswerBody extends AsyncIterable<Uint8Array> {
  cancel(): void;
}

interface ChunkedAnswerDeps {
  readonly clock: Clock;
  /** Allows the station this many further chunks. */
  readonly giveCredit: (count: number) => void;
  /** Called once, at the end. @param isBrokenOff the station may still be sending */
  readonly onEnd: (isBrokenOff: boolean) => void;
}

/**
 * An answer of a station in chunks, in order. Memory never holds more of them than the station has credit for; each
 * chunk that is read gives new credit.
 */
export class ChunkedAnswer implements AnswerBody {
  readonly #deps: ChunkedAnswerDeps;
  readonly #begin = Promise.withResolvers<ChunkedBegin>();
  readonly #queue: Uint8Array[] = [];
  readonly #cancelFirst: Cancel;
  #next = 0;
  #taken = 0;
  #isComplete = false;
  #isOver = false;
  #fault: Error | undefined;
  #wake: () => void = () => {};

  constructor(deps: ChunkedAnswerDeps) {
    this.#deps = deps;
    const { clock } = deps;
    this.#cancelFirst = clock.schedule(clock.nowUs() + FIRST_CHUNK_MS * 1000, () => this.#none({ kind: 'silent' }));
  }

  /** Status and headers of the answer, or the reason why there is none, which ends it. */
  get begin(): Promise<ChunkedBegin> {
    return this.#begin.promise;
  }

  /** Handles the next message of the station. */
  take({ data, headers }: Pick<Msg, 'data' | 'headers'>): void {
    if (this.#isOver) return;
    if (headers?.code === NO_RESPONDERS) this.#none({ kind: 'silent' });
    else if (headers?.get(CHUNK_HEADERS.error)) this.#refused(data);
    else if (headers?.get(CHUNK_HEADERS.seq) !== String(this.#next)) this.#fail('a chunk is missing');
    else if (data.length > LIMITS.chunkBytes || this.#queue.length > LIMITS.chunksInFlight)
      this.#fail('too much at once');
    else if (this.#next === 0 && !this.#beginWith(headers)) this.#fail('its first chunk is malformed');
    else this.#add(data, headers.get(CHUNK_HEADERS.end) === '1');
  }

  /** The reader has disconnected. */
  cancel(): void {
    this.#fault ??= new Error('it was cancelled');
    this.#end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = this.#queue.shift();
        if (chunk !== undefined) {
          yield chunk;
          this.#countTaken();
        } else if (this.#isComplete) return;
        else if (this.#fault !== undefined) throw this.#fault;
        else await this.#arrival();
      }
    } finally {
      this.#end();
    }
  }

  #add(data: Uint8Array, isLast: boolean): void {
    this.#next += 1;
    this.#isComplete = isLast;
    if (data.length > 0) this.#queue.push(data);
    this.#wake();
  }

  #beginWith(headers: NonNullable<Msg['headers']>): boolean {
    const status = Number(headers.get(CHUNK_HEADERS.status));
    const own = headersIn(headers.get(CHUNK_HEADERS.headers));
    if (!Number.isInteger(status) || status < 200 || status > 599 || own === undefined) return false;
    this.#cancelFirst();
    const session = sessionIn(headers.get(CHUNK_HEADERS.session));
    this.#begin.resolve({ kind: 'answer', status, headers: own, session });
    return true;
  }

  #refused(data: Uint8Array): void {
    const read = readMessage(CommandReply, data);
    if (read.ok && 'error' in read.value) {
      const { error, message } = read.value;
      this.#none({ kind: 'refused', error, message });
    } else this.#fail('it was refused without a reason');
  }

  /** There is no beginning, or no further chunk. */
  #none(begin: Exclude<ChunkedBegin, { kind: 'answer' }>): void {
    this.#begin.resolve(begin);
    this.#fault = new Error('message' in begin ? begin.message : 'the station is silent');
    this.#end();
  }

  #fail(reason: string): void {
    this.#none({ kind: 'refused', error: 'OUTCOME_LOST', message: reason });
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelFirst();
    if (!this.#isComplete) this.#queue.length = 0;
    this.#deps.onEnd(!this.#isComplete);
    this.#wake();
  }

  #countTaken(): void {
    this.#taken += 1;
    if (!this.#isComplete && this.#taken % LIMITS.chunkCredit === 0) this.#deps.giveCredit(LIMITS.chunkCredit);
  }

  #arrival(): Promise<void> {
    const { clock } = this.#deps;
    return new Promise((resolve) => {
      const cancel = clock.schedule(clock.nowUs() + NEXT_CHUNK_MS * 1000, () => this.#fail('the station is silent'));
      this.#wake = () => {
        this.#wake = () => {};
        cancel();
        resolve();
      };
    });
  }
}

function headersIn(text: string): Readonly<Record<string, string>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const passedOn = Object.entries(value).filter(([name]) => ANSWER_HEADERS.has(name));
    const isLength = ([name, text]: [string, unknown]) => name !== 'content-length' || /^\d{1,15}$/.test(String(text));
    const isValid = passedOn.every((header) => isHeaderText(header[1]) && isLength(header));
    return isValid ? Object.fromEntries(passedOn) : undefined;
  } catch {
    return undefined;
  }
}

function sessionIn(text: string): StationSession | undefined {
  const read = text === '' ? undefined : readMessage(StationSession, Buffer.from(text));
  return read?.ok === true ? read.value : undefined;
}

/** Visible ASCII and spaces: anything else would break the hub's own answer. */
const isHeaderText = (value: unknown): boolean => typeof value === 'string' && /^[\x20-\x7e]*$/.test(value);
