import type { SimulatedAircraft } from '@kitestring/aircraft-simulator/simulated-aircraft.ts';
import type { CameraState } from '@kitestring/station-contract/camera/camera-state.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { HandoffState } from '@kitestring/station-contract/handoff/handoff-state.ts';
import type { Truth } from '@kitestring/station-contract/sim/truth.ts';
import type { CameraFollow } from '@kitestring/station-contract/station/camera-follow.ts';
import type { SystemState } from '@kitestring/station-contract/system/system-state.ts';
import type { Station } from '@kitestring/station-core/station.ts';
import type { ClientResponse, NotificationEvent, Observation } from '../observation.ts';
import type { SensorReadings } from '../sensor-readings.ts';
import type { Journal } from './journal.ts';

interface ObservationDeps {
  readonly timeS: number;
  readonly station: Station;
  readonly aircraft: SimulatedAircraft;
  readonly active: ReadonlySet<number>;
  readonly journal: Journal;
  /** Whether the fault between station and clients with this id is active. */
  readonly isWireFaultActive: (id: string) => boolean;
}

/**
 * Observation of a station in this process: each part is computed on first use, with the bytes that the API would
 * send.
 */
export class LiveObservation implements Observation {
  readonly timeS: number;
  readonly active: ReadonlySet<number>;
  readonly events: readonly NotificationEvent[];
  readonly answers: readonly ClientResponse[];
  readonly #deps: ObservationDeps;
  #flight: FlightState | undefined;
  #system: SystemState | undefined;
  #truth: Truth | undefined;

  constructor(deps: ObservationDeps) {
    this.#deps = deps;
    this.timeS = deps.timeS;
    this.active = deps.active;
    this.events = deps.journal.takeEvents();
    this.answers = deps.journal.takeAnswers();
  }

  get flight(): FlightState {
    this.#flight ??= this.#deps.station.flight.state();
    return this.#flight;
  }

  get system(): SystemState {
    this.#system ??= this.#deps.station.system.state();
    return this.#system;
  }

  get camera(): CameraState | undefined {
    const state = this.#deps.station.camera.state();
    return state.ok ? state.value : undefined;
  }

  get follow(): CameraFollow {
    return this.#deps.station.camera.follow.state();
  }

  get handoff(): HandoffState {
    return this.#deps.station.handoff.topic.value;
  }

  get sensors(): SensorReadings | undefined {
    return this.#deps.station.telemetry.sample;
  }

  get truth(): Truth {
    this.#truth ??= this.#deps.aircraft.truth();
    return this.#truth;
  }

  isFaultActive(stepName: string): boolean {
    const { isWireFaultActive, journal } = this.#deps;
    const wireId = journal.wireFaultIds.get(stepName);
    if (wireId !== undefined) return isWireFaultActive(wireId);
    const id = journal.faultIds.get(stepName);
    return this.#deps.aircraft.faults.list().some((fault) => fault.id === id && fault.status === 'active');
  }
}
