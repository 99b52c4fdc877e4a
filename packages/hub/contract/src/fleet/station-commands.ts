import { type Operation, operation } from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { named, OneOf, Timestamp } from '@kitestring/station-contract/schema.ts';
import { STATION_OPERATIONS } from '@kitestring/station-contract/station/operations.ts';
import Type, { type Static } from 'typebox';
import { HUB_SCOPES } from '../command.ts';
import { RequestId, Sid } from '../tokens.ts';
import { FLEET_BASE } from './operations.ts';
import { throughHub } from './through-hub.ts';

/** Header that makes repetitions of a command safe: it is executed once. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** A command of the published API of a station, sent through the hub. */
export interface StationCommand {
  /** Id of the operation at the station. */
  readonly op: string;
  readonly operation: Operation;
}

/** An operation that needs only `read` is not a command: the hub serves subscriptions itself. */
const isOffered = ({ access, method }: Operation): boolean =>
  method !== 'GET' &&
  Array.isArray(access) &&
  access.some((scope) => scope !== 'read') &&
  access.every((scope) => (HUB_SCOPES as readonly string[]).includes(scope));

const HEADERS = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      description: '16 to 64 characters of `[A-Za-z0-9_-]`: equal for repetitions of a command by this caller.',
    }),
  ),
});

const given = (published: Operation): Operation =>
  throughHub(published, {
    more: 'Signed by the hub and bound to the newest beat of the station, which refuses it after 3 s. An answer of the station is forwarded unchanged.',
    headers: HEADERS,
    errors: ['STATION_OFFLINE', 'STATION_NOT_LIVE', 'COMMAND_ID_REUSED', 'OUTCOME_UNKNOWN', 'STORE_UNUSABLE'],
  });

/** Every command that is available through a hub. */
export const STATION_COMMANDS: readonly StationCommand[] = [...OPERATIONS, ...STATION_OPERATIONS]
  .filter(isOffered)
  .map((published) => ({
    op: published.id,
    operation: given(published),
  }));

export const FleetCommand = named('FleetCommand', 'A command that was sent through the hub, and its outcome.', {
  id: RequestId,
  sid: Sid,
  operation: Type.String({ description: 'Id of the operation at the station.' }),
  who: Type.String({ description: 'Name of the API key that sent it.' }),
  asked: Timestamp('Time of the request.'),
  deadline: Timestamp('The station starts it before this time, or never.'),
  state: OneOf(
    ['open', 'answered', 'not_carried_out', 'lost'],
    '`open`: unknown yet. `answered`: the station has answered with `status`. `not_carried_out`: it was not executed and never will be. `lost`: the station ended during the execution, or has another journal than at the time of the command.',
  ),
  status: Type.Optional(Type.Integer({ description: 'Status of the answer of the station.' })),
  body: Type.Optional(Type.Unknown({ description: 'Its body.' })),
  reason: Type.Optional(Type.String({ description: 'Why it was not executed.' })),
});
export type FleetCommand = Static<typeof FleetCommand>;

export const readFleetCommand = operation({
  base: FLEET_BASE,
  id: 'fleet.commands',
  path: '/commands/{id}',
  access: ['read'],
  summary: 'Outcome of a command',
  description:
    'A command of the same API key, by its id (`Location` of the answer) or its `Idempotency-Key`; for an administrator any by its id. The outcome of an open one is determined as soon as the station is online.',
  params: Type.Object({ id: RequestId }),
  replies: { 200: FleetCommand },
  errors: ['NOT_FOUND', 'INVALID_REQUEST', 'STORE_UNUSABLE'],
});
