import type { ToldFrame } from './object-noise.ts';

/** More than the longest delay has; the oldest give way. */
const FRAMES_MAX = 64;

interface DelayedFrames {
  readonly waiting: readonly ToldFrame[];
  /** Old enough to be told, the oldest first. */
  readonly due: readonly ToldFrame[];
}

/** A picture joins those that wait; its time is the present one. */
export function delayedFrames(waiting: readonly ToldFrame[], frame: ToldFrame, delayS: number): DelayedFrames {
  const dueUs = frame.timeUs - delayS * 1_000_000;
  // A clock that goes back leaves pictures of the future: they would never be due.
  const all = [...waiting.filter(({ timeUs }) => timeUs < frame.timeUs), frame].slice(-FRAMES_MAX);
  return {
    waiting: all.filter(({ timeUs }) => timeUs > dueUs),
    due: all.filter(({ timeUs }) => timeUs <= dueUs),
  };
}
