import type { PlayerState } from '@kitestring/player/player-state.ts';
import { StreamPlayer } from '@kitestring/player/stream-player.ts';
import { type RefObject, useEffect, useState } from 'react';
import { useStation } from '../station/station-context.tsx';

/** Plays a stream in a video element for as long as both are there. @returns what the player does; undefined until it has begun */
export function useStreamPlayer(
  streamId: string | undefined,
  video: RefObject<HTMLVideoElement | null>,
): PlayerState | undefined {
  const { signedIn } = useStation();
  const [state, setState] = useState<PlayerState>();
  useEffect(() => {
    const element = video.current;
    if (streamId === undefined || element === null) return;
    let isWanted = true;
    const onState = (now: PlayerState) => isWanted && setState(now);
    const player = new StreamPlayer({ video: element, streamId, token: () => signedIn.token, onState });
    return () => {
      isWanted = false;
      player.stop();
      setState(undefined);
    };
  }, [streamId, video, signedIn]);
  return state;
}
