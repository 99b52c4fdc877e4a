import type { Cancel } from '@kitestring/base/clock.ts';
import { MetadataWriter, type MetadataWriterDeps } from './metadata-writer.ts';

interface MetadataWritersDeps extends MetadataWriterDeps {
  readonly onBug: (bug: unknown) => void;
}

/** Metadata of the streams whose clients receive it; nothing runs without them. */
export class MetadataWriters {
  readonly #deps: MetadataWritersDeps;
  readonly #writers = new Map<string, MetadataWriter>();
  readonly #endWanted: Cancel;

  constructor(deps: MetadataWritersDeps) {
    this.#deps = deps;
    this.#endWanted = deps.station.metadata.onWanted(({ begun, streamIds }) => {
      for (const id of [...this.#writers.keys()]) if (!streamIds.includes(id)) this.#end(id);
      for (const id of streamIds) if (!this.#writers.has(id)) this.#writers.set(id, new MetadataWriter(id, deps));
      if (begun !== undefined) this.synchronize(begun);
    });
  }

  /** Sends the whole state of the stream, by its present settings. */
  synchronize(streamId: string): void {
    this.#writers.get(streamId)?.begin().catch(this.#deps.onBug);
  }

  synchronizeAll(): void {
    for (const id of this.#writers.keys()) this.synchronize(id);
  }

  close(): void {
    this.#endWanted();
    for (const id of [...this.#writers.keys()]) this.#end(id);
  }

  #end(streamId: string): void {
    this.#writers.get(streamId)?.close();
    this.#writers.delete(streamId);
  }
}
