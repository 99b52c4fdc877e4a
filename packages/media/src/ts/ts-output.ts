import type { AccessUnit, EncodedSource, SourceDirectory } from '../access-unit.ts';
import { localSet } from '../klv/local-set.ts';
import type { MetadataFeed } from '../process/metadata-messages.ts';
import { TsMuxer } from './ts-muxer.ts';
import { openTsSink, type TsSink } from './ts-sink.ts';

/** A local set for every third picture at 30 a second: a pose needs no more. 90 kHz. */
const METADATA_EVERY = 9000;

export interface TsOutputParts {
  readonly directory: SourceDirectory;
  readonly onTrouble: (reason: string) => void;
}

/** What goes to one place. */
export type TargetedFeed = MetadataFeed & { readonly target: string };

interface Followed {
  readonly source: EncodedSource;
  readonly leave: () => void;
}

/** Sends one stream with its metadata to one place, as long as the station says so. */
export class TsOutput {
  readonly #parts: TsOutputParts;
  #feed: TargetedFeed | undefined;
  #sink: TsSink | undefined;
  #muxer = new TsMuxer();
  #followed: Followed | undefined;
  #nextMetadata = 0;

  constructor(parts: TsOutputParts) {
    this.#parts = parts;
  }

  /** What is to be sent from now on; called several times a second. */
  update(feed: TargetedFeed): void {
    if (feed.target !== this.#feed?.target) {
      void this.#sink?.close();
      this.#sink = openTsSink(feed.target, this.#parts.onTrouble);
    }
    if (feed.streamId !== this.#feed?.streamId) this.#leave();
    this.#feed = feed;
    if (this.#followed === undefined) this.#follow(feed.streamId);
  }

  async stop(): Promise<void> {
    this.#leave();
    await this.#sink?.close();
    this.#sink = undefined;
    this.#feed = undefined;
  }

  #follow(streamId: string): void {
    const source = this.#parts.directory.find(streamId);
    if (source === undefined) return;
    // Another source counts from elsewhere: another stream, so that nobody sees a clock jump.
    this.#muxer = new TsMuxer();
    this.#nextMetadata = 0;
    const leave = source.attach({
      onAccessUnit: (unit) => this.#take(unit),
      onEnd: () => {
        this.#followed = undefined;
      },
    });
    this.#followed = { source, leave };
  }

  #leave(): void {
    this.#followed?.leave();
    this.#followed = undefined;
  }

  #take(unit: AccessUnit): void {
    this.#sink?.write(this.#muxer.picture(unit));
    if (this.#feed === undefined || unit.rtpTime < this.#nextMetadata) return;
    this.#nextMetadata = unit.rtpTime + METADATA_EVERY;
    const klv = localSet({ ...this.#feed.values, timeUs: unit.takenUs });
    this.#sink?.write(this.#muxer.metadata(klv));
  }
}
