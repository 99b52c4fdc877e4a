import Type from 'typebox';
import { HASHED_WITHIN_S } from '../auth/hashed-within.ts';
import { operation } from '../operation.ts';
import { Text } from '../schema.ts';
import { AccountGrant } from './account.ts';
import { ACCOUNT_GRANT_EXAMPLE, OWN } from './account-operations.ts';
import {
  NewPasskey,
  PASSKEYS_MAX,
  Passkey,
  PasskeyChallenge,
  PasskeyList,
  PasskeyOffer,
  PasskeyPreparation,
  PasskeySignIn,
  PasskeySignInAccepted,
} from './passkey.ts';
import { STATION_BASE } from './paths.ts';

const DOOR = { base: STATION_BASE, access: 'key' } as const;

const ID = 'mL9zvq2uVx0FZ0t8cXw7lQ';
const CHALLENGE = '3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A';
const SIGNED = {
  id: ID,
  client_data: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  authenticator_data: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
};
const PASSKEY = { id: ID, name: 'Key ring', created_at: '2026-03-01T09:30:00.250000+00:00' };

export const beginPasskeySignIn = operation({
  ...DOOR,
  id: 'station.sign_in.passkey.begin',
  method: 'POST',
  path: '/sign-in/passkey/challenge',
  summary: 'Start a sign-in with a passkey',
  description:
    'The same for every account: the browser offers its passkeys for this host name. Passkeys need HTTPS, or `localhost`, and a host name instead of an IP address. A request that is not from a page of the station is refused.',
  replies: { 200: PasskeyChallenge },
  errors: ['INVALID_SIGN_IN', 'PASSKEYS_UNAVAILABLE', 'FOREIGN_PAGE'],
  replyExample: { challenge: CHALLENGE, rp_id: 'station.example' },
});

export const signInWithPasskey = operation({
  ...DOOR,
  id: 'station.sign_in.passkey',
  method: 'POST',
  path: '/sign-in/passkey',
  summary: 'Get a token for a passkey',
  description:
    'Checks the signature of the browser’s passkey over the challenge, the origin and the host name (WebAuthn, ES256, EdDSA and RS256), and that its user was verified. The token is that of the sign-in with a password.',
  body: PasskeySignIn,
  isBodyOptional: true,
  accepts: PasskeySignInAccepted,
  replies: { 200: AccountGrant },
  errors: [
    'INVALID_SIGN_IN',
    'ACCOUNT_DISABLED',
    'PASSKEYS_UNAVAILABLE',
    'FOREIGN_PAGE',
    'TOO_MANY_WRONG_KEYS',
    'STATION_BUSY',
  ],
  examples: [{ summary: 'As sent by the console', value: { ...SIGNED, signature: 'MEUCIQDTGVxhrXj5iGkR7S0F4n3zLw' } }],
  replyExample: ACCOUNT_GRANT_EXAMPLE,
});

export const listOwnPasskeys = operation({
  ...OWN,
  id: 'station.account.passkeys',
  path: '/account/passkeys',
  summary: 'Own passkeys',
  description: 'Passkeys of this account.',
  replies: { 200: PasskeyList },
  errors: ['NO_ACCOUNT'],
  replyExample: { passkeys: [PASSKEY] },
});

export const beginPasskey = operation({
  ...OWN,
  id: 'station.account.passkeys.begin',
  method: 'POST',
  path: '/account/passkeys/offer',
  answersWithinS: HASHED_WITHIN_S,
  summary: 'Start to add a passkey',
  description: 'Needs the password, if one is set: an unattended page must not suffice.',
  body: PasskeyPreparation,
  replies: { 200: PasskeyOffer },
  errors: [
    'NO_ACCOUNT',
    'WRONG_PASSWORD',
    'PASSKEYS_UNAVAILABLE',
    'PASSKEY_REFUSED',
    'TOO_MANY_WRONG_KEYS',
    'STATION_BUSY',
  ],
  examples: [{ summary: 'With the password', value: { current: 'wind over the old harbour' } }],
  replyExample: { challenge: CHALLENGE, rp_id: 'station.example', user_id: 'YTZjMWYwZDQ', existing: [] },
});

export const addPasskey = operation({
  ...OWN,
  id: 'station.account.passkeys.add',
  method: 'POST',
  path: '/account/passkeys',
  summary: 'Add a passkey',
  description: `Stores the public key of a passkey created by the browser. No attestation is requested. At most ${PASSKEYS_MAX} per account.`,
  body: NewPasskey,
  replies: { 201: Passkey },
  errors: ['NO_ACCOUNT', 'PASSKEYS_UNAVAILABLE', 'PASSKEY_REFUSED', 'STORE_UNUSABLE'],
  examples: [
    {
      summary: 'As sent by the console',
      value: { ...SIGNED, name: 'Key ring', public_key: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE' },
    },
  ],
  replyExample: PASSKEY,
});

export const removePasskey = operation({
  ...OWN,
  id: 'station.account.passkeys.remove',
  method: 'DELETE',
  path: '/account/passkeys/{id}',
  summary: 'Remove a passkey',
  description:
    'It can no longer sign in; sessions continue. The last passkey may be removed even without a password: an administrator can set one.',
  params: Type.Object({ id: Text('Id of the passkey.', ID) }),
  errors: ['NO_ACCOUNT', 'PASSKEY_NOT_FOUND', 'STORE_UNUSABLE'],
});
