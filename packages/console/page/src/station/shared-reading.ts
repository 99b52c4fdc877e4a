import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { onePer, Store } from '@kitestring/console-ui/store.ts';
import { Poller, type PollPause } from './poller.ts';
import type { StationLink } from './station-link.ts';

/** Latest value. */
export interface SharedSnapshot<Value> {
  readonly value: Value | undefined;
  /** Time of arrival, milliseconds of `performance.now()`. */
  readonly receivedAtMs: number;
  /** Why the last attempt failed; the previous value stays. */
  readonly error: unknown;
}

export interface SharedReadingDefinition<Value> {
  /** @param before the last value since it is displayed */
  readonly read: (client: KitestringClient, before: Value | undefined) => Promise<Value>;
  /** From an answer to the next request; may depend on what is known then. */
  readonly pauseMs: number | ((link: StationLink) => number);
  /** Not available in a recording. */
  readonly isOnlyLive?: true;
}

/** A GET shared by several parts of the page, polled while at least one is shown. */
export class SharedReading<Value> extends Store<SharedSnapshot<Value>> {
  readonly #ask: (before: Value | undefined) => Promise<Value>;
  readonly #poller: Poller;
  #before: Value | undefined;

  constructor(ask: (before: Value | undefined) => Promise<Value>, pause: PollPause) {
    super({ value: undefined, receivedAtMs: 0, error: undefined });
    this.#ask = ask;
    this.#poller = new Poller((signal) => this.#read(signal), pause);
  }

  /** Reads now, and continues from there. */
  readonly again = (): void => void this.#poller.again();

  protected override begin(): () => void {
    // Waits for a change from now on: a value shown an hour ago may be outdated.
    this.#before = undefined;
    this.again();
    return () => this.#poller.stop();
  }

  async #read(signal: AbortSignal): Promise<boolean> {
    const got = await this.#ask(this.#before).then(
      (value) => ({ value, receivedAtMs: performance.now(), error: undefined }),
      (error: unknown) => ({ ...this.snapshot(), error }),
    );
    if (!signal.aborted) {
      this.#before = got.value;
      this.become(got);
    }
    return got.error === undefined;
  }
}

const readingsOf = onePer((_: StationLink) => new Map<unknown, SharedReading<unknown>>());

/** The shared reading of this definition for this sign-in. */
export function sharedReading<Value>(
  link: StationLink,
  definition: SharedReadingDefinition<Value>,
): SharedReading<Value> {
  const readings = readingsOf(link);
  const { pauseMs, read } = definition;
  const pause = typeof pauseMs === 'function' ? () => pauseMs(link) : pauseMs;
  const known =
    readings.get(definition) ??
    new SharedReading((before) => link.call((client) => read(client, before as Value | undefined)), pause);
  readings.set(definition, known);
  // The key is the definition, which determines the type.
  return known as SharedReading<Value>;
}
