import { base64url, bytesOfBase64url } from '@kitestring/base/base64url.ts';
import { BoundedMap } from '@kitestring/base/bounded-map.ts';
import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { quote } from '@kitestring/station-contract/auth/granted-scopes.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { type NewPasskey, PASSKEYS_MAX, type PasskeySignIn } from '@kitestring/station-contract/station/passkey.ts';
import type { AccountRecord, PasskeyRecord } from '../ports/account-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Accounts } from './accounts.ts';
import { readName } from './name.ts';

/** Where the page is, as its browser says: what passkeys are bound to. */
export interface RelyingParty {
  /** Host name without port. */
  readonly id: string;
  /** Scheme, host and port of the page. */
  readonly origin: string;
}

interface PasskeysDeps {
  readonly accounts: Pick<Accounts, 'get' | 'list' | 'noteUse' | 'putOwn'>;
  readonly clock: Pick<Clock, 'nowUs'>;
  /** Time in which a challenge expires. */
  readonly realTimeClock: Pick<Clock, 'nowUs'>;
  readonly secrets: Pick<Secrets, 'newToken' | 'sha256' | 'isPasskeyKey' | 'isSigned'>;
}

/** A person who looks for the key and enters its PIN. */
const CHALLENGE_S = 300;
/** Challenges that have been used and would still be in time; only who has a passkey adds one. */
const USED_MAX = 10_000;
const NONCE_BYTES = 16;
const TIME_BYTES = 8;
const SEAL_BYTES = 24;

const FOR_SIGN_IN = 'sign-in';
/** With its present epoch: an account that was signed out everywhere takes no passkey that was begun before. */
const toAddTo = ({ epoch, id }: AccountRecord): string => `passkey ${id} ${epoch}`;

const REFUSED = refuse('INVALID_SIGN_IN.passkey');
const wrong = (fault: string): Result<never> => refuse('PASSKEY_REFUSED', { fault });

/**
 * Passkeys: WebAuthn without attestation. Invariant: a challenge is good once, for what it was given for, and for the
 * page that asked for it. A challenge that was given is kept by the browser alone, under a seal: however many others are
 * asked for, it stays good.
 */
export class Passkeys {
  readonly #deps: PasskeysDeps;
  readonly #used = new BoundedMap<string, true>(USED_MAX);
  /** Known to this process only: a restart ends all challenges. */
  readonly #sealKey: Uint8Array;

  constructor(deps: PasskeysDeps) {
    this.#deps = deps;
    this.#sealKey = bytesOfText(deps.secrets.newToken());
  }

  /** A challenge for a sign-in. */
  beginSignIn(): string {
    return this.#newChallenge(FOR_SIGN_IN);
  }

  /** The account, enabled or not, whose passkey has signed. INVALID_SIGN_IN. */
  signIn(signed: PasskeySignIn, party: RelyingParty): Result<AccountRecord> {
    const { accounts, clock, secrets } = this.#deps;
    const clientData = decoded(signed.client_data);
    const data = decoded(signed.authenticator_data);
    const challenge = this.#challengeIn(clientData, party, 'webauthn.get', FOR_SIGN_IN);
    if (challenge === undefined) return REFUSED;
    const said = this.#verified(data, party);
    const account = accounts.list().find(({ passkeys }) => passkeys.some(({ id }) => id === signed.id));
    const passkey = account?.passkeys.find(({ id }) => id === signed.id);
    if (said === undefined || account === undefined || passkey === undefined) return REFUSED;
    const whole = concat(data, secrets.sha256(clientData));
    if (!secrets.isSigned(decoded(passkey.publicKey), whole, decoded(signed.signature))) return REFUSED;
    // A counter that does not rise is that of a copy; many authenticators have none, which is 0.
    if (said.counter !== 0 && said.counter <= passkey.counter) return REFUSED;
    this.#used.getOrMake(challenge, () => true);
    const used = { ...passkey, counter: said.counter, lastUsedAtUs: clock.nowUs() };
    const passkeys = account.passkeys.map((one) => (one.id === used.id ? used : one));
    accounts.noteUse({ ...account, passkeys });
    return ok({ ...account, passkeys });
  }

