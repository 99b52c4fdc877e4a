/** Data signed by a browser, and data of an authenticator (W3C Web Authentication Level 3, sections 5.8.1 and 6.1). */

/** `clientDataJSON`. */
interface ClientData {
  readonly type: string;
  readonly challenge: string;
  readonly origin: string;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Undefined for what is not one, and for one of a page in a frame of another origin. */
export function readClientData(bytes: Uint8Array): ClientData | undefined {
  try {
    const { challenge, crossOrigin, origin, type } = JSON.parse(decoder.decode(bytes)) as Record<string, unknown>;
    if (typeof type !== 'string' || typeof challenge !== 'string' || typeof origin !== 'string') return undefined;
    return crossOrigin === true ? undefined : { type, challenge, origin };
  } catch {
    return undefined;
  }
}

/** `authenticatorData`. */
interface AuthenticatorData {
  /** SHA-256 of the host name. */
  readonly rpIdHash: Uint8Array;
  /** A person was there, and was recognised by the authenticator: PIN, finger, face. */
  readonly isUserVerified: boolean;
  readonly counter: number;
  /** Present only for a new credential. */
  readonly credentialId: Uint8Array | undefined;
}

const HASH_BYTES = 32;
const HEAD_BYTES = HASH_BYTES + 1 + 4;
const AAGUID_BYTES = 16;
/** User present and user verified. */
const VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

/** Undefined for what is too short. */
export function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData | undefined {
  if (bytes.length < HEAD_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const flags = view.getUint8(HASH_BYTES);
  const hasCredential = (flags & HAS_CREDENTIAL) !== 0;
  const credentialId = hasCredential ? credentialIdIn(bytes, view) : undefined;
  if (hasCredential && credentialId === undefined) return undefined;
  return {
    rpIdHash: bytes.subarray(0, HASH_BYTES),
    isUserVerified: (flags & VERIFIED) === VERIFIED,
    counter: view.getUint32(HASH_BYTES + 1),
    credentialId,
  };
}

/** After the AAGUID its length, then the id; the public key after it comes from the browser in a form of its own. */
function credentialIdIn(bytes: Uint8Array, view: DataView): Uint8Array | undefined {
  const start = HEAD_BYTES + AAGUID_BYTES + 2;
  if (bytes.length < start) return undefined;
  const end = start + view.getUint16(start - 2);
  return bytes.length < end ? undefined : bytes.subarray(start, end);
}
