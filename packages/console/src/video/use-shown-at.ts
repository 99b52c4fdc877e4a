import { type RefObject, useEffect, useRef } from 'react';

/**
 * When the newest picture was shown by the video element itself, whatever its player believes: a picture that stands must
 * never pass for a live one. A hidden page shows none; its time begins again when it comes back.
 * @returns the time of the page, undefined before the first picture
 */
export function useShownAt(
  video: RefObject<HTMLVideoElement | null>,
  streamId: string | undefined,
): () => number | undefined {
  const shownAt = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stream begins anew
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
