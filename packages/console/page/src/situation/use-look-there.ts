import type { LatLon } from '@kitestring/station-contract/place/geo.ts';
import { viewpointOf } from '@kitestring/station-contract/place/locate.ts';
import { useCameraControl } from '../camera/use-camera-control.ts';
import { useWhyNotText } from '../permission/use-why-not.ts';
import { isKnown, useViewpointNow } from '../place/use-viewpoint.ts';
import { useTopicPart } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { aimAt } from './on-map.ts';

interface LookThere {
  /** Why the camera cannot be aimed now; undefined while it can. */
  readonly why: string | undefined;
  readonly lookAt: (place: LatLon) => void;
}

/** Points the camera at positions, if the user may. */
export function useLookThere(): LookThere {
  const control = useCameraControl();
  const viewpointNow = useViewpointNow();
  const { none } = useWords().place;
  // Only the reason: positions change ten times a second.
  const noPlace = useTopicPart('flight/state', (flight) => {
    const viewpoint = viewpointOf(flight, undefined, 0);
    return isKnown(viewpoint) ? undefined : viewpoint.none;
  });
  const why = useWhyNotText('camera') ?? (noPlace && none[noPlace]);
  const lookAt = (place: LatLon) => {
    const viewpoint = viewpointNow();
    if (why === undefined && isKnown(viewpoint)) control.aim(aimAt(viewpoint, place));
  };
  return { why, lookAt };
}
