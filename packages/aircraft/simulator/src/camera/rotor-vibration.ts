import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import { ROTOR_COUNT } from '../body/rotor.ts';
import { randomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** One part of a vibration: angle = amplitude * sin(2 pi * (turns + frequency * seconds from now)), about each axis. */
export interface VibrationTone {
  readonly frequencyHz: number;
  /** Phase now, turns. */
  readonly turns: number;
  readonly panDeg: number;
  readonly tiltDeg: number;
  readonly rollDeg: number;
}

/** Standard deviation of the amplitude: propellers of one type differ in balance. */
const BALANCE_SPREAD = 0.3;
/** Standard deviation of the rotor speed at equal thrust. */
const SPEED_SPREAD = 0.01;

/**
 * Vibration of the camera by the propellers' imbalance: one tone per rotor at its speed. It is faster than the
 * simulation's step, so it is kept as frequencies and phases. The force grows with the square of the speed, as thrust
 * does.
 */
export class RotorVibration {
  readonly #hzPerRootN: Float64Array;
  readonly #amplitudeDegPerN: readonly Float64Array[];
  readonly #turns: Float64Array;
  readonly #stepS: number;
  /** Air density relative to sea level: in thinner air the same thrust takes more speed. */
  densityShare = 1;
  readonly #hz = new Float64Array(ROTOR_COUNT);

  constructor({ gimbal, rotor, kite }: SimulatorParameters, seed: number, stepS: number) {
    this.#stepS = stepS;
    const random = randomStream(seed, 'rotor vibration');
    const hoverN = (kite.massKg * GRAVITY_MPS2) / ROTOR_COUNT;
    // All six together have this standard deviation at hover.
    const eachDeg = gimbal.vibrationDeg * Math.sqrt(2 / ROTOR_COUNT);
    const spread = (share: number) => 1 + share * random.normal();
    this.#hzPerRootN = Float64Array.from(
      { length: ROTOR_COUNT },
      () => (spread(SPEED_SPREAD) * rotor.topSpeedRadps) / (2 * Math.PI * Math.sqrt(rotor.maxThrustN)),
    );
    this.#amplitudeDegPerN = Array.from({ length: 3 }, () =>
      Float64Array.from({ length: ROTOR_COUNT }, () => (eachDeg / hoverN) * spread(BALANCE_SPREAD)),
    );
    this.#turns = Float64Array.from({ length: ROTOR_COUNT }, () => random.uniform());
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    archive.in(this.#hzPerRootN, this.#amplitudeDegPerN, this.#turns, this.#hz);
  }

  /** @param thrustN of each rotor: determines its speed */
  step(thrustN: Float64Array): void {
    const stepS = this.#stepS;
    const { densityShare } = this;
    for (let index = 0; index < ROTOR_COUNT; index += 1) {
      const hz = this.#hzPerRootN[index]! * Math.sqrt(thrustN[index]! / densityShare);
      const turns = this.#turns[index]! + hz * stepS;
      this.#hz[index] = hz;
      this.#turns[index] = turns - Math.floor(turns);
    }
  }

  /** Tones at this moment; none for rotors that stand. */
  tones(thrustN: Float64Array): VibrationTone[] {
    const [pan, tilt, roll] = this.#amplitudeDegPerN as [Float64Array, Float64Array, Float64Array];
    const tones: VibrationTone[] = [];
    for (let index = 0; index < ROTOR_COUNT; index += 1) {
      const thrust = thrustN[index]! / this.densityShare;
      if (thrust === 0) continue;
      tones.push({
        frequencyHz: this.#hz[index]!,
        turns: this.#turns[index]!,
        panDeg: pan[index]! * thrust,
        tiltDeg: tilt[index]! * thrust,
        rollDeg: roll[index]! * thrust,
      });
    }
    return tones;
  }
}
