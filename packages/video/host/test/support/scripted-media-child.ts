import type { ToMedia } from '@kitestring/video-process/process';
import type { MediaChild, MediaChildEvents } from '../../src/process/media-child.ts';

/** A media process that does what a test says. */
export class ScriptedMediaChild implements MediaChild {
  readonly pid = 1;
  readonly sent: ToMedia[] = [];
  readonly events: MediaChildEvents;
  isKilled = false;

  constructor(events: MediaChildEvents) {
    this.events = events;
  }

  send(message: ToMedia): void {
    this.sent.push(message);
  }

  kill(): void {
    this.isKilled = true;
    this.events.onEnd('SIGKILL');
  }
}
