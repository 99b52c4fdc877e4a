import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useIsSlow, useIsStale, useWhyStale } from '../station/station-context.tsx';
import { useIsLost } from '../station/use-loss.ts';
import { useTopicPart } from '../station/use-topic.ts';
import type { PictureFacts, PictureHealth } from './picture-health.ts';

/** Inputs of the decision whether a picture is live. */
export function usePictureFacts(
  streamId: string,
  video: RefObject<HTMLVideoElement | null>,
  player: PictureFacts['player'],
) {
  const [health, setHealth] = useState<PictureHealth['kind']>('none');
  const onHealth = useCallback((kind: PictureHealth['kind']) => setHealth(kind), []);
  const shownAt = useShownAt(video, streamId);
  const stationFacts = useStationFacts();
  const pictureFacts = (): PictureFacts => ({
    player,
    shownAtMs: shownAt(),
    ...stationFacts(),
    isVideoOff: false,
    streamCount: 1,
  });
  return { health, onHealth, pictureFacts };
}

/** Those of the station, whatever the picture. */
export function useStationFacts() {
  const isStale = useIsStale();
  const why = useWhyStale();
  const isLinkSlow = useIsSlow();
  const isKiteLost = useIsLost('kite');
  const isCameraOnline = useTopicPart('camera/state', ({ online_state }) => online_state === 'Online');
  return () => ({
    nowMs: performance.now(),
    staleBy: isStale ? why : undefined,
    isLinkSlow,
    isKiteLost,
    isCameraOnline,
  });
}

/**
 * When the video element itself last showed a new picture, whatever its player believes: a frozen picture must
 * never be mistaken for a live one. A hidden page shows none; its time starts again when it becomes visible.
 * @returns the time of the page, undefined before the first
 */
function useShownAt(video: RefObject<HTMLVideoElement | null>, streamId: string | undefined): () => number | undefined {
  const shownAt = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stream starts again
  useEffect(() => {
    shownAt.current = undefined;
    const element = video.current;
    if (element === null) return;
    let handle = 0;
    const shown = () => {
      shownAt.current = performance.now();
      handle = element.requestVideoFrameCallback(shown);
    };
    handle = element.requestVideoFrameCallback(shown);
    const cameBack = () => {
      if (!document.hidden && shownAt.current !== undefined) shownAt.current = performance.now();
    };
    document.addEventListener('visibilitychange', cameBack);
    return () => {
      element.cancelVideoFrameCallback(handle);
      document.removeEventListener('visibilitychange', cameBack);
    };
  }, [video, streamId]);
  return () => shownAt.current;
}
