import type { VideoStreamState } from '@kitestring/contract/videostreams/video-stream-state.ts';
import { useEffect, useRef } from 'react';
import { type ShownTopic, useTopic } from '../station/use-topic.ts';
import { PoseTrack, type ShownView } from './pose-track.ts';
import { viewOf } from './view-of.ts';

export interface ShownViewReading {
  readonly state: ShownTopic<VideoStreamState>;
  /** How the picture on the screen looks into the world now. */
  readonly viewNow: () => ShownView | undefined;
}

/** The state of a stream, and the view that belongs to the picture on the screen, which is older than the newest state. */
export function useShownView(streamId: string, latencyMs: number): ShownViewReading {
  const state = useTopic(`videostreams/${streamId}/state`);
  const track = useRef(new PoseTrack());
  const latency = useRef(latencyMs);
  latency.current = latencyMs;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stream begins anew
  useEffect(() => {
    track.current = new PoseTrack();
  }, [streamId]);
  const { receivedAtMs, value } = state;
  useEffect(() => {
    const view = value && viewOf(value);
    if (view !== undefined) track.current.add(view, receivedAtMs);
  }, [value, receivedAtMs]);
  return { state, viewNow: () => track.current.at(performance.now() - latency.current) };
}
