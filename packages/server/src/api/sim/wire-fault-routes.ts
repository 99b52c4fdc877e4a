import * as operations from '@kitestring/contract/sim/operations.ts';
import { REACHED_OPERATIONS } from '@kitestring/contract/sim/wire-fault-reach.ts';
import { ok, type Result, refusal, refuse } from '@kitestring/station/refusal.ts';
import { type Route, route } from '../../http/route.ts';
import type { SimulatedWorldControl } from './simulated-world-control.ts';

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
