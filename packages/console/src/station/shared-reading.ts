import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { StationLink } from './station-link.ts';

/** What was read last. The same object as long as nothing has changed. */
export interface SharedSnapshot<Value> {
  readonly value: Value | undefined;
  /** When it came, milliseconds of `performance.now()`. */
  readonly receivedAtMs: number;
  /** Why the last attempt failed; the value of before stays. */
  readonly error: unknown;
}

export interface SharedReadingDefinition<Value> {
  readonly read: (client: KitestringClient) => Promise<Value>;
  /** From an answer to the next question, so that a slow link is never asked faster than it answers. */
  readonly pauseMs: number;
}

/** A station that does not answer is asked less and less often, but noticed soon when it is back. */
const LONGEST_PAUSE_MS = 4000;

/** A GET that several parts of the page look at, asked once for all of them while somebody looks. */
export class SharedReading<Value> {
  readonly #ask: () => Promise<Value>;
  readonly #pauseMs: number;
  readonly #listeners = new Set<() => void>();
  #snapshot: SharedSnapshot<Value> = { value: undefined, receivedAtMs: 0, error: undefined };
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts beginnings, so that an answer to a question from before is not the cause of another one. */
  #run = 0;
  #failures = 0;

  constructor(ask: () => Promise<Value>, pauseMs: number) {
    this.#ask = ask;
    this.#pauseMs = pauseMs;
  }

  readonly snapshot = (): SharedSnapshot<Value> => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.again();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  };

  /** Reads now, and goes on from there. */
  readonly again = (): void => {
    this.#stop();
    void this.#read(this.#run);
  };

  #stop(): void {
    this.#run += 1;
    clearTimeout(this.#timer);
  }

  async #read(run: number): Promise<void> {
    const got = await this.#ask().then(
      (value) => ({ value, receivedAtMs: performance.now(), error: undefined }),
      (error: unknown) => ({ ...this.#snapshot, error }),
    );
    if (run !== this.#run) return;
    this.#snapshot = got;
    this.#failures = got.error === undefined ? 0 : this.#failures + 1;
    for (const listener of this.#listeners) listener();
    if (run === this.#run) this.#timer = setTimeout(() => void this.#read(run), this.#nextPauseMs);
  }

  get #nextPauseMs(): number {
    const longestMs = Math.max(this.#pauseMs, LONGEST_PAUSE_MS);
    return Math.min(this.#pauseMs * 2 ** this.#failures, longestMs);
  }
}

const readings = new WeakMap<StationLink, Map<unknown, SharedReading<unknown>>>();

/** The one reading of this definition for this sign-in. */
export function sharedReading<Value>(
  link: StationLink,
  definition: SharedReadingDefinition<Value>,
): SharedReading<Value> {
  const ofLink = readings.get(link) ?? new Map<unknown, SharedReading<unknown>>();
  readings.set(link, ofLink);
  const known = ofLink.get(definition) ?? new SharedReading(() => link.call(definition.read), definition.pauseMs);
  ofLink.set(definition, known);
  // The key is the definition, which decides the type.
  return known as SharedReading<Value>;
}
