import type { NotPossible } from '@kitestring/base/not-possible.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { ButtonsChange, PayloadChange } from '@kitestring/station-contract/sim/controls.ts';
import * as operations from '@kitestring/station-contract/sim/operations.ts';
import type { SimulationSnapshot } from '@kitestring/station-contract/sim/snapshot-operations.ts';
import type { ApiVersion } from '@kitestring/station-contract/versions.ts';
import { type Route, route } from '@kitestring/web/http';
import { clockRoutes } from './clock-routes.ts';
import { faultRoutes, wireFaultRoutes } from './fault-routes.ts';
import { journalRoutes } from './journal-routes.ts';
import { onvifRoutes } from './onvif-routes.ts';
import { rounded } from './rounded.ts';
import { scenarioRoutes } from './scenario-routes.ts';
import { sensorReport } from './sensor-report.ts';
import type { SimulatedWorldControl } from './simulated-world-control.ts';
import { whileRunning } from './simulation-stopped.ts';

const TETHER_POINTS = 20;

/** True state, beside the sensor readings. Refused after the simulation has failed. */
const truthRoutes = (world: SimulatedWorldControl): readonly Route[] => [
  route(
    operations.getTruth,
    whileRunning(world, () => {
      const sample = world.sample();
      return ok({ truth: rounded(world.truth()), ...(sample !== undefined && { sensors: sensorReport(sample) }) });
    }),
  ),
  route(
    operations.getTether,
    whileRunning(world, ({ query: { points = TETHER_POINTS } }) =>
      ok({ time: formatTimestamp(world.time.nowUs()), points: rounded(world.tetherShape(points)) }),
    ),
  ),
];

/** Every control of the simulator; only for a simulated aircraft. */
export const simRoutes = (world: SimulatedWorldControl, version: ApiVersion): readonly Route[] => [
  ...truthRoutes(world),
  ...faultRoutes(world),
  ...wireFaultRoutes(world),
  ...journalRoutes(world, version),
  ...onvifRoutes(world),
  ...manualControlRoutes(world),
  ...clockRoutes(world),
  ...snapshotRoutes(world),
  ...scenarioRoutes(world),
];

/** Manual controls of the simulated world: wind, weather of the picture, sea, base, payload, button, brake. */
const manualControlRoutes = (world: SimulatedWorldControl): readonly Route[] => [
  route(operations.getWind, () => ok(world.wind())),
  route(
    operations.setWind,
    whileRunning(world, ({ body }) => {
      world.setWind({ ...world.wind(), ...body });
      return ok(world.wind());
    }),
  ),
  route(operations.getWeather, () => ok(rounded(world.weather()))),
  route(
    operations.setWeather,
    whileRunning(world, ({ body }) => {
      world.setWeather(body);
      return ok(rounded(world.weather()));
    }),
  ),
  route(operations.getBase, () => ok(world.base())),
  route(
    operations.setBase,
    whileRunning(world, ({ body }) => {
      world.setBase({ ...world.base(), ...body });
      return ok(world.base());
    }),
  ),
  route(
    operations.setPayload,
    whileRunning(world, ({ body }) => changePayload(world, body)),
  ),
  route(
    operations.setButtons,
    whileRunning(world, ({ body }) => pressButtons(world, body)),
  ),
];

function changePayload(world: SimulatedWorldControl, { camera_model, online }: PayloadChange): Result<unknown> {
  if (camera_model !== undefined) world.setCameraModel(camera_model);
  if (online !== undefined) world.setCameraPowered(online);
  return ok(world.payload());
}

function pressButtons(world: SimulatedWorldControl, change: ButtonsChange): Result<unknown> {
  if (world.buttons() === undefined) {
    const control = change.safety_land === undefined ? 'parking brake' : 'safety land button';
    return refuse('NO_SUCH_CONTROL', { control });
  }
  world.setButtons(change);
  return ok(world.buttons());
}

/** Routes to take snapshots of the whole station, and to reset it to one. */
const snapshotRoutes = (world: SimulatedWorldControl): readonly Route[] => [
  route(operations.listSnapshots, () => ok({ snapshots: world.snapshots.list() })),
  route(
    operations.snapshot,
    whileRunning(world, ({ body: { name } }) => possible(world.snapshots.take(name))),
  ),
  route(operations.getSnapshotFile, ({ params: { name } }) => {
    const bytes = world.snapshots.file(name);
    if (bytes === undefined) return notFound(name);
    return { status: 200, bytes, mediaType: 'application/octet-stream', cacheControl: 'no-store' };
  }),
  route(
    operations.reset,
    whileRunning(world, async ({ params: { name } }) => {
      const answer = await world.snapshots.reset(name);
      return answer === undefined ? notFound(name) : possible(answer);
    }),
  ),
  route(operations.deleteSnapshot, ({ params: { name } }) =>
    world.snapshots.delete(name) ? { status: 204 } : notFound(name),
  ),
];

const possible = (answer: SimulationSnapshot | NotPossible): Result<SimulationSnapshot> =>
  'reason' in answer ? refuse('SNAPSHOT_NOT_POSSIBLE', { reason: answer.reason }) : ok(answer);

const notFound = (name: string): Result<never> => refuse('SNAPSHOT_NOT_FOUND', { name });
