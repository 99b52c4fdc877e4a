import { Seaway } from '../src/ground/seaway.ts';
import { SUM, Waves } from '../src/ground/waves.ts';
import { randomStream } from '../src/noise/rng.ts';
import { DEFAULT_PARAMETERS } from '../src/parameters.ts';

export const SEA_PERIOD_S = 0.5;
const { vessel } = DEFAULT_PARAMETERS;
/** The sea has got up, and its deck follows it. */
const RISEN_S = 60;

/** The elevation of the water, by the seaway that the product flies over, every half second. */
export function recordElevation(seaState: number, seed: number, durationS: number): Float64Array {
  const sea = { seaState, wavesFromDeg: 250 };
  const seaway = new Seaway({
    vessel,
    sea,
    random: randomStream(seed, 'seaway'),
    stepS: SEA_PERIOD_S,
    planS: SEA_PERIOD_S,
  });
  for (let plan = 0; plan < RISEN_S / SEA_PERIOD_S; plan += 1) seaway.plan(40, 0);
  return Float64Array.from({ length: Math.round(durationS / SEA_PERIOD_S) }, () => {
    seaway.plan(40, 0);
    return seaway.waveM;
  });
}

/** Roll and pitch, degrees rms, over a round of headings on station in a sea like this. */
export function measuredMotion(significantHeightM: number, peakPeriodS: number, seeds: number, durationS: number) {
  const square = { roll: 0, pitch: 0 };
  let count = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const waves = new Waves(vessel, randomStream(seed, 'seaway'), SEA_PERIOD_S);
    for (let heading = 0; heading < 360; heading += 45) {
      // Tilt to the east and to the north are, ahead being north, roll and minus pitch.
      waves.meet({ significantHeightM, peakPeriodS }, heading, 0, 0);
      for (let at = 0; at < durationS; at += SEA_PERIOD_S) {
        waves.advance();
        square.roll += waves.sums[SUM.tiltEast]! ** 2;
        square.pitch += waves.sums[SUM.tiltNorth]! ** 2;
        count += 1;
      }
    }
  }
  const rms = (sum: number) => (Math.sqrt(sum / count) * 180) / Math.PI;
  return { rollDeg: rms(square.roll), pitchDeg: rms(square.pitch) };
}
