import assert from 'node:assert/strict';
import type { FaultRequest, FaultState } from '@kitestring/station-contract/sim/fault.ts';
import { type AircraftSample, NO_GROUND_STATION_HAZARDS, NO_KITE_HAZARDS } from '@kitestring/station-core/ports';
import { isFaultRefusal } from '../../src/faults/fault-injector.ts';
import type { SimulatedAircraftOptions } from '../../src/simulated-aircraft.ts';
import { FlownAircraft } from '../flown-aircraft.ts';

/** Metres per degree of latitude and of longitude at 47.3769 degrees, on WGS 84. */
export const LATITUDE_M = 111_178.19;
export const LONGITUDE_M = 75_519.507;

const BREEZE = { speedMps: 4, fromDeg: 270, turbulence: 'none' } as const;

/** An aircraft to make faults on, in a light wind from the West; its side effects are noted down. */
export class FaultedFlight extends FlownAircraft {
  readonly sideEffects: string[] = [];

  constructor(options: Partial<SimulatedAircraftOptions> = {}) {
    super({ seed: 3, wind: BREEZE, ...options });
    const note = (name: string) => (isThere: boolean, id?: string) => {
      this.sideEffects.push([name, isThere, ...(id === undefined ? [] : [id])].join(' '));
    };
    this.aircraft.sideEffects = {
      reboot: note('reboot'),
      streamLost: note('streamLost'),
      storageFull: note('storageFull'),
    };
  }

  /** One that flies at this altitude above the cradle, metres. */
  static override at(altitudeM: number, options: Partial<SimulatedAircraftOptions> = {}): FaultedFlight {
    const flight = new FaultedFlight(options);
    flight.flyAt(altitudeM);
    return flight;
  }

  get simulation() {
    return this.aircraft.simulation;
  }

  get hazards() {
    const { kite, groundStation } = this.sample;
    return { ...kite?.hazards, ...groundStation.hazards };
  }

  /** A fault that must be possible. */
  inject(request: FaultRequest): FaultState {
    const answer = this.aircraft.faults.inject(request);
    assert.ok(!isFaultRefusal(answer), `refused: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Why a fault, or clearing one, is not possible. */
  refusalOf(answer: ReturnType<FlownAircraft['aircraft']['faults']['clear']>): string {
    assert.ok(answer !== undefined && isFaultRefusal(answer), `not refused: ${JSON.stringify(answer)}`);
    return answer.reason;
  }

  clear({ id }: FaultState): void {
    const answer = this.aircraft.faults.clear(id);
    assert.ok(answer !== undefined && !isFaultRefusal(answer), `refused: ${JSON.stringify(answer)}`);
    assert.equal(answer.status, 'cleared');
  }

  /** Ends the flight, however it goes on. */
  comeDown(): void {
    this.aircraft.land('normal');
    this.until(() => this.simulation.autopilot.phase === 'Off', 120);
  }

  /** As healthy as an aircraft that never had a fault: by its sample, and by a flight. */
  assertHealthy(): void {
    this.advance(10);
    const { kite, camera, groundStation, remoteId } = this.sample;
    assert.deepEqual(kite?.hazards, NO_KITE_HAZARDS);
    assert.deepEqual(groundStation.hazards, NO_GROUND_STATION_HAZARDS);
    assert.equal(kite?.failsafeLanding, false);
    assert.notEqual(kite?.headingDeg, undefined);
    assert.ok((kite?.gps?.accuracyM ?? 9) < 1 && (groundStation.gps?.accuracyM ?? 9) < 1);
    assert.equal(camera?.online, true);
    assert.equal(remoteId?.selfTest, 'Passed');
    assert.deepEqual([groundStation.isMoving, groundStation.kiteInCradle], [false, true]);
    this.aircraft.reset();
    this.flyAt(4);
    assert.ok(Math.abs(this.altitudeM - 4) < 0.5, `flies at ${this.altitudeM} m`);
    assert.deepEqual(this.hazards, { ...NO_KITE_HAZARDS, ...NO_GROUND_STATION_HAZARDS });
  }
}

/** Whether any hazard is reported. */
export const hasHazard = (name: string) => (sample: AircraftSample) => {
  const hazards: Readonly<Record<string, boolean>> = { ...sample.kite?.hazards, ...sample.groundStation.hazards };
  return hazards[name] === true;
};
