import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** Algorithms that authenticators have: ES256, EdDSA, and RS256 of older TPMs. */
const RSA_BITS_MIN = 2048;

/** A public key that a passkey may have; undefined for anything else. @param spki SubjectPublicKeyInfo */
function passkeyKeyOf(spki: Uint8Array): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
    const { asymmetricKeyDetails: details, asymmetricKeyType: type } = key;
    const isKnown =
      type === 'ed25519' ||
      (type === 'ec' && details?.namedCurve === 'prime256v1') ||
      (type === 'rsa' && (details?.modulusLength ?? 0) >= RSA_BITS_MIN);
    return isKnown ? key : undefined;
  } catch {
    return undefined;
  }
}

export const isPasskeyKey = (spki: Uint8Array): boolean => passkeyKeyOf(spki) !== undefined;

/** Whether the signature over `data` was made with the private half of the key. */
export function isSigned(spki: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean {
  const key = passkeyKeyOf(spki);
  if (key === undefined) return false;
  try {
    return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', data, key, signature);
  } catch {
    return false;
  }
}
