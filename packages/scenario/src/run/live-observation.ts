import type { CameraState } from '@kitestring/contract/camera/camera-state.ts';
import type { FlightState } from '@kitestring/contract/flight/flight-state.ts';
import type { HandoffState } from '@kitestring/contract/handoff/handoff-state.ts';
import type { Truth } from '@kitestring/contract/sim/truth.ts';
import type { SystemState } from '@kitestring/contract/system/system-state.ts';
import type { SimulatedAircraft } from '@kitestring/simulator/simulated-aircraft.ts';
import type { AircraftSample } from '@kitestring/station/ports/aircraft.ts';
import type { Station } from '@kitestring/station/station.ts';
import type { Answer, NotificationEvent, Observation } from '../observation.ts';
import { readingsOfSample, type SensorReadings } from '../sensor-readings.ts';
import type { Journal } from './journal.ts';

export interface LiveParts {
  readonly timeS: number;
  readonly station: Station;
  readonly aircraft: SimulatedAircraft;
  readonly sample: AircraftSample | undefined;
  readonly active: ReadonlySet<number>;
  readonly journal: Journal;
}

/** A look at a station in this process: each part is made when it is asked for first, the same bytes that the API would send. */
export class LiveObservation implements Observation {
  readonly timeS: number;
  readonly active: ReadonlySet<number>;
  readonly events: readonly NotificationEvent[];
  readonly answers: readonly Answer[];
  readonly #parts: LiveParts;
  #flight: FlightState | undefined;
  #system: SystemState | undefined;
  #truth: Truth | undefined;
  #sensors: SensorReadings | undefined;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    this.timeS = parts.timeS;
    this.active = parts.active;
    this.events = parts.journal.takeEvents();
    this.answers = parts.journal.takeAnswers();
  }

  get flight(): FlightState {
    this.#flight ??= this.#parts.station.flight.state();
    return this.#flight;
  }

  get system(): SystemState {
    this.#system ??= this.#parts.station.system.state();
    return this.#system;
  }

  get camera(): CameraState | undefined {
    const state = this.#parts.station.camera.state();
    return state.ok ? state.value : undefined;
  }

  get handoff(): HandoffState {
    return this.#parts.station.handoff.topic.value;
  }

  get sensors(): SensorReadings | undefined {
    if (this.#parts.sample !== undefined) this.#sensors ??= readingsOfSample(this.#parts.sample);
    return this.#sensors;
  }

  get truth(): Truth {
    this.#truth ??= this.#parts.aircraft.truth();
    return this.#truth;
  }

  isFaultActive(stepName: string): boolean {
    const id = this.#parts.journal.faultIds.get(stepName);
    return this.#parts.aircraft.faults.list().some((fault) => fault.id === id && fault.status === 'active');
  }
}
