import { REPLAY_SPEED_MAX, REPLAY_SPEED_MIN } from '@kitestring/contract/replay/replay-state.ts';
import { formatTimestamp, parseTimestamp } from '@kitestring/contract/timestamp.ts';
import type { ReplayOptions } from '@kitestring/flightlog/replay/replayed-station.ts';
import type { Shift } from '@kitestring/flightlog/replay/shift.ts';
import { type Arguments, has, textOf } from '../command.ts';
import { UsageError } from '../context.ts';
import { readDuration } from '../duration.ts';

/** How the replay starts, by its flags. @throws UsageError */
export function replayOptions(args: Arguments, shift: Pick<Shift, 'fromUs' | 'toUs'>): ReplayOptions {
  return {
    speed: speedOf(args),
    startUs: startUs(args, shift),
    isPaused: has(args, 'paused'),
    isLooped: has(args, 'loop'),
  };
}

function speedOf(args: Arguments): number {
  const text = textOf(args, 'speed');
  if (text === undefined) return 1;
  const speed = Number(text);
  if (text.trim() !== '' && speed >= REPLAY_SPEED_MIN && speed <= REPLAY_SPEED_MAX) return speed;
  throw new UsageError(`replay: --speed: got "${text}", allowed: ${REPLAY_SPEED_MIN} to ${REPLAY_SPEED_MAX}`);
}

function startUs(args: Arguments, { fromUs, toUs }: Pick<Shift, 'fromUs' | 'toUs'>): number | undefined {
  const text = textOf(args, 'from');
  if (text === undefined) return undefined;
  const atUs = parseTimestamp(text) ?? fromUs + readDuration('replay: --from', text) * 1e6;
  if (atUs >= fromUs && atUs <= toUs) return atUs;
  throw new UsageError(
    `replay: --from: got "${text}", the recording is from ${formatTimestamp(fromUs)} to ${formatTimestamp(toUs)}`,
  );
}
