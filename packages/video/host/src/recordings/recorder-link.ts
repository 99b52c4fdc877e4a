import type { Cancel } from '@kitestring/base/clock.ts';
import type { RecorderOrder, RecorderReport } from '@kitestring/station-contract/recordings/recorder-messages.ts';
import { type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { RecordableStream, RecorderEvents, RecorderPort } from '@kitestring/station-core/ports';

/** Connection to a present recorder. */
interface RecorderEnd {
  readonly send: (order: RecorderOrder) => void;
  readonly streams: () => Result<readonly RecordableStream[]>;
  readonly picture?: (streamId: string) => Promise<Uint8Array>;
  readonly thumbnail?: (jpeg: Uint8Array) => Promise<Uint8Array>;
}

/** A recorder that is attached. Once another one has taken its place, nothing of it has an effect. */
export interface AttachedRecorder {
  report(report: RecorderReport): void;
  /** It has disconnected. */
  down(): void;
}

/** Attachment point of a recorder, which outlives each of them: one that leaves may overlap with the next. */
export class RecorderLink implements RecorderPort {
  readonly #listeners = new Set<RecorderEvents>();
  #end: RecorderEnd | undefined;

  streams(): Result<readonly RecordableStream[]> {
    return this.#end?.streams() ?? refuse('VIDEO_UNAVAILABLE.noRecorderNow');
  }

  order(order: RecorderOrder): void {
    this.#end?.send(order);
  }

  listen(events: RecorderEvents): Cancel {
    this.#listeners.add(events);
    return () => this.#listeners.delete(events);
  }

  async picture(streamId: string): Promise<Uint8Array> {
    if (this.#end?.picture === undefined) throw new Error('nobody takes pictures here');
    return await this.#end.picture(streamId);
  }

  async thumbnail(jpeg: Uint8Array): Promise<Uint8Array> {
    if (this.#end?.thumbnail === undefined) throw new Error('nobody makes thumbnails here');
    return await this.#end.thumbnail(jpeg);
  }

  /** In place of the one before, if there is one. */
  up(end: RecorderEnd): AttachedRecorder {
    this.#down();
    this.#end = end;
    for (const { onUp } of this.#listeners) onUp();
    return {
      down: () => {
        if (this.#end === end) this.#down();
      },
      report: (report) => {
        if (this.#end !== end) return;
        for (const { onReport } of this.#listeners) onReport(report);
      },
    };
  }

  #down(): void {
    if (this.#end === undefined) return;
    this.#end = undefined;
    for (const { onDown } of this.#listeners) onDown();
  }
}
