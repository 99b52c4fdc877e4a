import type { CameraFollow, FollowEnd } from '@kitestring/station-contract/station/camera-follow.ts';

/** Why a follow has ended between two readings; undefined when none has, or it ended before this page knew of any. */
export const followEnd = (before: CameraFollow | undefined, now: CameraFollow | undefined): FollowEnd | undefined =>
  before === undefined || now?.state !== 'off' || now.ended_time === before.ended_time ? undefined : now.ended_by;

/** Name of the text that says how the camera follows now; undefined without a follow. */
export function followStage(follow: CameraFollow | undefined): 'position' | 'object' | 'lost' | undefined {
  if (follow === undefined || follow.state === 'off') return undefined;
  if (follow.state === 'lost') return 'lost';
  return follow.point === undefined ? 'object' : 'position';
}
