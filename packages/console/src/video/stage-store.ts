import type { VideoStreamInfo } from '@kitestring/contract/videostreams/video-stream-info.ts';
import type { StationLink } from '../station/station-link.ts';
import { keepChoice, keptChoice, type StreamChoice } from './stream-choice.ts';

export interface Stage {
  /** Undefined before the station has listed them. */
  readonly streams: readonly VideoStreamInfo[] | undefined;
  readonly choice: StreamChoice;
}

/** What is shown on the stage, for all parts of the page that go by it. */
export class StageStore {
  readonly #storage: Storage;
  readonly #listeners = new Set<() => void>();
  #stage: Stage;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#stage = { streams: undefined, choice: keptChoice(storage) };
  }

  readonly stage = (): Stage => this.#stage;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The list as the station has it now; the same streams again change nothing. */
  list(streams: readonly VideoStreamInfo[]): void {
    if (isSame(this.#stage.streams, streams)) return;
    this.#become({ ...this.#stage, streams });
  }

  choose(choice: StreamChoice): void {
    keepChoice(this.#storage, choice);
    this.#become({ ...this.#stage, choice });
  }

  #become(stage: Stage): void {
    this.#stage = stage;
    for (const listener of this.#listeners) listener();
  }
}

const isSame = (before: readonly VideoStreamInfo[] | undefined, after: readonly VideoStreamInfo[]): boolean =>
  JSON.stringify(before) === JSON.stringify(after);

const stores = new WeakMap<StationLink, StageStore>();

/** The same stage for the same sign-in. */
export function stageOf(link: StationLink): StageStore {
  const store = stores.get(link) ?? new StageStore(localStorage);
  stores.set(link, store);
  return store;
}
