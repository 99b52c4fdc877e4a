import { ok } from '@kitestring/station-contract/refusal.ts';
import {
  getScenarioRun,
  listScenarios,
  runScenario,
  stopScenario,
} from '@kitestring/station-contract/sim/operations.ts';
import { type Route, route } from '@kitestring/web/http';
import type { SimulatedWorldControl } from './simulated-world-control.ts';
import { whileRunning } from './simulation-stopped.ts';

/** Routes to list, start, observe and stop scenarios on the running station. */
export const scenarioRoutes = (world: SimulatedWorldControl): readonly Route[] => [
  route(listScenarios, async () => ok({ scenarios: await world.scenarios.list() })),
  route(
    runScenario,
    whileRunning(world, ({ body, caller }) => world.scenarios.start(body, caller)),
  ),
  route(getScenarioRun, () => {
    const run = world.scenarios.current();
    return ok(run === undefined ? {} : { run });
  }),
  route(
    stopScenario,
    whileRunning(world, ({ caller }) => world.scenarios.stop(`it was stopped by ${caller.callerName}`)),
  ),
];
