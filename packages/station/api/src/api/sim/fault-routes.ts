import type { NotPossible } from '@kitestring/base/not-possible.ts';
import { ok, type Result, refusal, refuse } from '@kitestring/station-contract/refusal.ts';
import type { FaultState } from '@kitestring/station-contract/sim/fault.ts';
import * as operations from '@kitestring/station-contract/sim/operations.ts';
import { REACHED_OPERATIONS } from '@kitestring/station-contract/sim/wire-fault-reach.ts';
import { type Route, route } from '@kitestring/web/http';
import type { SimulatedWorldControl } from './simulated-world-control.ts';
import { whileRunning } from './simulation-stopped.ts';

/** Default duration of a restart of the Ground Station, seconds. */
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

const REACHED: ReadonlySet<string> = new Set(REACHED_OPERATIONS);

/** Routes to set, list and remove faults between the station and its clients. */
export const wireFaultRoutes = ({ wireFaults }: SimulatedWorldControl): readonly Route[] => [
  route(operations.listWireFaults, () => ok({ faults: wireFaults.list() })),
  route(operations.addWireFault, async ({ body }) => {
    const { operation, type } = body;
    if (operation !== undefined && !REACHED.has(operation)) return unknownOperation(operation);
    const added = await wireFaults.add(body);
    return 'id' in added ? ok(added) : refuse('FAULT_NOT_POSSIBLE', { fault: type, reason: added.reason });
  }),
  route(operations.removeWireFaults, () => ok({ faults: wireFaults.removeAll() })),
  route(operations.removeWireFault, ({ params: { id } }) => {
    const removed = wireFaults.remove(id);
    return removed === undefined ? refuse('FAULT_NOT_FOUND', { id: id.slice(0, 40) }) : ok(removed);
  }),
];

function unknownOperation(operation: string): Result<never> {
  const message = `must be the id of an operation that faults reach, such as flight.state, got "${operation.slice(0, 40)}"`;
  return {
    ok: false,
    refusal: {
      ...refusal('INVALID_REQUEST', { fault: `operation ${message}` }),
      details: [{ path: '/operation', message }],
    },
  };
}
