import { TRACEPARENT_PATTERN } from '@kitestring/base/trace-context.ts';
import { OneOf, Text } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { LIMITS } from './limits.ts';
import { Person } from './person.ts';
import { Boot, RequestId, Sid, Version } from './tokens.ts';

/** Scopes of a token that people can get through a hub: administration and simulator controls stay at the station. */
export const HUB_SCOPES = ['read', 'control', 'can_override'] as const;
export type HubScope = (typeof HUB_SCOPES)[number];

/** Fields of every order of the hub: its station, its deadline, and the person who gave it. */
export const boundOrder = {
  v: Version,
  id: RequestId,
  sid: Sid,
  boot: Boot,
  beat: Type.Integer({ minimum: 1, description: 'Number of the newest beat that the hub has received.' }),
  maxAgeMs: Type.Integer({
    minimum: 1,
    maximum: LIMITS.commandAgeMsMax,
    description: 'Maximum age: the station refuses the command when it sent that beat longer ago.',
  }),
  person: Person,
  scopes: Type.Array(Type.Enum(HUB_SCOPES), {
    maxItems: HUB_SCOPES.length,
    description: 'Highest scope of the person.',
  }),
  trace: Type.Optional(
    Type.String({
      pattern: TRACEPARENT_PATTERN,
      description: 'Header `traceparent` of the request at the hub (W3C Trace Context).',
    }),
  ),
  via: Type.String({
    maxLength: 100,
    description: 'How the person uses the hub: its page, or the name of an API key.',
  }),
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

/** A proxied read of the published API, signed like a command with `READ_TYPE` as `typ`. The answer is sent in chunks. */
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

/** Why a station did not call its API. */
export const COMMAND_ERRORS = [
  'MALFORMED_COMMAND',
  'BAD_SIGNATURE',
  'OTHER_STATION',
  'STATION_RESTARTED',
  'COMMAND_TOO_LATE',
  'SCOPE_NOT_GRANTED',
  'OPERATION_NOT_OFFERED',
  'STATION_BUSY',
  /** The station ended during the execution, or has forgotten outcomes of that time: check its state. */
  'OUTCOME_LOST',
  /** A command with this id was never executed. After the maximum age of the command it never will be. */
  'NOT_KNOWN',
  /** Answer to `result`: this service does not use the journal of the start that the command names, so nothing can be concluded. */
  'OTHER_JOURNAL',
] as const;
export type CommandError = (typeof COMMAND_ERRORS)[number];

/** Headers of the answer to a command that are forwarded; others concern a single connection. */
export const REPLY_HEADERS = [
  ...(['deprecation', 'kitestring-control-lease', 'retry-after', 'sunset'] as const),
  ...(['www-authenticate', 'x-request-id'] as const),
] as const;

/** Answer to a command or to a `result` request. */
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
        { description: `Headers of the answer for the client: ${REPLY_HEADERS.join(', ')}.` },
      ),
    ),
  }),
  Type.Object({
    v: Version,
    id: Type.Optional(RequestId),
    error: OneOf(COMMAND_ERRORS, 'Why it was not executed.'),
    message: Type.String({ maxLength: 500, description: 'Field, limit, value.' }),
    boot: Type.Optional(Boot),
    ageMs: Type.Optional(Type.Integer({ minimum: 0, description: 'Time since the beat that the command names.' })),
  }),
]);
export type CommandReply = Static<typeof CommandReply>;

/** The request `result` for the outcome of a command, with the start of the service and the beat that it names. */
export const ResultRequest = Type.Object({
  v: Version,
  id: RequestId,
  boot: Type.Optional(Boot),
  beat: Type.Optional(boundOrder.beat),
});
export type ResultRequest = Static<typeof ResultRequest>;

/**
 * Headers of the chunks of a proxied answer, all published to the reply subject of its request. The first chunk has
 * status and headers of the answer. If it is not the last one it names the flow, whose subject receives credit: a
 * decimal number of further chunks, or `FLOW_END` when the reader has disconnected. The last chunk has `end`. A
 * transport failure is a chunk with `error` and a `CommandReply` as body.
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

/** The session at the station that was used for the answer; handoff and audit log show it. */
export const StationSession = Type.Object({
  id: Type.String({ maxLength: 64, description: 'Id of the session.' }),
  plugin_id: Type.String({ maxLength: 64, description: 'Client of the station that it belongs to.' }),
  plugin_name: Type.String({ maxLength: 200, description: 'Name of that client.' }),
  scopes: Type.Array(Type.Enum(HUB_SCOPES), { description: 'Its scopes: within the limit of the station.' }),
});
export type StationSession = Static<typeof StationSession>;

/** Instead of credit: the reader has disconnected, and the station stops. */
export const FLOW_END = 'end';
