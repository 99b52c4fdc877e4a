import { TRACEPARENT_PATTERN } from '@kitestring/base/trace-context.ts';
import { OneOf, Text } from '@kitestring/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { LIMITS } from './limits.ts';
import { Person } from './person.ts';
import { Boot, RequestId, Sid, Version } from './tokens.ts';

/** Permissions of a token that people can have through a hub: administration and simulator controls stay on the station. */
export const HUB_SCOPES = ['read', 'control', 'can_override'] as const;
export type HubScope = (typeof HUB_SCOPES)[number];

/** Every order of the hub: whom it is for, until when, and in whose name. */
export const boundOrder = {
  v: Version,
  id: RequestId,
  sid: Sid,
  boot: Boot,
  beat: Type.Integer({ minimum: 1, description: 'Number of the newest beat that the hub has heard.' }),
  maxAgeMs: Type.Integer({
    minimum: 1,
    maximum: LIMITS.commandAgeMsMax,
    description: 'Refused when more time has passed at the station since it sent that beat.',
  }),
  person: Person,
  scopes: Type.Array(Type.Enum(HUB_SCOPES), {
    maxItems: HUB_SCOPES.length,
    description: 'The most that the person may.',
  }),
  trace: Type.Optional(
    Type.String({
      pattern: TRACEPARENT_PATTERN,
      description: 'Header `traceparent` of the request at the hub (W3C Trace Context).',
    }),
  ),
  via: Type.String({ maxLength: 100, description: 'The way to the hub: its page, or the name of an API key.' }),
};

const Params = Type.Optional(
  Type.Record(Type.String(), Type.String({ maxLength: 200 }), { description: 'Parameters of the path.' }),
);

/**
 * A command: an operation of the published API that changes something. It is the payload of a compact JWS (RFC 7515,
 * EdDSA) with the key’s name as `kid` and `COMMAND_TYPE` as `typ`; the request `cmd` is that JWS.
 */
export const HubCommand = Type.Object({
  ...boundOrder,
  op: Text('Id of the operation.', 'flight.control.take_off', { maxLength: 100 }),
  params: Params,
  body: Type.Optional(Type.Unknown({ description: 'Body of the request, JSON.' })),
});
export type HubCommand = Static<typeof HubCommand>;
export const COMMAND_TYPE = 'kitestring-command';

/** A proxied read of the published API, signed like a command with `READ_TYPE` as `typ`. Answered in chunks. */
export const ProxiedRead = Type.Object({
  ...boundOrder,
  path: Text('Path with query, as on the station.', '/api/v1/flight/state', {
    pattern: '^/(?:(?:api|station|video)/v1/[^\\s#]{1,1000}|api/health|api/versions|console\\.json)$',
  }),
  method: Type.Optional(OneOf(['GET', 'HEAD'], '`GET` when absent.')),
  range: Type.Optional(Type.String({ pattern: '^bytes=[-\\d, ]{1,500}$', description: 'Header `Range`.' })),
  accept: Type.Optional(Type.String({ maxLength: 200, description: 'Header `Accept`.' })),
  ifRange: Type.Optional(Type.String({ maxLength: 200, description: 'Header `If-Range`.' })),
  ifModifiedSince: Type.Optional(Type.String({ maxLength: 100, description: 'Header `If-Modified-Since`.' })),
  ifNoneMatch: Type.Optional(Type.String({ maxLength: 500, description: 'Header `If-None-Match`.' })),
});
export type ProxiedRead = Static<typeof ProxiedRead>;
export const READ_TYPE = 'kitestring-read';

/** Why a station did not even ask its API. */
export const COMMAND_ERRORS = [
  'MALFORMED_COMMAND',
  'BAD_SIGNATURE',
  'OTHER_STATION',
  'STATION_RESTARTED',
  'COMMAND_TOO_LATE',
  'SCOPE_NOT_GRANTED',
  'OPERATION_NOT_OFFERED',
  'STATION_BUSY',
  /** The station ended while it carried the command out, or has forgotten outcomes of its time: look at its state. */
  'OUTCOME_LOST',
  /** This id has never been carried out. After the command’s age it never will be. */
  'NOT_KNOWN',
  /** Answer to `result`: the journal of this service is not that of the start which the command names. It proves nothing. */
  'OTHER_JOURNAL',
] as const;
export type CommandError = (typeof COMMAND_ERRORS)[number];

/** Headers of the answer to a command that are passed on; the rest belongs to one connection. */
export const REPLY_HEADERS = [
  ...(['deprecation', 'kitestring-control-lease', 'retry-after', 'sunset'] as const),
  ...(['www-authenticate', 'x-request-id'] as const),
] as const;

/** Answer to a command or to the question for its result. */
export const CommandReply = Type.Union([
  Type.Object({
    v: Version,
    id: RequestId,
    status: Type.Integer({ minimum: 100, maximum: 599, description: 'Status of the station’s answer.' }),
    body: Type.Optional(Type.Unknown({ description: 'Its body, JSON.' })),
    headers: Type.Optional(
      Type.Record(
        Type.String({ pattern: `^(?:${REPLY_HEADERS.join('|')})$` }),
        Type.String({ maxLength: 200, pattern: '^[ -~]*$' }),
        { description: `Its headers that a client needs: ${REPLY_HEADERS.join(', ')}.` },
      ),
    ),
  }),
  Type.Object({
    v: Version,
    id: Type.Optional(RequestId),
    error: OneOf(COMMAND_ERRORS, 'Why it was not carried out.'),
    message: Type.String({ maxLength: 500, description: 'Field, limit, value.' }),
    boot: Type.Optional(Boot),
    ageMs: Type.Optional(Type.Integer({ minimum: 0, description: 'Time since the beat that the command names.' })),
  }),
]);
export type CommandReply = Static<typeof CommandReply>;

/** The request `result`: what became of a command, and the start of the service and the beat that it names. */
export const ResultRequest = Type.Object({
  v: Version,
  id: RequestId,
  boot: Type.Optional(Boot),
  beat: Type.Optional(boundOrder.beat),
});
export type ResultRequest = Static<typeof ResultRequest>;

/**
 * Headers of the chunks of a proxied answer, all published to the reply subject of its request. The first has status and
 * headers of the answer; where it is not the last it names the flow, whose subject takes credit (a decimal number of
 * further chunks, or `FLOW_END` when the reader has gone); the last has `end`. A failure of the way is a chunk with
 * `error` and a `CommandReply` as body.
 */
export const CHUNK_HEADERS = {
  seq: 'Ks-Seq',
  status: 'Ks-Status',
  headers: 'Ks-Headers',
  flow: 'Ks-Flow',
  end: 'Ks-End',
  error: 'Ks-Error',
  /** `StationSession` of the answer, JSON, in the first chunk. */
  session: 'Ks-Session',
} as const;

/** The session at the station in which it has answered: handoff and audit log show it. */
export const StationSession = Type.Object({
  id: Type.String({ maxLength: 64, description: 'Id of the session.' }),
  plugin_id: Type.String({ maxLength: 64, description: 'Client of the station that it belongs to.' }),
  plugin_name: Type.String({ maxLength: 200, description: 'Name of that client.' }),
  scopes: Type.Array(Type.Enum(HUB_SCOPES), { description: 'Its scopes: within the limit of the station.' }),
});
export type StationSession = Static<typeof StationSession>;

/** Instead of credit: the reader has gone, and the station stops. */
export const FLOW_END = 'end';
