import type { SimulatedAircraft } from '@kitestring/aircraft-simulator/simulated-aircraft.ts';
import { StoryRecorder } from '@kitestring/lab-testing/story-recorder.ts';
import type { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import type { FaultRequest, FaultState } from '@kitestring/station-contract/sim/fault.ts';
import { parsedSnapshot } from '../../src/snapshot/snapshot-file.ts';
import type { StationSnapshot } from '../../src/snapshot/station-snapshot.ts';
import { startTestStation, type TestStation, type TestStationOptions } from './test-station.ts';

/** A breeze: enough to feel it, too little for any reaction. */
const BREEZE = { windSpeedMps: 4, windFromDeg: 250, turbulence: 'light' } as const;

/** Data that is not read here is not written. */
const NO_FLIGHT_LOG = { isOn: false, maxFiles: 1, maxBytes: 1 };

/** Stations that have flown there, at the moment when they had, by height and options: each is flown once. */
const FLOWN = new Map<string, StationSnapshot>();

/** A station whose Kite has been flown by a client of the API, and a record of what happens from then on. */
export class FlownStation implements AsyncDisposable {
  readonly client: TestClient;
  readonly #station: TestStation;
  #recorder: StoryRecorder;

  private constructor(station: TestStation, client: TestClient) {
    this.#station = station;
    this.client = client;
    this.#recorder = new StoryRecorder(station.station, station.running.world.clock);
  }

  /** @param altitudeM where it hovers; 0 for in its cradle */
  static async at(altitudeM: number, options: TestStationOptions = {}): Promise<FlownStation> {
    const simulation = { ...BREEZE, ...options.simulation };
    const whole = { flightLog: NO_FLIGHT_LOG, ...options, simulation };
    const name = JSON.stringify([altitudeM, whole]);
    const snapshot = FLOWN.get(name);
    if (snapshot !== undefined) {
      const station = await startTestStation({ ...whole, start: { snapshot } });
      return new FlownStation(station, await station.client());
    }
    const station = await startTestStation(whole);
    station.advance(6);
    const flown = new FlownStation(station, await station.client());
    if (altitudeM > 0) await flown.#flyTo(altitudeM);
    const { snapshots } = station.running;
    snapshots.take('flown');
    FLOWN.set(name, parsedSnapshot(Buffer.from(snapshots.file('flown') ?? []), 'flown'));
    return flown;
  }

  get aircraft(): SimulatedAircraft {
    return this.#station.running.world.aircraft;
  }

  /** Events since the Kite reached its target. */
  get story(): StoryRecorder {
    return this.#recorder;
  }

  get activeCodes(): number[] {
    const codes = this.#station.station.notifications.active().map(({ code }) => code);
    return codes.sort((a, b) => a - b);
  }

  advance(seconds: number): void {
    this.#station.advance(seconds);
  }

  /** @throws when the fault is not possible now */
  fault(request: FaultRequest): FaultState {
    const answer = this.aircraft.faults.inject(request);
    if (!('id' in answer)) throw new Error(`${request.type} is not possible: ${answer.reason}`);
    return answer;
  }

  /** The flight as a client sees it. */
  async flight(): Promise<{ flight_state: string; altitude?: number; altitude_target?: number }> {
    const { body } = await this.client.get('flight/state');
    return body as Awaited<ReturnType<FlownStation['flight']>>;
  }

  /** `202`, or the code and the message that a command was refused with. */
  async command(path: string, body?: object): Promise<string> {
    const answer = await this.client.post(path, body);
    const { code, message } = (answer.body ?? {}) as { code?: string; message?: string };
    return code === undefined ? String(answer.status) : `${answer.status} ${code}: ${message}`;
  }

  async #flyTo(altitudeM: number): Promise<void> {
    await this.client.post('flight/control/take_off');
    this.advance(25);
    if (altitudeM >= 2) await this.client.post('flight/control/altitude', { altitude: altitudeM });
    this.advance(altitudeM / 0.7 + 10);
    const { flight_state, altitude = 0 } = await this.flight();
    if (flight_state !== 'Flying' || Math.abs(altitude - altitudeM) > 0.5) {
      throw new Error(`the Kite is in ${flight_state} at ${altitude} m:\n${this.#recorder.lines.join('\n')}`);
    }
    this.#recorder = new StoryRecorder(this.#station.station, this.#station.running.world.clock);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#station[Symbol.asyncDispose]();
  }
}
