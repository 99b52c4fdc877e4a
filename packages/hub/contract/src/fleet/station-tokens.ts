import { invalidateToken, listTokens, requestToken } from '@kitestring/station-contract/auth/operations.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import type { TObject } from 'typebox';
import type { Sid } from '../tokens.ts';
import { throughHub } from './through-hub.ts';

/** Preserves the types of body and parameters of the published operation. */
type OfStation<O> =
  O extends Operation<infer Body, infer _Params, infer Query, infer Replies>
    ? Operation<Body, TObject<{ sid: typeof Sid }>, Query, Replies>
    : never;

export const requestStationToken = throughHub(requestToken, {
  more: 'Send an API key of the hub. The token is for this station alone and valid for an hour; it ends with the key, and when the service of the station restarts. `id` and `plugin_id` are those of the client at the station.',
  errors: ['INVALID_REQUEST', 'INSUFFICIENT_SCOPE', 'STATION_OFFLINE', 'STATION_NOT_LIVE', 'STATION_BUSY'],
}) as OfStation<typeof requestToken>;

export const endStationToken = throughHub(invalidateToken, {
  more: 'An API key of the hub that is sent as a token has no session here.',
  errors: ['INVALID_REQUEST'],
}) as OfStation<typeof invalidateToken>;

export const listStationTokens = throughHub(listTokens, {
  more: 'Through the hub only the session of the caller is listed.',
  errors: ['INVALID_REQUEST'],
}) as OfStation<typeof listTokens>;

/** Tokens for the API of one station. */
export const STATION_TOKEN_OPERATIONS: readonly Operation[] = [requestStationToken, endStationToken, listStationTokens];
