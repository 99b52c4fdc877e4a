import { Topic } from '@kitestring/base/topic.ts';
import type { RecordData } from '@kitestring/hub-contract/record.ts';
import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import type { StationEvent, StationFeed } from '../../src/station-feed.ts';

/** A station whose test says what happens. */
export class ScriptedFeed implements StationFeed {
  phase: FlightStateName = 'StandBy';
  altitudeM = 0;
  open: RecordData<'notification.begin'>[] = [];
  readonly flight = new Topic(() => ({ flight_state: this.phase, altitude: this.altitudeM }));
  readonly #listeners = new Set<(event: StationEvent) => void>();

  sample(): RecordData<'state'> {
    return { phase: this.phase, alt: this.altitudeM };
  }

  beat(): ReturnType<StationFeed['beat']> {
    return { phase: this.phase, alt: this.altitudeM, alarms: [0, 0, this.open.length, 0] };
  }

  inventory(): ReturnType<StationFeed['inventory']> {
    return { name: 'Test', software: '0.1.0', api: '1.1.2', cameras: ['zoom'] };
  }

  activeNotifications(): readonly RecordData<'notification.begin'>[] {
    return this.open;
  }

  onEvent(listener: (event: StationEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  topic(name: string): Topic | undefined {
    return name === 'flight/state' ? this.flight : undefined;
  }

  enter(phase: FlightStateName): void {
    const previous = this.phase;
    this.phase = phase;
    this.flight.invalidate();
    this.tell({ kind: 'flight.phase', data: { state: phase, previous } });
  }

  begin(notification: RecordData<'notification.begin'>): void {
    this.open.push(notification);
    this.tell({ kind: 'notification.begin', data: notification });
  }

  end(code: number): void {
    for (const data of this.open.filter((one) => one.code === code)) this.tell({ kind: 'notification.end', data });
    this.open = this.open.filter((one) => one.code !== code);
  }

  tell(event: StationEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
