import { ConnectionError } from './connection-error.ts';

/** Events that wait for a slow reader before it is cut off. */
const MAX_WAITING_EVENTS = 1000;

/**
 * Hands messages to one `for await`. Of a state only the newest waits; of events all do, up to a bound, over which the
 * reader fails rather than miss one in silence.
 */
export class TopicReader<Message> implements AsyncIterableIterator<Message> {
  readonly #kind: 'state' | 'event';
  readonly #onEnd: () => void;
  #waiting: Message[] = [];
  #end: { readonly error?: unknown } | undefined;
  #wakes: (() => void)[] = [];

  constructor(kind: 'state' | 'event', onEnd: () => void) {
    this.#kind = kind;
    this.#onEnd = onEnd;
  }

  push(message: Message): void {
    if (this.#kind === 'state') this.#waiting = [message];
    else if (this.#waiting.length < MAX_WAITING_EVENTS) this.#waiting.push(message);
    else this.finish(new ConnectionError('READER_TOO_SLOW', `${MAX_WAITING_EVENTS} events wait to be read`));
    this.#wake();
  }

  /** Ends it after what waits has been read; with an error, the reader gets that. */
  finish(error?: unknown): void {
    if (this.#end !== undefined) return;
    this.#end = error === undefined ? {} : { error };
    this.#onEnd();
    this.#wake();
  }

  async next(): Promise<IteratorResult<Message, undefined>> {
    while (this.#waiting.length === 0) {
      if (this.#end !== undefined && 'error' in this.#end) throw this.#end.error;
      if (this.#end !== undefined) return { done: true, value: undefined };
      await new Promise<void>((resolve) => this.#wakes.push(resolve));
    }
    return { done: false, value: this.#waiting.shift() as Message };
  }

  async return(): Promise<IteratorResult<Message, undefined>> {
    this.#waiting = [];
    this.finish();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #wake(): void {
    const wakes = this.#wakes;
    this.#wakes = [];
    for (const wake of wakes) wake();
  }
}
