import Type, { type Static } from 'typebox';
import { named, Text, Timestamp } from '../schema.ts';

/** Maximum number of passkeys of one account. */
export const PASSKEYS_MAX = 10;

/** Above the length of any authenticator's answer. */
const BASE64URL_MAX = 4096;
const base64url = (description: string, example: string) =>
  Text(`${description}, base64url.`, example, { maxLength: BASE64URL_MAX, pattern: '^[A-Za-z0-9_-]+$' });

const id = base64url('Id of the credential', 'mL9zvq2uVx0FZ0t8cXw7lQ');
const challenge = base64url(
  'Challenge to sign once within five minutes',
  '3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A',
);
const rpId = Text('Host name of the station in the address of the page (relying party id).', 'station.example');
const clientData = base64url('`clientDataJSON` of the browser', 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0');
const authenticatorData = base64url('`authenticatorData`', 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ');
const name = Text('Name for its owner: 1 to 100 characters.', 'Key ring');

export const Passkey = named('Passkey', 'A passkey of an account, without secrets.', {
  id,
  name,
  created_at: Timestamp('When it was added.'),
  last_used_at: Type.Optional(Timestamp('When it was last used to sign in. Absent if never.')),
});
export type Passkey = Static<typeof Passkey>;

export const PasskeyList = named('PasskeyList', 'The passkeys of an account, the oldest first.', {
  passkeys: Type.Array(Passkey, { maxItems: PASSKEYS_MAX, description: 'Each of them once' }),
});

export const PasskeyChallenge = named('PasskeyChallenge', 'Request options for a browser (WebAuthn).', {
  challenge,
  rp_id: rpId,
});
export type PasskeyChallenge = Static<typeof PasskeyChallenge>;

export const PasskeySignIn = named('PasskeySignIn', 'A signature by a passkey (WebAuthn assertion).', {
  id,
  client_data: clientData,
  authenticator_data: authenticatorData,
  signature: base64url('`signature`', 'MEUCIQDTGVxhrXj5iGkR7S0F4n3zLw'),
});
export type PasskeySignIn = Static<typeof PasskeySignIn>;

/** The accepted form: a missing field counts as wrong. */
export const PasskeySignInAccepted = Type.Partial(PasskeySignIn);

export const PasskeyPreparation = named('PasskeyPreparation', 'Confirmation by the owner of the account.', {
  current: Type.Optional(Text('The password, if one is set.', 'wind over the old harbour', { maxLength: 1000 })),
});
export type PasskeyPreparation = Static<typeof PasskeyPreparation>;

export const PasskeyOffer = named('PasskeyOffer', 'Creation options for a browser (WebAuthn).', {
  challenge,
  rp_id: rpId,
  user_id: base64url('Id of the account for the authenticator', 'YTZjMWYwZDQ'),
  existing: Type.Array(id, { description: 'Existing passkeys of the account' }),
});
export type PasskeyOffer = Static<typeof PasskeyOffer>;

export const NewPasskey = named('NewPasskey', 'A passkey created by a browser (WebAuthn attestation).', {
  id,
  name,
  client_data: clientData,
  authenticator_data: authenticatorData,
  public_key: base64url('`getPublicKey()`: SubjectPublicKeyInfo', 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE'),
});
export type NewPasskey = Static<typeof NewPasskey>;
