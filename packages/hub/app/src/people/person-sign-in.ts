import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { HubDeps } from '../hub-deps.ts';
import type { SignedInPerson } from './hub-session-store.ts';
import type { OidcIdentity, OidcProvider } from './oidc-provider.ts';
import type { Persons } from './persons.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const key = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'kitestring sign-in', 32));

/** Encrypts a text with the secret of a cookie, which is not stored anywhere. */
function seal(secret: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key(secret), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Undefined when it was not encrypted with this secret. */
function unseal(secret: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv(CIPHER, key(secret), bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

interface PersonSignInDeps extends Pick<HubDeps, 'nowMs' | 'log'> {
  readonly provider: OidcProvider | undefined;
  readonly persons: Pick<Persons, 'get' | 'seen'>;
}

/** Creates persons from data of the provider, and asks it again later. */
export class PersonSignIn {
  readonly #deps: PersonSignInDeps;

  constructor(deps: PersonSignInDeps) {
    this.#deps = deps;
  }

  async seen(identity: OidcIdentity): Promise<Pick<SignedInPerson, 'id' | 'name'>> {
    const { nowMs, persons } = this.#deps;
    return { id: await persons.seen(identity, nowMs()), name: identity.name };
  }

  /** @param secret of the cookie: only it can decrypt the refresh token */
  signedInPerson(
    { id, name }: Pick<SignedInPerson, 'id' | 'name'>,
    identity: OidcIdentity,
    secret: string,
  ): SignedInPerson {
    const { claims, issuer, oidcSid, refreshToken, subject } = identity;
    return {
      id,
      name,
      claims,
      issuer,
      subject,
      askedMs: this.#deps.nowMs(),
      ...(oidcSid !== undefined && { oidcSid }),
      ...(refreshToken !== undefined && { sealed: seal(secret, refreshToken) }),
    };
  }

  /** @returns `ended` when the provider no longer knows the person, undefined when it does not answer */
  async renew(person: SignedInPerson, secret: string): Promise<SignedInPerson | 'ended' | undefined> {
    const { log, persons, provider } = this.#deps;
    const refreshToken = person.sealed === undefined ? undefined : unseal(secret, person.sealed);
    if (provider === undefined || refreshToken === undefined) return undefined;
    const renewed = await provider.refresh(refreshToken, person.subject);
    if (renewed.kind !== 'ok') {
      const isAway = renewed.kind === 'away';
      const text = isAway
        ? 'the sign-in provider is away: sign-ins continue'
        : 'the sign-in provider has ended a sign-in';
      log.warn({ person: person.id, fault: renewed.reason }, text);
      return isAway ? undefined : 'ended';
    }
    // Erased meanwhile: the next sign-in creates another person.
    if ((await persons.get(person.id)) === undefined) return 'ended';
    const { oidcSid } = person;
    return this.signedInPerson(person, { ...(oidcSid !== undefined && { oidcSid }), ...renewed.value }, secret);
  }
}
