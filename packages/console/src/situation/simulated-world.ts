import type { TetherShape, Truth } from '@kitestring/contract/sim/truth.ts';
import { useEffect } from 'react';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useScope, useStation } from '../station/station-context.tsx';
import type { StationLink } from '../station/station-link.ts';
import { useSharedReading } from '../station/use-reading.ts';
import { useTopicPart } from '../station/use-topic.ts';
import type { WindVector } from './situation.ts';

/** True state, known only for a simulated aircraft. */
export interface WorldReading {
  readonly truth: Truth;
  readonly tether: TetherShape;
}

/** Enough for a line that the eye takes for a curve. */
const TETHER_POINTS = 12;

/** Faster motion is drawn from telemetry. */
const ALOFT_EVERY_MS = 1000;
/** In the cradle only the wind matters, which is on its way by then or is not. */
const ON_GROUND_EVERY_MS = 15_000;

const isOnGround = (link: StationLink): boolean =>
  link.topic('flight/state').snapshot().value?.flight_state === 'StandBy';

export const SIMULATED_WORLD: SharedReadingDefinition<WorldReading> = {
  read: async ({ sim }) => {
    const { truth } = await sim.getTruth();
    // In its cradle it has no line that could be drawn.
    const tether = truth.is_on_ground ? undefined : await sim.getTether({ points: TETHER_POINTS });
    return { truth, tether: tether?.points ?? [] };
  },
  pauseMs: (link) => (isOnGround(link) ? ON_GROUND_EVERY_MS : ALOFT_EVERY_MS),
};

/** Reads it again when the Kite leaves the ground or comes back to it. To be used once on a page. */
export function useSimulatedWorldFollowed(): void {
  const state = useTopicPart('flight/state', ({ flight_state }) => flight_state === 'StandBy');
  const mayAsk = useMayAsk();
  const { again } = useSharedReading(SIMULATED_WORLD, !mayAsk);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has changed asks again
  useEffect(() => {
    if (mayAsk) again();
  }, [again, mayAsk, state]);
}

/** The true state, if the aircraft is simulated and the token may read it. */
export function useSimulatedWorld(): WorldReading | undefined {
  return useSharedReading(SIMULATED_WORLD, !useMayAsk()).value;
}

function useMayAsk(): boolean {
  const { isSimulated } = useStation().facts;
  return [useScope('experimental'), useScope('internal')].includes(true) && isSimulated;
}

/** Wind at the Kite. The published API has no field for it, so that of a real aircraft is not known. */
export function useWind(): WindVector | undefined {
  const wind = useSimulatedWorld()?.truth.wind;
  return wind && { speedMps: wind.speed_mps, fromDeg: wind.from_deg };
}
