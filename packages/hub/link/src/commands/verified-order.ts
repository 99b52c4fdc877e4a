import { verify } from 'node:crypto';
import type { HubKey } from '@kitestring/hub-contract/hub-key.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { publicKey } from '../identity/accepted-keys.ts';

const PART = /^[A-Za-z0-9_-]+$/;

interface Header {
  readonly alg?: unknown;
  readonly kid?: unknown;
  readonly typ?: unknown;
}

/**
 * Payload of a compact JWS (RFC 7515) of this type, signed by one of these keys; undefined for anything else. Only
 * verified bytes are returned and used.
 */
export function verifiedOrder(
  bytes: Uint8Array,
  type: string,
  keys: readonly HubKey[],
  bytesMax: number = LIMITS.commandBytes,
): Uint8Array | undefined {
  if (bytes.length > bytesMax) return undefined;
  const parts = Buffer.from(bytes).toString('latin1').split('.');
  const [header = '', payload = '', signature = ''] = parts;
  if (parts.length !== 3 || !parts.every((part) => PART.test(part))) return undefined;
  const { alg, kid, typ } = parseHeader(header);
  const key = keys.find((one) => one.kid === kid);
  if (alg !== 'EdDSA' || typ !== type || key === undefined) return undefined;
  const text = Buffer.from(`${header}.${payload}`);
  const isSigned = verify(null, text, publicKey(key), Buffer.from(signature, 'base64url'));
  return isSigned ? Buffer.from(payload, 'base64url') : undefined;
}

function parseHeader(text: string): Header {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
