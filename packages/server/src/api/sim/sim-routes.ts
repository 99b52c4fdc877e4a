import type { ApiVersion } from '@kitestring/contract/versions.ts';
import type { Route } from '../../http/route.ts';
import { clockRoutes } from './clock-routes.ts';
import { faultRoutes } from './fault-routes.ts';
import { journalRoutes } from './journal-routes.ts';
import { manualControlRoutes } from './manual-control-routes.ts';
import { scenarioRoutes } from './scenario-routes.ts';
import type { SimulatedWorldControl } from './simulated-world-control.ts';
import { snapshotRoutes } from './snapshot-routes.ts';
import { truthRoutes } from './truth-routes.ts';
import { wireFaultRoutes } from './wire-fault-routes.ts';

/** Every control of the simulator; only for a simulated aircraft. */
export const simRoutes = (world: SimulatedWorldControl, version: ApiVersion): readonly Route[] => [
  ...truthRoutes(world),
  ...faultRoutes(world),
  ...wireFaultRoutes(world),
  ...journalRoutes(world, version),
  ...manualControlRoutes(world),
  ...clockRoutes(world),
  ...snapshotRoutes(world),
  ...scenarioRoutes(world),
];
