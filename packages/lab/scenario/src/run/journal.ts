import type { ClientResponse, NotificationEvent } from '../observation.ts';

/** Events since the last observation, and the fault of each step. */
export class Journal {
  /** Start of the timeline, station time in microseconds. */
  zeroUs = 0;
  /** Fault ids by step name. */
  readonly faultIds = new Map<string, string>();
  /** Ids of the faults between station and clients, by step name. */
  readonly wireFaultIds = new Map<string, string>();
  /** Ids of all injected faults. */
  readonly injectedIds = new Set<string>();
  /** Ids of all faults that were set between station and clients. */
  readonly wireFaultsSet = new Set<string>();
  /** Names on the station of all snapshots that were taken. */
  readonly snapshots = new Set<string>();
  #answers: ClientResponse[] = [];
  #events: NotificationEvent[] = [];

  /** The station is at another time now: the timeline goes on from where it is. */
  stationJumped(fromUs: number, toUs: number): void {
    this.zeroUs += toUs - fromUs;
  }

  /** A station time as seconds on the timeline. */
  timelineS(timeUs: number): number {
    return (timeUs - this.zeroUs) / 1e6;
  }

  addAnswer(answer: ClientResponse): void {
    this.#answers.push(answer);
  }

  addEvent(timeUs: number, code: number, kind: NotificationEvent['kind']): void {
    this.#events.push({ atS: this.timelineS(timeUs), code, kind });
  }

  /** Responses since the last call. */
  takeAnswers(): readonly ClientResponse[] {
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
