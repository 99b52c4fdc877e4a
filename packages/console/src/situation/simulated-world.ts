import type { TetherShape, Truth } from '@kitestring/contract/sim/truth.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';

/** What only a simulated aircraft knows of itself. */
export interface SimulatedWorld {
  readonly truth: Truth;
  readonly tether: TetherShape;
}

/** Enough for a line that the eye takes for a curve. */
const TETHER_POINTS = 12;

/** At most twice a second; what moves faster is drawn from telemetry. */
export const SIMULATED_WORLD: SharedReadingDefinition<SimulatedWorld> = {
  read: async ({ sim }) => {
    const [{ truth }, tether] = await Promise.all([sim.getTruth(), sim.getTether({ points: TETHER_POINTS })]);
    return { truth, tether: tether.points };
  },
  pauseMs: 500,
};
