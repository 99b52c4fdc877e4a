import type { AccessUnit, EncodedSource, SourceDirectory } from '../access-unit.ts';
import { nextSetTime } from '../klv/set-times.ts';
import type { StreamMetadata } from '../klv/stream-metadata.ts';
import { TsMuxer } from './ts-muxer.ts';
import { openTsSink, type TsSink } from './ts-sink.ts';

interface TsOutputDeps {
  readonly directory: SourceDirectory;
  readonly metadata: Pick<StreamMetadata, 'setOf'>;
  readonly onTrouble: (reason: string) => void;
}

/** A stream, and the target to which it goes. */
interface TsFeed {
  readonly streamId: string;
  readonly target: string;
}

interface Followed {
  readonly source: EncodedSource;
  readonly leave: () => void;
}

/** Sends one stream with its metadata to one target, while the station requests it. */
export class TsOutput {
  readonly #deps: TsOutputDeps;
  #feed: TsFeed | undefined;
  #sink: TsSink | undefined;
  #muxer = new TsMuxer();
  #followed: Followed | undefined;
  #nextMetadata = Number.NEGATIVE_INFINITY;

  constructor(deps: TsOutputDeps) {
    this.#deps = deps;
  }

  /** Updates the feed; called several times a second. */
  update(feed: TsFeed): void {
    if (feed.target !== this.#feed?.target) {
      void this.#sink?.close();
      this.#sink = openTsSink(feed.target, this.#deps.onTrouble);
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
    const source = this.#deps.directory.find(streamId);
    if (source === undefined) return;
    // Another source has another time base: a new stream, so that receivers see no clock jump.
    this.#muxer = new TsMuxer();
    this.#nextMetadata = Number.NEGATIVE_INFINITY;
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
    this.#nextMetadata = nextSetTime(this.#nextMetadata, unit.rtpTime);
    const klv = this.#deps.metadata.setOf(this.#feed.streamId, unit);
    if (klv !== undefined) this.#sink?.write(this.#muxer.metadata(klv));
  }
}
