import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { AccountGrant, SignedInAccount } from '@kitestring/station-contract/station/account.ts';

/** Why this page has no passkeys: browsers offer them only with encryption and for host names. */
type NoPasskeys = 'unencrypted' | 'address' | 'unsupported';

export function whyNoPasskeys(): NoPasskeys | undefined {
  if (!isSecureContext) return 'unencrypted';
  if (/^[\d.]+$|^\[/.test(location.hostname)) return 'address';
  return 'PublicKeyCredential' in window ? undefined : 'unsupported';
}

/** ES256, EdDSA, RS256, as accepted by the station. */
const ALGORITHMS = [-7, -8, -257] as const;

/** Asks for a passkey in the browser. @throws ApiError, ConnectionError, DOMException when it is cancelled */
export async function signInWithPasskey(): Promise<AccountGrant> {
  const { station } = new KitestringClient({ url: location.origin });
  const { challenge, rp_id: rpId } = await station.beginPasskeySignIn();
  const publicKey = { challenge: bytes(challenge), rpId, userVerification: 'required' } as const;
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const { authenticatorData, clientDataJSON, signature } = credential.response as AuthenticatorAssertionResponse;
  return station.signInWithPasskey({
    id: credential.id,
    client_data: base64url(clientDataJSON),
    authenticator_data: base64url(authenticatorData),
    signature: base64url(signature),
  });
}

interface PasskeyRequest {
  readonly account: SignedInAccount;
  readonly stationName: string;
  readonly name: string;
  readonly password: string;
}

/** Creates a passkey in the browser. @throws ApiError, ConnectionError, DOMException when it is cancelled */
export async function addPasskey(
  { station }: KitestringClient,
  { account, name, password, stationName }: PasskeyRequest,
): Promise<void> {
  const offer = await station.beginPasskey({ current: password });
  const credential = (await navigator.credentials.create({
    publicKey: {
      challenge: bytes(offer.challenge),
      rp: { id: offer.rp_id, name: stationName },
      user: { id: bytes(offer.user_id), name: account.login, displayName: account.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: offer.existing.map((id) => ({ type: 'public-key', id: bytes(id) })),
      attestation: 'none',
    },
  })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAttestationResponse;
  await station.addPasskey({
    id: credential.id,
    name,
    client_data: base64url(response.clientDataJSON),
    authenticator_data: base64url(response.getAuthenticatorData()),
    public_key: base64url(response.getPublicKey() ?? new ArrayBuffer()),
  });
}

/** The browser's dialog was closed or timed out. */
export const isCalledOff = (error: unknown): boolean => error instanceof DOMException;

/** Base64url, as used by the API. */
const base64url = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
