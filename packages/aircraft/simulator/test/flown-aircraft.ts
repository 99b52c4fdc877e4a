import assert from 'node:assert/strict';
import type { AircraftSample, KiteSample } from '@kitestring/station-core/ports';
import { SimulatedAircraft, type SimulatedAircraftOptions } from '../src/simulated-aircraft.ts';
import { SimulationClock } from '../src/simulation-clock.ts';

export const START_US = Date.UTC(2026, 2, 1, 9, 30) * 1000;

/** No sensor errs and no air moves: what is left is the physics and the controllers. */
export const NO_NOISE = {
  inertial: { accelerometerNoiseMps2: 0, accelerometerBiasMps2: 0, speedErrorMps: 0, gyroDriftDps: 0, gyroNoiseDps: 0 },
  ownModel: {
    massShare: 0,
    thrustShare: 0,
    dragShare: 0,
    tetherDragShare: 0,
    tetherMassShare: 0,
    leanBiasDeg: 0,
    leanErrorDeg: 0,
  },
  rotor: { torqueSpread: 0 },
  gps: { commonHorizontalM: 0, commonVerticalM: 0, ownHorizontalM: 0, ownVerticalM: 0, whiteM: 0 },
  barometer: { whitePa: 0, driftPa: 0, windPressureShare: 0 },
  magnetometer: { hardIronUt: 0, softIronShare: 0, driftUt: 0, whiteUt: 0, leadsUtPerKw: 0 },
  winch: { layerErrorShare: 0, encoderStepM: 0 },
  forceSensor: { noiseN: 0, noiseDeg: 0, driftDeg: 0 },
} as const;

/** A simulated aircraft with its clock, lids open, and what it reported last. */
export class FlownAircraft {
  readonly aircraft: SimulatedAircraft;
  readonly clock: SimulationClock;
  #sample: AircraftSample | undefined;

  constructor(options: Partial<SimulatedAircraftOptions> = {}) {
    const parameters = { ...options.parameters, rooftopBox: { lidsOpenAtStart: true } };
    this.aircraft = new SimulatedAircraft({ seed: 1, startTimeUs: START_US, ...options, parameters });
    this.clock = new SimulationClock(this.aircraft);
    this.aircraft.onSample((sample) => {
      this.#sample = sample;
    });
  }

  /** One that flies at this altitude above the cradle, metres. */
  static at(altitudeM: number, options: Partial<SimulatedAircraftOptions> = {}): FlownAircraft {
    const flight = new FlownAircraft(options);
    flight.flyAt(altitudeM);
    return flight;
  }

  get sample(): AircraftSample {
    assert.ok(this.#sample, 'no sample yet');
    return this.#sample;
  }

  get kite(): KiteSample {
    assert.ok(this.sample.kite, 'no data from the Kite');
    return this.sample.kite;
  }

  get altitudeM(): number {
    return this.kite.altitudeM ?? Number.NaN;
  }

  /** Where the Kite truly is. */
  get motion() {
    return this.aircraft.simulation.body.motion;
  }

  advance(seconds: number): void {
    this.clock.advance(seconds);
  }

  /** Advances until the newest sample is as wanted. @returns seconds that it took */
  until(isTrue: (sample: AircraftSample) => boolean, withinS: number): number {
    const startUs = this.clock.nowUs();
    while (this.#sample === undefined || !isTrue(this.#sample)) {
      assert.ok(this.clock.nowUs() - startUs < withinS * 1e6, `not within ${withinS} s`);
      this.advance(0.05);
    }
    return (this.clock.nowUs() - startUs) / 1e6;
  }

  /** In the air at this height. */
  flyAt(altitudeM: number): void {
    this.aircraft.takeOff(1);
    this.advance(8);
    this.aircraft.setAltitude(altitudeM);
    this.advance(altitudeM / 0.7 + 10);
  }
}