  /** A challenge for a new passkey. PASSKEY_REFUSED. */
  beginPasskey(account: AccountRecord): Result<string> {
    const { length } = account.passkeys;
    if (length >= PASSKEYS_MAX) return wrong(`at most ${PASSKEYS_MAX} passkeys for an account`);
    return ok(this.#newChallenge(toAddTo(account)));
  }

  /** Keeps a new passkey. PASSKEY_REFUSED, INVALID_REQUEST. */
  add(account: AccountRecord, made: NewPasskey, party: RelyingParty): Result<PasskeyRecord> {
    const { accounts, clock, secrets } = this.#deps;
    const name = readName('name', made.name);
    if (!name.ok) return name;
    const challenge = this.#challengeIn(decoded(made.client_data), party, 'webauthn.create', toAddTo(account));
    if (challenge === undefined) return wrong('the challenge is over, or of another page');
    const said = this.#verified(decoded(made.authenticator_data), party);
    if (said?.credentialId === undefined) return wrong('its user was not verified, or it is for another host name');
    if (base64url(said.credentialId) !== made.id) return wrong('its id is not that of the authenticator');
    if (!secrets.isPasskeyKey(decoded(made.public_key))) return wrong('its key must be P-256, Ed25519 or RSA');
    if (accounts.list().some(({ passkeys }) => passkeys.some(({ id }) => id === made.id))) {
      return wrong('it is already registered');
    }
    if (account.passkeys.length >= PASSKEYS_MAX) return wrong(`at most ${PASSKEYS_MAX} passkeys for an account`);
    const passkey: PasskeyRecord = {
      id: made.id,
      name: name.value,
      publicKey: made.public_key,
      counter: said.counter,
      createdAtUs: clock.nowUs(),
    };
    this.#used.getOrMake(challenge, () => true);
    accounts.putOwn({ ...account, passkeys: [...account.passkeys, passkey] });
    return ok(passkey);
  }

  /** PASSKEY_NOT_FOUND. */
  remove(account: AccountRecord, id: string): Result<void> {
    const passkeys = account.passkeys.filter((passkey) => passkey.id !== id);
    if (passkeys.length === account.passkeys.length) return refuse('PASSKEY_NOT_FOUND', { id: quote(id) });
    this.#deps.accounts.putOwn({ ...account, passkeys });
    return accepted;
  }

  /** Nonce and end, and a seal over both and the purpose. */
  #newChallenge(purpose: string): string {
    const { realTimeClock, secrets } = this.#deps;
    const open = new Uint8Array(NONCE_BYTES + TIME_BYTES);
    open.set(secrets.sha256(bytesOfText(secrets.newToken())).subarray(0, NONCE_BYTES));
    new DataView(open.buffer).setFloat64(NONCE_BYTES, realTimeClock.nowUs() + CHALLENGE_S * US_PER_S);
    return base64url(concat(open, this.#seal(open, purpose)));
  }

  /** Twice, as in HMAC: what was hashed cannot be lengthened. */
  #seal(open: Uint8Array, purpose: string): Uint8Array {
    const { sha256 } = this.#deps.secrets;
    const inner = sha256(concat(this.#sealKey, concat(open, bytesOfText(purpose))));
    return sha256(concat(this.#sealKey, inner)).subarray(0, SEAL_BYTES);
  }

  /** The challenge that was signed, if it is one of ours, in time, not used, for this page and this purpose. */
  #challengeIn(clientData: Uint8Array, party: RelyingParty, type: string, purpose: string): string | undefined {
    const data = readClientData(clientData);
    if (data === undefined || data.type !== type || data.origin !== party.origin) return undefined;
    const bytes = decoded(data.challenge);
    const open = bytes.slice(0, NONCE_BYTES + TIME_BYTES);
    if (bytes.length !== NONCE_BYTES + TIME_BYTES + SEAL_BYTES || this.#used.has(base64url(bytes))) return undefined;
    if (base64url(bytes.subarray(open.length)) !== base64url(this.#seal(open, purpose))) return undefined;
    const untilUs = new DataView(open.buffer).getFloat64(NONCE_BYTES);
    return untilUs > this.#deps.realTimeClock.nowUs() ? base64url(bytes) : undefined;
  }

  #verified(data: Uint8Array, { id }: RelyingParty) {
    const said = readAuthenticatorData(data);
    if (said === undefined || !said.isUserVerified) return undefined;
    const expected = this.#deps.secrets.sha256(new TextEncoder().encode(id));
    return base64url(said.rpIdHash) === base64url(expected) ? said : undefined;
  }
}

/** Nothing for what is not base64url, which is then no signature, key or challenge either. */
const decoded = (text: string): Uint8Array => bytesOfBase64url(text) ?? new Uint8Array();

const bytesOfText = (text: string): Uint8Array => new TextEncoder().encode(text);

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}

/** Data signed by a browser, and data of an authenticator (W3C Web Authentication Level 3, sections 5.8.1 and 6.1). */

/** `clientDataJSON`. */
interface ClientData {
  readonly type: string;
  readonly challenge: string;
  readonly origin: string;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Undefined for what is not one, and for one of a page in a frame of another origin. */
function readClientData(bytes: Uint8Array): ClientData | undefined {
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
function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData | undefined {
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
