import { OneOf } from '@kitestring/station-contract/schema.ts';
import Type, { type Static } from 'typebox';
import { HubKeys } from './hub-key.ts';
import { Inventory } from './inventory.ts';
import { Base64Url, Sid, StationKey, UnixMs, Version } from './tokens.ts';

/** Paths of the hub, below its URL. All are POST with JSON. */
export const ENROLMENT_PATHS = {
  enrol: '/enrol/v1',
  challenge: '/enrol/v1/challenge',
  renew: '/enrol/v1/renew',
} as const;

/** Code of an enrolment: 128 random bits as 26 characters of base32, used once. */
export const EnrolmentCode = Type.String({
  pattern: '^[a-z2-7]{26}$',
  description: 'One-time code, created by an administrator of the hub.',
});

const Signature = (description: string) => Base64Url(64, description);
const Nonce = Type.String({ pattern: '^[A-Za-z0-9_-]{16,128}$', description: 'Random text, used once.' });

const UserJwt = Type.String({
  maxLength: 8192,
  pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$',
  description: 'User JWT of NATS.',
});

/** Body of `enrol`. The key pair is generated on the station, and the private key never leaves it. */
export const EnrolRequest = Type.Object({
  v: Version,
  code: EnrolmentCode,
  key: StationKey,
  nonce: Nonce,
  inventory: Inventory,
  /** Credentials that this hub has issued for this key before: with them the station keeps its identity, also if the hub has lost it. */
  member: Type.Optional(UserJwt),
  sig: Signature('Signature of `key` over `enrolmentText`.'),
});
export type EnrolRequest = Static<typeof EnrolRequest>;

/** Credentials of a station, and the addresses of its broker. */
export const Credentials = Type.Object({
  v: Version,
  sid: Sid,
  jwt: UserJwt,
  issued: UnixMs('When it was issued, time of the hub.'),
  expires: UnixMs('When it expires, time of the hub.'),
  servers: Type.Array(Type.String({ pattern: '^wss?://[^\\s]{1,500}$', description: 'Address of the broker.' }), {
    minItems: 1,
    maxItems: 16,
    description: 'The broker’s nodes, WebSocket.',
  }),
  ca: Type.Optional(
    Type.String({ maxLength: 65_536, description: 'Certificates (PEM) to trust instead of the public ones.' }),
  ),
  hubKeys: HubKeys,
});
export type Credentials = Static<typeof Credentials>;

/** Body of `challenge`. */
export const ChallengeRequest = Type.Object({ v: Version, sid: Sid });
export type ChallengeRequest = Static<typeof ChallengeRequest>;
export const Challenge = Type.Object({ v: Version, nonce: Nonce });
export type Challenge = Static<typeof Challenge>;

/**
 * Body of `renew` over HTTPS, with the nonce of a challenge. Also the request `renew` over the broker, whose connection
 * has authenticated `key`, with a nonce chosen by the station.
 */
export const RenewRequest = Type.Object({
  v: Version,
  sid: Sid,
  key: StationKey,
  newKey: Type.Optional(StationKey),
  nonce: Nonce,
  sig: Signature('Signature of `key` over `renewalText`.'),
  newSig: Type.Optional(Signature('Signature of `newKey` over the same text.')),
});
export type RenewRequest = Static<typeof RenewRequest>;

/** Refusal of any of these requests, also of `renew` over the broker. */
export const EnrolmentRefusal = Type.Object({
  v: Version,
  error: OneOf(
    ['MALFORMED', 'CODE_NOT_VALID', 'BAD_SIGNATURE', 'STATION_REVOKED', 'UNKNOWN_STATION', 'TOO_MANY_ATTEMPTS'],
    'Why.',
  ),
  message: Type.String({ maxLength: 500, description: 'The reason, and what to do.' }),
});
export type EnrolmentRefusal = Static<typeof EnrolmentRefusal>;
