import { useEffect, useRef, useState } from 'react';
import { useIsStale, useStation } from '../station/station-context.tsx';
import { useIsLost } from '../station/use-loss.ts';
import { isSeenAlike, PoseTrack, type ShownView, viewOf } from './pose-track.ts';

interface ShownViewReading {
  readonly isStale: boolean;
  /** View of the displayed picture. */
  readonly viewNow: () => ShownView | undefined;
}

/**
 * The view of the displayed picture, which is older than the newest state. Redraws with each state that moves it
 * visibly: angles vary ten times a second by less than a pixel.
 */
export function useShownView(streamId: string, latencyMs: number): ShownViewReading {
  const store = useStation().link.topic(`videostreams/${streamId}/state`);
  const track = useRef(new PoseTrack());
  const latency = useRef(latencyMs);
  latency.current = latencyMs;
  const [isStatusStale, setIsStatusStale] = useState(false);
  const [, setDrawn] = useState<ShownView>();
  useEffect(() => {
    const poses = new PoseTrack();
    track.current = poses;
    let taken: unknown;
    const look = () => {
      const { receivedAtMs, status, value } = store.snapshot();
      const view = value && viewOf(value);
      if (view !== undefined && value !== taken) poses.add(view, receivedAtMs);
      taken = value;
      setIsStatusStale(status === 'stale');
      const now = poses.at(performance.now() - latency.current);
      setDrawn((before) => (isSeenAlike(before, now) ? before : now));
    };
    look();
    return store.subscribe(look);
  }, [store]);
  const isSilent = useIsStale();
  const isLost = useIsLost('camera');
  return {
    isStale: isSilent || isLost || isStatusStale,
    viewNow: () => track.current.at(performance.now() - latency.current),
  };
}
