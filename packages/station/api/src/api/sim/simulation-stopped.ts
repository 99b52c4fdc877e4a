import { type Refusal, refusal } from '@kitestring/station-contract/refusal.ts';
import type { HandlerResult } from '@kitestring/web/http';
import type { SimulatedWorldControl } from './simulated-world-control.ts';

/** Refusal after the simulation has stopped; undefined while it runs. */
export function simulationStopped({ time }: SimulatedWorldControl): Refusal | undefined {
  const { diagnosis } = time;
  if (diagnosis === undefined) return undefined;
  return refusal('SIMULATION_STOPPED', { diagnosis });
}

/** A handler for a running simulation; refuses after it has stopped. */
export function whileRunning<Call>(
  world: SimulatedWorldControl,
  handle: (call: Call) => HandlerResult | Promise<HandlerResult>,
): (call: Call) => HandlerResult | Promise<HandlerResult> {
  return (call) => {
    const refusal = simulationStopped(world);
    return refusal === undefined ? handle(call) : { ok: false, refusal };
  };
}
