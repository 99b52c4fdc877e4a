import type { StationState } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { STATION_TROUBLE_ERRORS } from '@kitestring/station-contract/errors/station-trouble.ts';
import type { PlayerRefusal, PlayerState } from '@kitestring/video-player/player-state.ts';

/** Why a tile has no live picture. */
export type PictureReason =
  | Exclude<StationState, 'online'>
  | 'loading'
  | 'connecting'
  | 'frozen'
  | 'noCamera'
  | 'cameraOff'
  | 'noPicture'
  | 'noRelay'
  | 'relayAway'
  | 'relayUnreached'
  | 'notPermitted'
  | 'notShared'
  | 'stationBusy'
  | 'silent'
  | 'tooMany'
  | 'unreachable'
  | 'refused'
  | 'notSupported';

const VIDEO = STATION_TROUBLE_ERRORS.VIDEO_UNAVAILABLE.message;
const RELAY_UNREACHED = VIDEO.notRelayed.split('{')[0] ?? '';

const WAITS: Readonly<Record<Extract<PlayerState, { kind: 'waiting' }>['reason'], PictureReason>> = {
  unreachable: 'unreachable',
  'no-pictures': 'noPicture',
  'no-such-stream': 'noCamera',
  refused: 'refused',
  undecodable: 'notSupported',
  interrupted: 'noPicture',
};

/** Undefined while pictures arrive. */
export function reasonOfPlayer(state: PlayerState): PictureReason | undefined {
  switch (state.kind) {
    case 'playing':
      return undefined;
    case 'stalled':
      return 'frozen';
    case 'connecting':
      return 'connecting';
    case 'ended':
      return state.reason === 'not-supported' ? 'notSupported' : 'notPermitted';
    case 'waiting':
      return (state.reply && reasonOfRefusal(state.reply)) ?? WAITS[state.reason];
  }
}

function reasonOfRefusal({ body }: PlayerRefusal): PictureReason | undefined {
  const { code, message } = reply(body);
  switch (code) {
    case 'STREAM_NOT_FOUND':
      return 'noCamera';
    case 'STREAM_NOT_READY':
      return 'cameraOff';
    case 'STATION_OFFLINE':
      return 'offline';
    case 'TOO_MANY_CONNECTIONS':
      return 'tooMany';
    case 'STATION_NOT_LIVE':
      if (message.includes('SCOPE_NOT_GRANTED')) return 'notShared';
      return message.includes('STATION_BUSY') ? 'stationBusy' : 'silent';
    case 'VIDEO_UNAVAILABLE':
      if (message === VIDEO.noRelay) return 'noRelay';
      if (message === VIDEO.relayAway) return 'relayAway';
      return message.startsWith(RELAY_UNREACHED) ? 'relayUnreached' : 'noPicture';
    default:
      return undefined;
  }
}

/** A proxy before the hub answers in another format. */
function reply(body: string): { readonly code: string; readonly message: string } {
  try {
    const { code = '', message = '' } = JSON.parse(body) as { code?: string; message?: string };
    return { code, message };
  } catch {
    return { code: '', message: '' };
  }
}
