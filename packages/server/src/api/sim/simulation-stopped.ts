import type { Refusal } from '@kitestring/station/refusal.ts';
import type { Outcome } from '../../http/route.ts';
import type { SimulatedWorldControl } from './simulated-world-control.ts';

/** What is said once the simulation has stopped; undefined while it runs. */
export function simulationStopped({ time }: SimulatedWorldControl): Refusal | undefined {
  const { diagnosis } = time;
  if (diagnosis === undefined) return undefined;
  return { code: 'SIMULATION_STOPPED', message: `the simulation has stopped: ${diagnosis}` };
}

/** A handler that shows or changes the world, which a stopped one can't be. */
export function whileRunning<Call>(
  world: SimulatedWorldControl,
  handle: (call: Call) => Outcome | Promise<Outcome>,
): (call: Call) => Outcome | Promise<Outcome> {
  return (call) => {
    const refusal = simulationStopped(world);
    return refusal === undefined ? handle(call) : { ok: false, refusal };
  };
}
