import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { HubKey } from '@kitestring/hub-contract/hub-key.ts';
import { hubKeyText } from '@kitestring/hub-contract/signed-texts.ts';

/** @throws Error when `x` is no key */
export const publicKey = ({ x }: Pick<HubKey, 'x'>): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

/**
 * Keys for commands after the hub has offered these: pinned ones that it still names, and new ones signed by a pinned
 * one. Undefined when nothing changes or no key would be left. So a compromised broker cannot insert its own key.
 */
export function acceptedKeys(pinned: readonly HubKey[], offered: readonly HubKey[]): HubKey[] | undefined {
  const accepted = offered.filter(
    (key) => pinned.some(({ kid, x }) => kid === key.kid && x === key.x) || isVouched(pinned, key),
  );
  const isSame =
    accepted.length === pinned.length && accepted.every(({ kid }) => pinned.some((one) => one.kid === kid));
  return accepted.length === 0 || isSame ? undefined : accepted.map(({ kid, x }) => ({ kid, x }));
}

function isVouched(pinned: readonly HubKey[], { by, kid, sig, x }: HubKey): boolean {
  const signer = pinned.find((key) => key.kid === by);
  // A pinned name keeps its key.
  if (signer === undefined || sig === undefined || pinned.some((key) => key.kid === kid)) return false;
  return verify(null, Buffer.from(hubKeyText(kid, x)), publicKey(signer), Buffer.from(sig, 'base64url'));
}
