import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { ok, type Result, refusal, refuse } from '@kitestring/station-contract/refusal.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { ClockChange, SimulationClockState } from '@kitestring/station-contract/sim/controls.ts';
import { advanceClock, getClock, setClock } from '@kitestring/station-contract/sim/operations.ts';
import { type Route, route } from '@kitestring/web/http';
import type { SimulatedWorldControl } from './simulated-world-control.ts';
import { simulationStopped, whileRunning } from './simulation-stopped.ts';

/** More pending calls indicate a client bug, and each holds a connection. */
const WAITING_MAX = 32;

const STOPPING = refusal('SHUTTING_DOWN');

/** Routes of the simulation clock. */
export function clockRoutes(world: SimulatedWorldControl): readonly Route[] {
  const waiting = new WaitingCalls();
  const state = () => ok(clockState(world, waiting.count));
  return [
    route(getClock, state),
    route(
      setClock,
      whileRunning(world, ({ body }) => {
        changeClock(world, body);
        return state();
      }),
    ),
    route(
      advanceClock,
      whileRunning(world, async ({ body: { seconds } }) => {
        const advanced = await waiting.join(() => advance(world, seconds));
        return advanced.ok ? state() : advanced;
      }),
    ),
  ];
}

/** Calls that wait for the clock. */
class WaitingCalls {
  count = 0;

  /** CLOCK_BUSY, or the result of the call. */
  async join<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
    if (this.count >= WAITING_MAX) {
      return refuse('CLOCK_BUSY', { most: WAITING_MAX, count: this.count });
    }
    this.count += 1;
    try {
      return await call();
    } finally {
      this.count -= 1;
    }
  }
}

/** SIMULATION_STOPPED, or SHUTTING_DOWN when the station ends earlier. */
async function advance(world: SimulatedWorldControl, seconds: number): Promise<Result<void>> {
  try {
    await world.time.advance(seconds);
    await world.time.settled();
    return ok(undefined);
  } catch {
    return { ok: false, refusal: simulationStopped(world) ?? STOPPING };
  }
}

function changeClock({ time }: SimulatedWorldControl, { speed, paused }: ClockChange): void {
  if (speed !== undefined) time.speed = speed;
  if (paused === true) time.pause();
  if (paused === false) time.resume();
}

function clockState({ time }: SimulatedWorldControl, advancing: number): SimulationClockState {
  return {
    time: formatTimestamp(time.nowUs()),
    speed: time.speed,
    paused: time.isPaused,
    advancing,
    slipped_s: roundTo(time.slippedS, 3),
    ...(time.diagnosis !== undefined && { fault: time.diagnosis }),
  };
}
