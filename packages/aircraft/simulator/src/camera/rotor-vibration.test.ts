import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { RotorVibration, type VibrationTone } from './rotor-vibration.ts';

const STEP_S = 0.005;
const HOVER_N = (DEFAULT_PARAMETERS.kite.massKg * 9.80665) / 6;
const FRAMES_PER_S = 30;

const thrust = (newton: number) => new Float64Array(6).fill(newton);
const tiltOf = (tones: readonly VibrationTone[], laterS: number) =>
  tones.reduce(
    (sum, { frequencyHz, tiltDeg, turns }) => sum + tiltDeg * Math.sin(2 * Math.PI * (turns + frequencyHz * laterS)),
    0,
  );

function after(seconds: number, newton: number): RotorVibration {
  const vibration = new RotorVibration(DEFAULT_PARAMETERS, 5, STEP_S);
  for (let step = 0; step < Math.round(seconds / STEP_S); step += 1) vibration.step(thrust(newton));
  return vibration;
}

/** Power of a recording at one frequency: a plain Fourier sum. */
function powerAt(values: readonly number[], periodS: number, hz: number): number {
  let [real, imaginary] = [0, 0];
  for (const [index, value] of values.entries()) {
    real += value * Math.cos(2 * Math.PI * hz * index * periodS);
    imaginary += value * Math.sin(2 * Math.PI * hz * index * periodS);
  }
  return (real * real + imaginary * imaginary) / values.length ** 2;
}

describe('the vibration of the rotors', () => {
  it('is faster in thin air, where the same thrust takes more speed', () => {
    const [sea, high] = [1, 0.64].map((densityShare) => {
      const vibration = new RotorVibration(DEFAULT_PARAMETERS, 5, STEP_S);
      vibration.densityShare = densityShare;
      vibration.step(thrust(HOVER_N));
      return vibration.tones(thrust(HOVER_N))[0] as VibrationTone;
    }) as [VibrationTone, VibrationTone];
    assert.ok(Math.abs(high.frequencyHz / sea.frequencyHz - 1.25) < 1e-9);
    assert.ok(Math.abs(high.tiltDeg / sea.tiltDeg - 1 / 0.64) < 1e-9);
  });

  it('is at the speed that gives their thrust: 838 rad/s at 6.003 N, with its square', () => {
    const hertz = after(1, HOVER_N)
      .tones(thrust(HOVER_N))
      .map(({ frequencyHz }) => frequencyHz);
    const wanted = (838 / (2 * Math.PI)) * Math.sqrt(HOVER_N / 6.003);
    assert.ok(
      hertz.every((hz) => Math.abs(hz / wanted - 1) < 0.04),
      `${hertz} are not ${wanted}`,
    );
    assert.equal(new Set(hertz).size, 6);
  });

  it('is as strong as published stabilisation allows at hover, and goes with the thrust', () => {
    const deviation = (newton: number) => {
      const tones = after(1, newton).tones(thrust(newton));
      const values = Array.from({ length: 20_000 }, (_, index) => tiltOf(tones, index * 0.0007));
      return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
    };
    assert.ok(Math.abs(deviation(HOVER_N) / 0.004 - 1) < 0.3, `${deviation(HOVER_N)}`);
    assert.ok(Math.abs(deviation(2 * HOVER_N) / deviation(HOVER_N) - 2) < 0.1);
  });

  it('shows in frames at the frequency that 30 pictures a second make of it', () => {
    const vibration = after(1, HOVER_N);
    const seen: number[] = [];
    const tones: VibrationTone[][] = [];
    for (let frame = 0; frame < 1200; frame += 1) {
      // The frame falls between two steps: the phase goes on from the last one.
      const sinceS = frame / FRAMES_PER_S;
      const steps = Math.floor(sinceS / STEP_S + 1e-9);
      while (tones.length <= steps) {
        tones.push(vibration.tones(thrust(HOVER_N)));
        vibration.step(thrust(HOVER_N));
      }
      seen.push(tiltOf(tones[steps] as VibrationTone[], sinceS - steps * STEP_S));
    }
    const first = tones[0] as VibrationTone[];
    for (const { frequencyHz, tiltDeg } of first) {
      const away = frequencyHz % FRAMES_PER_S;
      const alias = Math.min(away, FRAMES_PER_S - away);
      const apart = first.every(
        (other) => other.frequencyHz === frequencyHz || Math.abs(other.frequencyHz - frequencyHz) > 0.2,
      );
      if (!apart) continue;
      const wanted = (tiltDeg / 2) ** 2;
      const got = powerAt(seen, 1 / FRAMES_PER_S, alias);
      assert.ok(Math.abs(got / wanted - 1) < 0.2, `${got} is not ${wanted} at ${alias} Hz, from ${frequencyHz}`);
    }
  });

  it('is none while the rotors stand', () => {
    assert.deepEqual(after(1, 0).tones(thrust(0)), []);
  });
});
