import { Translation } from '../../src/body/translation.ts';
import { DisturbanceObserver } from '../../src/navigation/disturbance-observer.ts';
import { ownModelOf } from '../../src/navigation/own-model.ts';
import { WindEstimate } from '../../src/navigation/wind-estimate.ts';
import { randomStream } from '../../src/noise/rng.ts';
import { parametersWith } from '../../src/parameters.ts';
import { ForceSensor } from '../../src/tether/force-sensor.ts';
import { figures, relative, type VerificationRow } from '../row.ts';
import { standardDeviation } from '../statistics.ts';

const SEEDS = 2000;
const DENSITY = 1.225;
const KITE = { massKg: 1.2, dragAreaM2: 0.02, linearDragNsPerM: 0.06 };
const OWN = { massShare: 0.01, dragShare: 0.1 };
const parameters = parametersWith({ kite: KITE, ownModel: OWN });

const dragN = (windMps: number) =>
  KITE.linearDragNsPerM * windMps + 0.5 * DENSITY * KITE.dragAreaM2 * windMps * windMps;

/** Error of the wind that the software of each seed makes of the same force, without a tether. */
function windErrors(windMps: number): Float64Array {
  const motion = new Translation(parameters.kite, 0.0025);
  const silent = new ForceSensor(parameters.forceSensor, randomStream(1, 'force sensor'), 0.1);
  const feels = new DisturbanceObserver(1, 1, 0.1);
  feels.eastMps2 = dragN(windMps) / KITE.massKg;
  return Float64Array.from({ length: SEEDS }, (_, seed) => {
    const own = ownModelOf(parameters, randomStream(seed, 'own model')).parameters;
    const estimate = new WindEstimate(own, 1000);
    estimate.updateInFlight(feels, silent, 0, motion, true);
    return estimate.speedMps - windMps;
  });
}

/** Independent errors of mass, linear and quadratic drag, carried through the derivative of the drag's curve. */
function propagatedMps(windMps: number): number {
  const linearN = KITE.linearDragNsPerM * windMps;
  const quadraticN = dragN(windMps) - linearN;
  const errorN = Math.hypot(OWN.dragShare * linearN, OWN.dragShare * quadraticN, OWN.massShare * dragN(windMps));
  return errorN / (KITE.linearDragNsPerM + (2 * quadraticN) / windMps);
}

const WIND_ERROR: VerificationRow = {
  row: 'X60',
  title: 'Wind by the drag, software whose figures are off',
  source: 'closed form',
  cases: figures(
    'drag off by 10 %, mass by 1 % (1 sd), 2,000 seeds: propagation of errors',
    'm/s',
    relative(0.07),
    ...[5, 10, 15].map(
      (windMps) =>
        [`sd at ${windMps} m/s`, propagatedMps(windMps), () => standardDeviation(windErrors(windMps))] as const,
    ),
  ),
};

export const NAVIGATION_ROWS: readonly VerificationRow[] = [WIND_ERROR];
