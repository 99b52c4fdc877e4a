import type { Answer, NotificationEvent } from '../observation.ts';

/** What has happened since the last look, and which fault belongs to which step. */
export class Journal {
  /** When the timeline began, station time in microseconds. */
  zeroUs = 0;
  /** Ids of the faults by the names of their steps. */
  readonly faultIds = new Map<string, string>();
  /** Ids of all faults that were brought on. */
  readonly injectedIds = new Set<string>();
  #answers: Answer[] = [];
  #events: NotificationEvent[] = [];

  /** A station time as seconds on the timeline. */
  timelineS(timeUs: number): number {
    return (timeUs - this.zeroUs) / 1e6;
  }

  addAnswer(answer: Answer): void {
    this.#answers.push(answer);
  }

  addEvent(timeUs: number, code: number, kind: NotificationEvent['kind']): void {
    this.#events.push({ atS: this.timelineS(timeUs), code, kind });
  }

  /** What has come since the last call of this. */
  takeAnswers(): readonly Answer[] {
    if (this.#answers.length === 0) return NOTHING;
    const answers = this.#answers;
    this.#answers = [];
    return answers;
  }

  takeEvents(): readonly NotificationEvent[] {
    if (this.#events.length === 0) return NOTHING;
    const events = this.#events;
    this.#events = [];
    return events;
  }
}

const NOTHING: readonly never[] = [];
