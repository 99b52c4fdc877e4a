/** Whether the picture on the screen is alive, and why there is none where there is none. */

import type { PlayerRefusal, PlayerState } from '@kitestring/player/player-state.ts';
import type { WhyStale } from '../station/station-context.tsx';

export type PictureHealth =
  | { readonly kind: 'live' }
  /** It moves, but is this old. */
  | { readonly kind: 'late'; readonly ageS: number }
  /** It stands. Never to be shown as if it lived. */
  | { readonly kind: 'frozen'; readonly ageS: number; readonly reason: NoPictureReason | undefined }
  | { readonly kind: 'none'; readonly reason: NoPictureReason; readonly refusal?: PlayerRefusal };

type NoPictureReason =
  | 'loading'
  | 'connecting'
  /** The station has no pictures of this stream. */
  | 'streamLost'
  | 'cameraOff'
  /** The station hears nothing of the Kite, which carries the camera. */
  | 'kiteLost'
  | 'noCamera'
  /** The station's video is off, or its media process is away. */
  | 'videoOff'
  | 'stationSilent'
  /** The station answers, but video has no way to the page. */
  | 'noVideoLink'
  | 'sessionEnded'
  /** Refused with a reason in words. */
  | 'refusedElsewhere'
  /** The network brings less than a picture needs. */
  | 'slowLink'
  | 'refused'
  | 'notPermitted'
  | 'notSupported'
  | 'interrupted';

export interface PictureFacts {
  /** Undefined before the player has been loaded, and without a stream. */
  readonly player: PlayerState | undefined;
  /** When the newest picture was shown; undefined before the first. Time of the page, as `nowMs`. */
  readonly shownAtMs: number | undefined;
  readonly nowMs: number;
  /** Why everything on the page is old; undefined while data come. */
  readonly staleBy: WhyStale | undefined;
  readonly isLinkSlow: boolean;
  readonly isKiteLost: boolean;
  /** Undefined while the station has not said it. */
  readonly isCameraOnline: boolean | undefined;
  /** The station refuses to list streams. */
  readonly isVideoOff: boolean;
  /** Undefined before the list has come. */
  readonly streamCount: number | undefined;
}

/**
 * The slowest stream of a busy station has five pictures a second: after this time it counts as frozen, milliseconds.
 */
const FROZEN_AFTER_MS = 1500;
/** Flying by a picture older than this is dangerous. */
const LATE_AFTER_MS = 1500;

export function pictureHealth(facts: PictureFacts): PictureHealth {
  const { nowMs, player, shownAtMs } = facts;
  const reason = reasonFor(facts);
  if (shownAtMs === undefined) return { kind: 'none', reason: reason ?? 'connecting', ...refusalOf(player, reason) };
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

/** Where nothing else is known to be wrong, the words of the answer say more. */
const refusalOf = (player: PlayerState | undefined, reason: NoPictureReason | undefined) =>
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

/** From this status on a hub, or the station, says why in words. */
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
  interrupted: 'interrupted',
} as const satisfies Record<string, NoPictureReason>;

const ENDED = {
  stopped: 'loading',
  'not-permitted': 'notPermitted',
  'not-supported': 'notSupported',
} as const satisfies Record<string, NoPictureReason>;
