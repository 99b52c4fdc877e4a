/** Whether the displayed picture is live, and why there is none otherwise. */

import type { PlayerRefusal, PlayerState } from '@kitestring/video-player/player-state.ts';
import type { WhyStale } from '../station/station-context.tsx';

export type PictureHealth =
  | { readonly kind: 'live' }
  /** It moves, but has this age. */
  | { readonly kind: 'late'; readonly ageS: number }
  /** It is frozen. Must never look live. */
  | { readonly kind: 'frozen'; readonly ageS: number; readonly reason: NoPictureReason | undefined }
  | { readonly kind: 'none'; readonly reason: NoPictureReason; readonly refusal?: PlayerRefusal };

type NoPictureReason =
  | 'loading'
  | 'connecting'
  /** The station has no pictures of this stream. */
  | 'streamLost'
  | 'cameraOff'
  /** The station has lost the Kite, which carries the camera. */
  | 'kiteLost'
  | 'noCamera'
  /** The station's video is off, or its media process is not running. */
  | 'videoOff'
  | 'stationSilent'
  /** The station answers, but video cannot reach the page. */
  | 'noVideoLink'
  | 'sessionEnded'
  /** Refused with a reason as text. */
  | 'refusedElsewhere'
  /** The network is too slow for the pictures. */
  | 'slowLink'
  | 'refused'
  | 'notPermitted'
  | 'notSupported'
  | 'undecodable'
  | 'interrupted';

export interface PictureFacts {
  /** Undefined before the player has been loaded, and without a stream. */
  readonly player: PlayerState | undefined;
  /** When the newest picture was shown; undefined before the first. By the clock of `nowMs`. */
  readonly shownAtMs: number | undefined;
  readonly nowMs: number;
  /** Why the whole page is stale; undefined while data arrives. */
  readonly staleBy: WhyStale | undefined;
  readonly isLinkSlow: boolean;
  readonly isKiteLost: boolean;
  /** Undefined until the station has reported it. */
  readonly isCameraOnline: boolean | undefined;
  /** The station refuses to list streams. */
  readonly isVideoOff: boolean;
  /** Undefined before the list is loaded. */
  readonly streamCount: number | undefined;
}

/**
 * The slowest stream of a busy station has five pictures a second: after this time it counts as frozen, milliseconds.
 */
const FROZEN_AFTER_MS = 1500;
/** Flying with an older picture is dangerous. */
const LATE_AFTER_MS = 1500;

export function pictureHealth(facts: PictureFacts): PictureHealth {
  const { nowMs, player, shownAtMs } = facts;
  const reason = reasonFor(facts);
  if (shownAtMs === undefined) return { kind: 'none', reason: reason ?? 'connecting', ...refusal(player, reason) };
  const ageMs = nowMs - shownAtMs;
  if (ageMs > FROZEN_AFTER_MS) return { kind: 'frozen', ageS: Math.floor(ageMs / 1000), reason };
  const latencyMs = player?.kind === 'playing' ? (player.latencyMs ?? 0) : 0;
  return latencyMs > LATE_AFTER_MS ? { kind: 'late', ageS: Math.round(latencyMs / 100) / 10 } : { kind: 'live' };
}

/** The cause that explains the others comes first: without the station nothing else is known. */
function reasonFor(facts: PictureFacts): NoPictureReason | undefined {
  if (facts.staleBy !== undefined) return STALE[facts.staleBy];
  if (facts.isVideoOff) return 'videoOff';
  if (facts.streamCount === undefined) return 'loading';
  if (facts.streamCount === 0) return 'noCamera';
  if (facts.isKiteLost) return 'kiteLost';
  if (facts.isCameraOnline === false) return 'cameraOff';
  const reason = playerReason(facts.player);
  return facts.isLinkSlow && (reason === 'connecting' || reason === 'interrupted') ? 'slowLink' : reason;
}

/** If no other cause is known, the text of the answer is most specific. */
const refusal = (player: PlayerState | undefined, reason: NoPictureReason | undefined) =>
  reason === 'refusedElsewhere' && player?.kind === 'waiting' && player.reply !== undefined
    ? { refusal: player.reply }
    : {};

function playerReason(player: PlayerState | undefined): NoPictureReason | undefined {
  if (player === undefined) return 'loading';
  if (player.kind === 'connecting') return 'connecting';
  if (player.kind === 'waiting' && (player.reply?.status ?? 0) >= UNAVAILABLE_FROM) return 'refusedElsewhere';
  if (player.kind === 'waiting') return WAITING[player.reason];
  if (player.kind === 'ended') return ENDED[player.reason];
  return undefined;
}

/** From this status on the hub, or the station, gives the reason as text. */
const UNAVAILABLE_FROM = 500;

const STALE = {
  silent: 'stationSilent',
  offline: 'stationSilent',
  deaf: 'noVideoLink',
  ended: 'sessionEnded',
} as const satisfies Record<WhyStale, NoPictureReason>;

const WAITING = {
  unreachable: 'noVideoLink',
  'no-pictures': 'streamLost',
  'no-such-stream': 'loading',
  refused: 'refused',
  undecodable: 'undecodable',
  interrupted: 'interrupted',
} as const satisfies Record<string, NoPictureReason>;

const ENDED = {
  stopped: 'loading',
  'not-permitted': 'notPermitted',
  'not-supported': 'notSupported',
} as const satisfies Record<string, NoPictureReason>;
