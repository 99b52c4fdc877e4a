import { getReplay, setReplay } from '@kitestring/contract/replay/operations.ts';
import type { ReplayChange, ReplayState } from '@kitestring/contract/replay/replay-state.ts';
import { formatTimestamp, parseTimestamp } from '@kitestring/contract/timestamp.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station/refusal.ts';
import { type Route, route } from '../../http/route.ts';
import type { ReplayControl, ReplaySource } from './replay-source.ts';

/** Controls of a replay. */
export function replayRoutes({ loss, playback }: Pick<ReplaySource, 'loss' | 'playback'>): readonly Route[] {
  const state = () => ok(stateOf(playback, loss));
  return [
    route(getReplay, state),
    route(setReplay, ({ body }) => {
      const gone = goTo(playback, body.time);
      if (!gone.ok) return gone;
      change(playback, body);
      return state();
    }),
  ];
}

function goTo(playback: ReplayControl, time: string | undefined): Result<void> {
  if (time === undefined) return accepted;
  const { fromUs, toUs } = playback;
  const timeUs = parseTimestamp(time);
  if (timeUs === undefined || timeUs < fromUs || timeUs > toUs) {
    return refuse('REPLAY_TIME_OUT_OF_RANGE', { from: formatTimestamp(fromUs), to: formatTimestamp(toUs), time });
  }
  playback.jumpTo(timeUs);
  return accepted;
}

function change(playback: ReplayControl, { looped, paused, speed }: ReplayChange): void {
  if (speed !== undefined) playback.speed = speed;
  if (looped !== undefined) playback.isLooped = looped;
  if (paused === true) playback.pause();
  if (paused === false) playback.resume();
}

function stateOf(playback: ReplayControl, loss: string | undefined): ReplayState {
  return {
    from_time: formatTimestamp(playback.fromUs),
    to_time: formatTimestamp(playback.toUs),
    time: formatTimestamp(playback.nowUs()),
    speed: playback.speed,
    paused: playback.isPaused,
    looped: playback.isLooped,
    is_at_end: playback.isAtEnd,
    ...(loss !== undefined && { loss }),
  };
}
