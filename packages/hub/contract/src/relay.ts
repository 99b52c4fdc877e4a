import { OneOf, Text } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { boundOrder, COMMAND_ERRORS } from './command.ts';
import { LIMITS } from './limits.ts';
import { RequestId, Version } from './tokens.ts';

/**
 * Order to publish a stream to a relay, signed like a command with `RELAY_TYPE` as `typ`: the request `relay`. It is
 * valid for `leaseS` and repeated while there are viewers, so that a stream ends by itself when hub, link or relay
 * fails.
 */
export const RelayOrder = Type.Object({
  ...boundOrder,
  stream: Text('Id of the stream, as in the published API.', 'zoom', { pattern: '^[A-Za-z0-9_-]{1,40}$' }),
  url: Type.String({
    pattern: '^https?://[^\\s#]{1,500}$',
    description: 'Where the station publishes: a WHIP endpoint (RFC 9725).',
    examples: ['https://relay.example/whip/v1'],
  }),
  token: Type.String({ minLength: 1, maxLength: 4000, description: 'Bearer token for the relay.' }),
  maxKbps: Type.Integer({ minimum: 100, maximum: 50_000, description: 'Upper limit of the stream on the uplink.' }),
  leaseS: Type.Integer({
    minimum: 0,
    maximum: LIMITS.relayLeaseSMax,
    description: 'The stream ends after this time unless the order is repeated; 0 ends it now.',
  }),
  restart: Type.Optional(
    Type.Boolean({ description: 'The relay does not have the stream: an existing publication starts again.' }),
  ),
});
export type RelayOrder = Static<typeof RelayOrder>;
export const RELAY_TYPE = 'kitestring-relay';

/** Why a stream is not published. */
const RELAY_ERRORS = [
  ...COMMAND_ERRORS,
  /** The station has no such stream, or the stream has no pictures now. */
  'STREAM_NOT_READY',
  /** The relay refuses it or cannot be reached. */
  'RELAY_FAILED',
] as const;

export const RelayReply = Type.Union([
  Type.Object({
    v: Version,
    id: RequestId,
    state: OneOf(
      ['published', 'stopped'],
      '`published`: the relay gets pictures. `stopped`: it gets none, as ordered.',
    ),
  }),
  Type.Object({
    v: Version,
    id: Type.Optional(RequestId),
    error: OneOf(RELAY_ERRORS, 'Why the relay gets no pictures.'),
    message: Type.String({ maxLength: 500, description: 'Field, limit, value.' }),
  }),
]);
export type RelayReply = Static<typeof RelayReply>;
