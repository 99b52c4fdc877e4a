import { US_PER_S } from '@kitestring/base/clock.ts';
import type { RunningStation } from '@kitestring/station-app/running-station.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import { CommandFault } from '../context.ts';

const HEIGHT_M = 30;
const REACHED_WITHIN_M = 0.5;
/** Station time within which each step is over: boot of the Kite, take-off, climb. */
const WITHIN_S = 180;

/** Begin of station time before real time, seconds: more than boot, take-off and climb take. */
export const BEHIND_S = 150;
/** Near enough for every protocol, seconds; the next turn of the event loop takes about as long. */
const CAUGHT_UP_S = 0.01;
/** Turns of catching up: each takes a fraction of the one before, where the machine is faster than real time. */
const TURNS_MAX = 20;

/** It never takes control, so that every client may fly afterwards. */
const PILOT: Caller = { sessionId: 'camera', callerId: 'camera', callerName: 'camera', scopes: ['read', 'control'] };

/** Lets the Kite take off and climb by a jump of its time, which takes a second or two. @throws CommandFault where it does not */
export async function hover({ station, world }: RunningStation): Promise<void> {
  const { flight, topics } = station;
  const state = (): FlightStateName => topics.flight.value.flight_state;
  const until = async (what: string, isThere: () => boolean) => {
    for (let second = 0; second < WITHIN_S; second += 1) {
      if (isThere()) return;
      await world.driver.advance(1);
    }
    throw new CommandFault(`camera: timed out waiting for ${what}`);
  };
  await until('the take-off', () => flight.takeOff(PILOT).ok);
  await until('the climb', () => state() === 'Flying' && flight.setAltitude(PILOT, { altitude: HEIGHT_M }).ok);
  await until(`${HEIGHT_M} m`, () => Math.abs((topics.flight.value.altitude ?? 0) - HEIGHT_M) < REACHED_WITHIN_M);
}

/** Jumps to real time as it is at the end of the jump. @returns seconds that station time is ahead then */
export async function catchUp(
  { driver }: { readonly driver: Pick<RunningStation['world']['driver'], 'advance' | 'now'> },
  realTimeNowUs: () => number,
): Promise<number> {
  const lateS = () => (realTimeNowUs() - driver.now().timeUs) / US_PER_S;
  for (let left = TURNS_MAX; left > 0 && lateS() > CAUGHT_UP_S; left -= 1) await driver.advance(lateS());
  return -lateS();
}
