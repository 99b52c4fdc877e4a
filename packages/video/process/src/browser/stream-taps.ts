/** Attaches to the sources with browser viewers, once each for any number of viewers. */
import type { AccessUnit, EncodedSource, SourceDirectory } from '../access-unit.ts';

interface TapEvents {
  readonly onPicture: (source: EncodedSource, unit: AccessUnit) => void;
  /** The stream has ended or does not exist; demand for it is removed. */
  readonly onEnd: (streamId: string) => void;
}

interface Tap {
  readonly source: EncodedSource;
  readonly leave: () => void;
  newest: AccessUnit | undefined;
}

export class StreamTaps {
  readonly #directory: SourceDirectory;
  readonly #events: TapEvents;
  readonly #taps = new Map<string, Tap>();

  constructor(directory: SourceDirectory, events: TapEvents) {
    this.#directory = directory;
    this.#events = events;
  }

  /** @param streamIds all streams with demand from now on */
  want(streamIds: ReadonlySet<string>): void {
    for (const [id, tap] of this.#taps) {
      if (streamIds.has(id)) continue;
      this.#taps.delete(id);
      tap.leave();
    }
    for (const id of streamIds) if (!this.#taps.has(id)) this.#attach(id);
  }

  /** Newest picture of a stream with demand. */
  newest(streamId: string): AccessUnit | undefined {
    return this.#taps.get(streamId)?.newest;
  }

  /** A viewer cannot continue decoding; frequent requests are delayed. */
  askKeyFrame(streamId: string): void {
    this.#taps.get(streamId)?.source.requestKeyFrame();
  }

  /** A new viewer of a running stream: attaches for one picture, which is a key frame. */
  askBeginning(streamId: string): void {
    const tap = this.#taps.get(streamId);
    if (tap === undefined) return;
    const leave = tap.source.attach({ onAccessUnit: () => leave(), onEnd: () => {} });
  }

  stop(): void {
    this.want(new Set());
  }

  #attach(id: string): void {
    const source = this.#directory.find(id);
    if (source === undefined) {
      queueMicrotask(() => this.#events.onEnd(id));
      return;
    }
    const leave = source.attach({
      onAccessUnit: (unit) => {
        tap.newest = unit;
        this.#events.onPicture(source, unit);
      },
      onEnd: () => {
        if (this.#taps.get(id) !== tap) return;
        this.#taps.delete(id);
        this.#events.onEnd(id);
      },
    });
    const tap: Tap = { source, leave, newest: undefined };
    this.#taps.set(id, tap);
  }
}
