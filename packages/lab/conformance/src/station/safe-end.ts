import { stateWithin } from './moments.ts';
import type { StationUnderTest } from './station-under-test.ts';

const LANDED_WITHIN_S = 180;

/** Lands the Kite after a flight that a defect or Ctrl-C has ended early. @returns whether it is on the ground */
export async function landed(station: StationUnderTest): Promise<boolean> {
  const { flight_state: state } = await station.read('flight.state');
  if (state === 'StandBy' || state === 'Unknown') return true;
  if (state === 'TakingOff') await station.ask('flight.control.abort');
  if (state === 'Flying' || state === 'SafetyDescending') await station.ask('flight.control.land');
  const landing = await stateWithin(
    station,
    'flight.state',
    LANDED_WITHIN_S,
    ({ flight_state: now }) => now === 'StandBy',
  );
  return landing.isThere;
}
