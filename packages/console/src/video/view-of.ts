import type { VideoStreamState } from '@kitestring/contract/videostreams/video-stream-state.ts';
import type { ShownView } from './pose-track.ts';

/** How a stream looks into the world, as its state says it. Undefined while the station does not know all of it. */
export function viewOf(state: VideoStreamState): ShownView | undefined {
  const { fov_horizontal, fov_vertical, pan_ned, roll_ned = 0, tilt_ned, zoom_level = 1 } = state;
  if (pan_ned === undefined || tilt_ned === undefined) return undefined;
  if (fov_horizontal === undefined || fov_vertical === undefined) return undefined;
  return {
    panDeg: pan_ned,
    tiltDeg: tilt_ned,
    rollDeg: roll_ned,
    horizontalDeg: fov_horizontal,
    verticalDeg: fov_vertical,
    zoom: zoom_level,
  };
}
