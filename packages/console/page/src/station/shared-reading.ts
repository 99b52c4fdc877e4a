import { ApiError } from '@kitestring/client/api-error.ts';
import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { onePer, Store } from '@kitestring/console-ui/store.ts';
import type { ListName, ListVersions } from '@kitestring/station-contract/station/list-versions.ts';
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
  /** Read again when the station tells that this list has changed. */
  readonly list?: ListName;
  /** From an answer to the next request; may depend on what is known then. Absent: none without a change. */
  readonly pauseMs?: number | ((link: StationLink) => number);
  /** Not available in a recording. */
  readonly isOnlyLive?: true;
}

/** Calls back when something has changed, until the returned function is called. */
type OnListChange = (listener: () => void) => {
  /** False: the first version calls back, too. */
  readonly isKnown: boolean;
  readonly leave: () => void;
};

/** A GET shared by several parts of the page, polled while at least one is shown, or read again with each change. */
export class SharedReading<Value> extends Store<SharedSnapshot<Value>> {
  readonly #ask: (before: Value | undefined) => Promise<Value>;
  readonly #poller: Poller;
  readonly #onChange: OnListChange | undefined;
  #before: Value | undefined;

  constructor(ask: (before: Value | undefined) => Promise<Value>, pause: PollPause, onChange?: OnListChange) {
    super({ value: undefined, receivedAtMs: 0, error: undefined });
    this.#ask = ask;
    this.#onChange = onChange;
    this.#poller = new Poller((signal) => this.#read(signal), pause);
  }

  /** Reads now, and continues from there. */
  readonly again = (): void => void this.#poller.again();

  protected override begin(): () => void {
    // Waits for a change from now on: a value shown an hour ago may be outdated.
    this.#before = undefined;
    const changes = this.#onChange?.(this.again);
    // Its first version is told at once, and read then.
    if (changes?.isKnown !== false) this.again();
    return () => {
      changes?.leave();
      this.#poller.stop();
    };
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
  const { list, pauseMs, read } = definition;
  const pause = typeof pauseMs === 'function' ? () => pauseMs(link) : pauseMs;
  const known =
    readings.get(definition) ??
    new SharedReading(
      (before) => link.call((client) => read(client, before as Value | undefined)),
      pause,
      list && onListChange(link, list),
    );
  readings.set(definition, known);
  // The key is the definition, which determines the type.
  return known as SharedReading<Value>;
}

/** The station answers when a list changes, or after a while with the same versions. */
export const LISTS: SharedReadingDefinition<Partial<ListVersions>> = {
  isOnlyLive: true,
  read: async ({ station }, { version } = {}) => {
    try {
      return await station.watchLists(version === undefined ? {} : { version });
    } catch (error) {
      // A hub also shows stations that do not tell yet: their lists are read now and then.
      if (error instanceof ApiError && error.status === 404) return {};
      throw error;
    }
  },
  pauseMs: (link) => (sharedReading(link, LISTS).snapshot().value?.version === undefined ? UNTOLD_MS : TOLD_MS),
};
/** If too many requests wait, it answers at once. */
const TOLD_MS = 1000;
const UNTOLD_MS = 60_000;

const onListChange =
  (link: StationLink, list: ListName): OnListChange =>
  (listener) => {
    const lists = sharedReading(link, LISTS);
    let known = lists.snapshot().value?.[list];
    const isKnown = known !== undefined;
    const leave = lists.subscribe(() => {
      const { error, value } = lists.snapshot();
      if (error !== undefined || (known !== undefined && value?.[list] === known)) return;
      known = value?.[list];
      listener();
    });
    return { isKnown, leave };
  };
