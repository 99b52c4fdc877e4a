import { sign } from 'node:crypto';
import type { HubCommandKey } from '../identity/hub-keys.ts';

/** A compact JWS (RFC 7515, EdDSA) of this type, as verified by stations. */
export function signedOrder({ key, kid }: HubCommandKey, typ: string, payload: object): Uint8Array {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encoded({ alg: 'EdDSA', kid, typ })}.${encoded(payload)}`;
  return Buffer.from(`${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`);
}
