import { useScope, useStation } from '../station/station-context.tsx';
import { useSharedReading } from '../station/use-shared-reading.ts';
import { SIMULATED_WORLD, type SimulatedWorld } from './simulated-world.ts';
import type { Wind } from './situation.ts';

/** What is really so, where the aircraft is simulated and the token may know it. */
export function useSimulatedWorld(): SimulatedWorld | undefined {
  const { isSimulated } = useStation().facts;
  const mayAsk = [useScope('experimental'), useScope('internal')].includes(true);
  return useSharedReading(SIMULATED_WORLD, !isSimulated || !mayAsk).value;
}

/** Wind at the Kite. The published API has no field for it, so that of a real aircraft is not known. */
export function useWind(): Wind | undefined {
  const wind = useSimulatedWorld()?.truth.wind;
  return wind && { speedMps: wind.speed_mps, fromDeg: wind.from_deg };
}
