import type { PlayerState } from '@kitestring/video-player/player-state.ts';
import { StreamPlayer } from '@kitestring/video-player/stream-player.ts';
import { Turns } from '@kitestring/video-player/turns.ts';
import { type RefObject, useEffect, useState } from 'react';
import { useHub } from '../fleet-context.tsx';
import { type PictureReason, reasonOfPlayer } from './picture-reason.ts';

/** A page that is only passed while scrolling requests nothing. */
const SETTLE_MS = 300;
/** Each request is audited, and goes to the station over a mobile network. */
const RETRY = { firstMs: 2000, mostMs: 120_000 };
/** Time for a station to start its camera over a slow network. */
const PATIENCE_MS = 15_000;
/** A request is answered when the station publishes. Browsers have six connections per host, and the page needs some. */
const turns = new Turns(4);

interface TilePlayerOptions {
  readonly sid: string;
  readonly streamId: string | undefined;
  readonly video: RefObject<HTMLVideoElement | null>;
  /** Without it nothing is requested. */
  readonly isWanted: boolean;
  readonly onReason: (reason: PictureReason | undefined) => void;
}

interface TilePlayer {
  /** Why there is no picture; undefined while there is one. */
  readonly reason: PictureReason | undefined;
  /** Tries at once, whatever pause remains. */
  readonly tryAgain: () => void;
}

/** Plays a stream through the hub in a tile, as long as it is wanted. */
export function useTilePlayer({ isWanted, onReason, sid, streamId, video }: TilePlayerOptions): TilePlayer {
  const { session, signedIn } = useHub();
  const [reason, setReason] = useState<PictureReason | undefined>('connecting');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` requests it again, and so does another sign-in
  useEffect(() => {
    const element = video.current;
    if (!isWanted || streamId === undefined || element === null) return;
    let player: StreamPlayer | undefined;
    let isOver = false;
    const onState = (state: PlayerState) => {
      if (isOver) return;
      const now = reasonOfPlayer(state);
      setReason(now);
      onReason(now);
      // Refused because of its sign-in: the page shows the sign-in.
      if (state.kind === 'ended' && state.reason === 'not-permitted') void session.check();
    };
    const settled = setTimeout(() => {
      const stationUrl = `${location.origin}/fleet/v1/stations/${sid}`;
      player = new StreamPlayer({
        video: element,
        stationUrl,
        streamId,
        onState,
        isRelayed: true,
        retry: RETRY,
        patienceMs: PATIENCE_MS,
        turns,
      });
    }, SETTLE_MS);
    return () => {
      isOver = true;
      clearTimeout(settled);
      player?.stop();
      setReason('connecting');
    };
  }, [session, signedIn, sid, streamId, video, isWanted, attempt, onReason]);
  return { reason, tryAgain: () => setAttempt((count) => count + 1) };
}
