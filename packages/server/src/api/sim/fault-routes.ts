import type { FaultState } from '@kitestring/contract/sim/fault.ts';
import {
  clearFault,
  clearFaults,
  getFault,
  injectFault,
  listFaults,
  reboot,
} from '@kitestring/contract/sim/operations.ts';
import { ok, type Result, refuse } from '@kitestring/station/refusal.ts';
import { type Route, route } from '../../http/route.ts';
import type { NotPossible, SimulatedWorldControl } from './simulated-world-control.ts';
import { whileRunning } from './simulation-stopped.ts';

/** How long the Ground Station is away when nobody says, seconds. */
const REBOOT_S = 10;

/** Faults: making them happen, seeing what has become of them, ending them. */
export const faultRoutes = (world: SimulatedWorldControl): readonly Route[] => [
  route(listFaults, () => ok({ faults: world.faults.list() })),
  route(
    injectFault,
    whileRunning(world, ({ body }) => possible(body.type, world.faults.inject(body))),
  ),
  route(
    clearFaults,
    whileRunning(world, () => ok({ faults: world.faults.clearAll() })),
  ),
  route(getFault, ({ params: { id } }) =>
    found(
      id,
      world.faults.list().find((fault) => fault.id === id),
    ),
  ),
  route(
    clearFault,
    whileRunning(world, ({ params: { id } }) => found(id, world.faults.clear(id))),
  ),
  route(
    reboot,
    whileRunning(world, ({ body: { duration = REBOOT_S } }) =>
      possible('a restart', world.faults.inject({ type: 'ground_station_reboot', duration })),
    ),
  ),
];

function possible(name: string, answer: FaultState | NotPossible): Result<FaultState> {
  return 'id' in answer ? ok(answer) : refuse('FAULT_NOT_POSSIBLE', `${name} is not possible: ${answer.reason}`);
}

function found(id: string, answer: FaultState | NotPossible | undefined): Result<FaultState> {
  if (answer === undefined) return refuse('FAULT_NOT_FOUND', `there is no fault ${id.slice(0, 40)}`);
  return 'id' in answer ? ok(answer) : refuse('FAULT_NOT_CLEARABLE', `fault ${id} can not end now: ${answer.reason}`);
}
