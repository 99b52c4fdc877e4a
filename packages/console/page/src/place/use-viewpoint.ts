import type { Direction } from '@kitestring/station-contract/camera/pinhole.ts';
import { type Location, locate, type Viewpoint, viewpointOf } from '@kitestring/station-contract/place/locate.ts';
import { rounded } from '../parts/numbers.ts';
import { useStation } from '../station/station-context.tsx';
import { useTopicShown } from '../station/use-topic.ts';

type FoundViewpoint = ReturnType<typeof viewpointOf>;

/** Position of the camera, as far as reported. Positions vary by centimetres: invisible changes cause no redraw. */
export function useViewpoint(): FoundViewpoint {
  const { value: flight } = useTopicShown('flight/state', (state) => ({
    altitude: rounded(state.altitude, 1),
    kite_gps_lat: rounded(state.kite_gps_lat, 6),
    kite_gps_lon: rounded(state.kite_gps_lon, 6),
    kite_gps_accuracy: rounded(state.kite_gps_accuracy, 1),
    // Only whether it exists counts.
    kite_heading: state.kite_heading === undefined ? undefined : 0,
  }));
  const { value: system } = useTopicShown('system/state', ({ gs_gps_elevation }) => ({
    gs_gps_elevation: rounded(gs_gps_elevation, 0),
  }));
  return viewpointOf(flight, system, useStation().facts.limits.baseHeightM);
}

/** Like `useViewpoint`, but read on demand; causes no redraw. */
export function useViewpointNow(): () => FoundViewpoint {
  const { facts, link } = useStation();
  const now = <Name extends 'flight/state' | 'system/state'>(name: Name) => link.topic(name).snapshot().value;
  return () => viewpointOf(now('flight/state'), now('system/state'), facts.limits.baseHeightM);
}

/** Position in a direction, or the reason for which there is none. */
export const locationIn = (viewpoint: FoundViewpoint, direction: Direction): Location =>
  isKnown(viewpoint) ? locate(viewpoint, direction) : viewpoint;

export const isKnown = (viewpoint: FoundViewpoint): viewpoint is Viewpoint => !('none' in viewpoint);
