import { operation } from '../operation.ts';
import { ClockAdvance, ClockChange, SimulationClockState } from './controls.ts';
import * as examples from './examples.ts';
import { CONTROL } from './paths.ts';

/** Timeout for a whole day of simulated time on a slow machine, seconds. */
const ADVANCE_WITHIN_S = 600;

export const getClock = operation({
  ...CONTROL,
  id: 'sim.clock',
  path: '/clock',
  summary: 'Station time and its speed',
  description: 'Station time runs at the speed of the simulation; leases, tokens and notifications use it.',
  replies: { 200: SimulationClockState },
  replyExample: examples.CLOCK,
});

export const setClock = operation({
  ...CONTROL,
  id: 'sim.clock.set',
  method: 'POST',
  path: '/clock',
  summary: 'Set the speed, pause, resume',
  description:
    'Takes effect at once. A machine that is too slow for the speed runs as fast as it can. While paused, time advances only by calls of `advance`. Absent fields stay unchanged.',
  body: ClockChange,
  replies: { 200: SimulationClockState },
  errors: ['SIMULATION_STOPPED'],
  examples: [
    { summary: 'Twenty times as fast', value: { speed: 20 } },
    { summary: 'Pause', value: { paused: true } },
  ],
  replyExample: examples.CLOCK,
});

export const advanceClock = operation({
  ...CONTROL,
  id: 'sim.clock.advance',
  method: 'POST',
  path: '/clock/advance',
  summary: 'Advance the clock',
  description:
    'Advances station time by this many seconds as fast as the machine can, and answers when that time is reached. All events in between take place. Concurrent calls add up, in order. A caller that disconnects does not stop it. While the clock is paused, the time in the response is exactly the target time.',
  answersWithinS: ADVANCE_WITHIN_S,
  body: ClockAdvance,
  replies: { 200: SimulationClockState },
  errors: ['CLOCK_BUSY', 'SIMULATION_STOPPED'],
  examples: [{ summary: 'One minute', value: { seconds: 60 } }],
  replyExample: examples.CLOCK,
});
