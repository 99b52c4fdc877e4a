import type { Cancel } from '@kitestring/base/clock.ts';
import { MetadataFeed, type MetadataFeedDeps } from './metadata-feed.ts';

interface MetadataFeedsDeps extends MetadataFeedDeps {
  readonly onBug: (bug: unknown) => void;
}

/** Metadata of the streams whose clients receive it; nothing runs without them. */
export class MetadataFeeds {
  readonly #deps: MetadataFeedsDeps;
  readonly #feeds = new Map<string, MetadataFeed>();
  readonly #endWanted: Cancel;

  constructor(deps: MetadataFeedsDeps) {
    this.#deps = deps;
    this.#endWanted = deps.station.metadata.onWanted(({ begun, streamIds }) => {
      for (const id of [...this.#feeds.keys()]) if (!streamIds.includes(id)) this.#end(id);
      for (const id of streamIds) if (!this.#feeds.has(id)) this.#feeds.set(id, new MetadataFeed(id, deps));
      if (begun !== undefined) this.synchronize(begun);
    });
  }

  /** Sends the whole state of the stream, by its present settings. */
  synchronize(streamId: string): void {
    this.#feeds.get(streamId)?.begin().catch(this.#deps.onBug);
  }

  close(): void {
    this.#endWanted();
    for (const id of [...this.#feeds.keys()]) this.#end(id);
  }

  #end(streamId: string): void {
    this.#feeds.get(streamId)?.close();
    this.#feeds.delete(streamId);
  }
}
