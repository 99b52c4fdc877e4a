import { generateKeyPairSync, sign } from 'node:crypto';
import type { HubKey } from '@kitestring/hub-contract/hub-key.ts';

/** A key of a hub that signs commands and reads. */
export class CommandKey {
  readonly #key = generateKeyPairSync('ed25519');
  readonly kid: string;

  constructor(kid = 'test') {
    this.kid = kid;
  }

  /** The key that stations pin. */
  get pinned(): HubKey {
    return { kid: this.kid, x: String(this.#key.publicKey.export({ format: 'jwk' }).x) };
  }

  /** A compact JWS. */
  order(typ: string, payload: object, header: object = {}): Buffer {
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${encoded({ alg: 'EdDSA', kid: this.kid, typ, ...header })}.${encoded(payload)}`;
    return Buffer.from(`${text}.${sign(null, Buffer.from(text), this.#key.privateKey).toString('base64url')}`);
  }
}
