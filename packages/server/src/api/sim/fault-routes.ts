import type { FaultState } from '@kitestring/contract/sim/fault.ts';
import * as operations from '@kitestring/contract/sim/operations.ts';
import { ok, type Result, refuse } from '@kitestring/station/refusal.ts';
import { type Route, route } from '../../http/route.ts';
import type { NotPossible, SimulatedWorldControl } from './simulated-world-control.ts';
import { whileRunning } from './simulation-stopped.ts';

/** Default time for which the Ground Station is off, seconds. */
const REBOOT_S = 10;

/** Routes to inject, list and clear faults. */
export const faultRoutes = (world: SimulatedWorldControl): readonly Route[] => [
  route(operations.listFaults, () => ok({ faults: world.faults.list() })),
  route(
    operations.injectFault,
    whileRunning(world, ({ body }) => possible(body.type, world.faults.inject(body))),
  ),
  route(
    operations.clearFaults,
    whileRunning(world, () => ok({ faults: world.faults.clearAll() })),
  ),
  route(operations.getFault, ({ params: { id } }) =>
    found(
      id,
      world.faults.list().find((fault) => fault.id === id),
    ),
  ),
  route(
    operations.clearFault,
    whileRunning(world, ({ params: { id } }) => found(id, world.faults.clear(id))),
  ),
  route(
    operations.reboot,
    whileRunning(world, ({ body: { duration = REBOOT_S } }) =>
      possible('a restart', world.faults.inject({ type: 'ground_station_reboot', duration })),
    ),
  ),
];

function possible(name: string, answer: FaultState | NotPossible): Result<FaultState> {
  return 'id' in answer ? ok(answer) : refuse('FAULT_NOT_POSSIBLE', { fault: name, reason: answer.reason });
}

function found(id: string, answer: FaultState | NotPossible | undefined): Result<FaultState> {
  if (answer === undefined) return refuse('FAULT_NOT_FOUND', { id: id.slice(0, 40) });
  return 'id' in answer ? ok(answer) : refuse('FAULT_NOT_CLEARABLE', { id, reason: answer.reason });
}
