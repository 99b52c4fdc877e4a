import { ConnectionError } from './connection-error.ts';

/** Maximum number of waiting events before a slow reader is ended. */
const MAX_WAITING_EVENTS = 1000;

/**
 * Delivers messages to one `for await`. Of a state only the newest waits; of events all wait, up to a bound, above
 * which the reader fails instead of losing one silently.
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

  /** Ends the reader after the waiting messages were read; with an error, the reader receives it. */
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
