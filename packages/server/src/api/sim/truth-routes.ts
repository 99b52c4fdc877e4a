import { getTether, getTruth } from '@kitestring/contract/sim/operations.ts';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import { ok } from '@kitestring/station/refusal.ts';
import { type Route, route } from '../../http/route.ts';
import { rounded } from './rounded.ts';
import { sensorReport } from './sensor-report.ts';
import type { SimulatedWorldControl } from './simulated-world-control.ts';
import { whileRunning } from './simulation-stopped.ts';

const TETHER_POINTS = 20;

/** True state, beside the sensor readings. Refused after the simulation has failed. */
export const truthRoutes = (world: SimulatedWorldControl): readonly Route[] => [
  route(
    getTruth,
    whileRunning(world, () => {
      const sample = world.sample();
      return ok({ truth: rounded(world.truth()), ...(sample !== undefined && { sensors: sensorReport(sample) }) });
    }),
  ),
  route(
    getTether,
    whileRunning(world, ({ query: { points = TETHER_POINTS } }) =>
      ok({ time: formatTimestamp(world.time.nowUs()), points: rounded(world.tetherShape(points)) }),
    ),
  ),
];
