import { type RefObject, useCallback, useState } from 'react';
import { useIsSlow, useIsStale } from '../station/station-context.tsx';
import { useTopicPart } from '../station/use-topic.ts';
import type { PictureFacts, PictureHealth } from './picture-health.ts';
import { useShownAt } from './use-shown-at.ts';

/** What decides whether a picture is alive. */
export function usePictureFacts(
  streamId: string,
  video: RefObject<HTMLVideoElement | null>,
  player: PictureFacts['player'],
) {
  const [health, setHealth] = useState<PictureHealth['kind']>('none');
  const onHealth = useCallback((kind: PictureHealth['kind']) => setHealth(kind), []);
  const shownAt = useShownAt(video, streamId);
  const isStationSilent = useIsStale();
  const isLinkSlow = useIsSlow();
  const isCameraOnline = useTopicPart('camera/state', ({ online_state }) => online_state === 'Online');
  const pictureFacts = (): PictureFacts => ({
    player,
    shownAtMs: shownAt(),
    nowMs: performance.now(),
    isStationSilent,
    isLinkSlow,
    isCameraOnline,
    isVideoOff: false,
    streamCount: 1,
  });
  return { health, onHealth, pictureFacts };
}
