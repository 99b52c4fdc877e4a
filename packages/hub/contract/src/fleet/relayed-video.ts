import { endWhep, watchByWhep } from '@kitestring/station-contract/video/operations.ts';
import { StreamParams } from '@kitestring/station-contract/videostreams/operations.ts';
import Type from 'typebox';
import { Sid } from '../tokens.ts';
import { throughHub } from './through-hub.ts';

const params = { sid: Sid, ...StreamParams.properties };

/** Live video of each station, below `/stations/{sid}` with the path of the station. */
export const watchThroughHub = {
  ...throughHub(watchByWhep, {
    more: 'The offer is answered by a relay, which gets the stream from the station once for all viewers. It starts with the first viewer and ends 15 s after the last one. A hub without a relay answers 502 with `Retry-After`.',
    errors: ['INVALID_REQUEST', 'STATION_OFFLINE', 'STATION_NOT_LIVE', 'STORE_UNUSABLE'],
  }),
  params: Type.Object(params),
  replies: watchByWhep.replies,
  body: watchByWhep.body,
} as const;

export const endWatchThroughHub = {
  ...throughHub(endWhep, { more: 'At the relay of the hub.', errors: ['INVALID_REQUEST'] }),
  params: Type.Object({
    ...params,
    peer_id: Type.String({ description: 'Id from the header `Location` of the answer.' }),
  }),
  replies: endWhep.replies,
} as const;

export const RELAYED_VIDEO = [watchThroughHub, endWatchThroughHub] as const;
