import type { RecorderOrder, RecorderReport } from '@kitestring/media/process/recording-messages.ts';
import type { Cancel } from '@kitestring/station/ports/clock.ts';
import { type Result, refuse } from '@kitestring/station/refusal.ts';
import type { RecordableStream, RecorderEvents, RecorderPort } from './recorder-port.ts';

/** Where a recorder is reached while there is one. */
export interface RecorderEnd {
  readonly send: (order: RecorderOrder) => void;
  readonly streams: () => Result<readonly RecordableStream[]>;
  readonly picture?: (streamId: string) => Promise<Uint8Array>;
}

/** The place where a recorder is plugged in: whoever runs it says that it is there, what it reports and that it is gone. */
export class RecorderLink implements RecorderPort {
  readonly #listeners = new Set<RecorderEvents>();
  #end: RecorderEnd | undefined;

  streams(): Result<readonly RecordableStream[]> {
    return this.#end?.streams() ?? refuse('VIDEO_UNAVAILABLE', 'this station has no recorder now');
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

  up(end: RecorderEnd): void {
    this.#end = end;
    for (const { onUp } of this.#listeners) onUp();
  }

  down(): void {
    if (this.#end === undefined) return;
    this.#end = undefined;
    for (const { onDown } of this.#listeners) onDown();
  }

  report(report: RecorderReport): void {
    for (const { onReport } of this.#listeners) onReport(report);
  }
}
