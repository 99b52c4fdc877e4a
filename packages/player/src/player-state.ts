/** What a player does now, as whoever shows it needs to know it. */

/** How the pictures come: over UDP, or over a WebSocket into a buffer of the browser. */
export type PlayPath = 'webrtc' | 'mse';

interface PictureSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Why there is a pause before the next try. */
export type WaitReason =
  /** The station cannot be reached. */
  | 'unreachable'
  /** It has the stream, and no pictures of it now. */
  | 'no-pictures'
  /** The camera that is attached has no such stream. */
  | 'no-such-stream'
  /** The station refuses for another reason: too many viewers, too many requests. */
  | 'refused'
  /** The connection has ended, or no picture came over it. */
  | 'interrupted';

export type EndReason =
  | 'stopped'
  /** The token is refused, and a new one too; or it lacks the scope `read`. */
  | 'not-permitted'
  /** The browser can neither do WebRTC nor Media Source Extensions with H.264. */
  | 'not-supported';

/*
 *   connecting ──first picture──▶ playing ◀──picture── stalled
 *       ▲  │ nothing works           │ no picture for a second ▲
 *       │  ▼                         └──────────────▶──────────┘
 *     waiting ◀────────────── ends, or stalled for too long
 *
 *   from everywhere: ended
 */
export type PlayerState =
  | { readonly kind: 'connecting'; readonly path: PlayPath }
  | {
      readonly kind: 'playing';
      readonly path: PlayPath;
      /** From when the picture was taken until it is shown; undefined before the clock of the station is known. */
      readonly latencyMs: number | undefined;
      /** Since the newest picture was shown. */
      readonly frameAgeMs: number;
      readonly framesPerS: number;
      /** This machine decodes or draws too slowly: pictures that come too late are left out. */
      readonly isOverBudget: boolean;
      readonly size: PictureSize;
    }
  | { readonly kind: 'stalled'; readonly path: PlayPath; readonly frameAgeMs: number }
  | { readonly kind: 'waiting'; readonly retryInMs: number; readonly reason: WaitReason }
  | { readonly kind: 'ended'; readonly reason: EndReason };
