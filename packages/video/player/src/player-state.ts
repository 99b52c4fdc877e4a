/** State of a player for its user interface. */

/** Path of the pictures: over UDP, or over a WebSocket into a buffer of the browser. */
export type PlayPath = 'webrtc' | 'mse';

/** Reason of a pause before the next attempt. */
export type WaitReason =
  /** The station cannot be reached. */
  | 'unreachable'
  /** The stream currently has no pictures. */
  | 'no-pictures'
  /** The attached camera has no such stream. */
  | 'no-such-stream'
  /** Refused for another reason: too many viewers, too many requests. */
  | 'refused'
  /** This browser cannot decode the codec of the camera. */
  | 'undecodable'
  /** The connection has ended, or delivered no picture. */
  | 'interrupted';

/** A refusal as it came over HTTP. */
export interface PlayerRefusal {
  readonly status: number;
  readonly body: string;
  /** Seconds after which it may be asked again; absent or 0 where it does not say. */
  readonly retryAfterS?: number;
}

export type EndReason =
  | 'stopped'
  /** The token and its replacement were refused, or it lacks the scope `read`. */
  | 'not-permitted'
  /** The browser supports neither WebRTC nor Media Source Extensions with H.264. */
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
      /** From capture to display; undefined before the clock of the station is known. */
      readonly latencyMs: number | undefined;
      /** Time since the newest picture was shown. */
      readonly frameAgeMs: number;
      readonly framesPerS: number;
      /** This machine decodes or draws too slowly: late pictures are dropped. */
      readonly isOverBudget: boolean;
      readonly size: { readonly widthPx: number; readonly heightPx: number };
    }
  | { readonly kind: 'stalled'; readonly path: PlayPath; readonly frameAgeMs: number }
  /** `reply`: body of the answer that has refused the pictures, if there was one. */
  | {
      readonly kind: 'waiting';
      readonly retryInMs: number;
      readonly reason: WaitReason;
      readonly reply?: PlayerRefusal | undefined;
    }
  | { readonly kind: 'ended'; readonly reason: EndReason };
