import {
  deleteSnapshot,
  getSnapshotFile,
  listSnapshots,
  reset,
  snapshot,
} from '@kitestring/contract/sim/operations.ts';
import type { SimulationSnapshot } from '@kitestring/contract/sim/snapshot-operations.ts';
import { ok, type Result, refuse } from '@kitestring/station/refusal.ts';
import { type Route, route } from '../../http/route.ts';
import type { NotPossible, SimulatedWorldControl } from './simulated-world-control.ts';
import { whileRunning } from './simulation-stopped.ts';

/** Routes to take snapshots of the whole station, and to reset it to one. */
export const snapshotRoutes = (world: SimulatedWorldControl): readonly Route[] => [
  route(listSnapshots, () => ok({ snapshots: world.snapshots.list() })),
  route(
    snapshot,
    whileRunning(world, ({ body: { name } }) => possible(world.snapshots.take(name))),
  ),
  route(getSnapshotFile, ({ params: { name } }) => {
    const bytes = world.snapshots.file(name);
    if (bytes === undefined) return notFound(name);
    return { status: 200, bytes, mediaType: 'application/octet-stream', cacheControl: 'no-store' };
  }),
  route(
    reset,
    whileRunning(world, async ({ params: { name } }) => {
      const answer = await world.snapshots.reset(name);
      return answer === undefined ? notFound(name) : possible(answer);
    }),
  ),
  route(deleteSnapshot, ({ params: { name } }) => (world.snapshots.delete(name) ? { status: 204 } : notFound(name))),
];

const possible = (answer: SimulationSnapshot | NotPossible): Result<SimulationSnapshot> =>
  'reason' in answer ? refuse('SNAPSHOT_NOT_POSSIBLE', { reason: answer.reason }) : ok(answer);

const notFound = (name: string): Result<never> => refuse('SNAPSHOT_NOT_FOUND', { name });
