import Type, { type Static } from 'typebox';
import { Base64Url } from './tokens.ts';

const Kid = (description: string) => Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$', description });

/**
 * Public key with which a hub signs commands (Ed25519). Stations pin the keys of their enrolment. A new key is accepted
 * if a pinned one has signed it; a pinned one is dropped when the hub no longer names it.
 */
export const HubKey = Type.Object({
  kid: Kid('Name of the key.'),
  x: Base64Url(32, 'The public key.'),
  by: Type.Optional(Kid('Name of the key that signed this one.')),
  sig: Type.Optional(Base64Url(64, 'Its signature over `hubKeyText`.')),
});
export type HubKey = Static<typeof HubKey>;
export const HubKeys = Type.Array(HubKey, { minItems: 1, maxItems: 8, description: 'Keys of the hub’s commands.' });
