import type { Log } from '@kitestring/station/ports/log.ts';
import type { SignedInPerson } from './hub-session-store.ts';
import type { OidcIdentity, OidcProvider } from './oidc-provider.ts';
import type { Persons } from './persons.ts';
import { seal, unseal } from './sealed-text.ts';

interface PersonSignInDeps {
  readonly provider: OidcProvider | undefined;
  readonly persons: Pick<Persons, 'get' | 'seen'>;
  readonly nowMs: () => number;
  readonly log: Log;
}

/** Makes persons of a hub of what the provider tells, and asks it again. */
export class PersonSignIn {
  readonly #deps: PersonSignInDeps;

  constructor(deps: PersonSignInDeps) {
    this.#deps = deps;
  }

  async seen(identity: OidcIdentity): Promise<Pick<SignedInPerson, 'id' | 'name'>> {
    const { nowMs, persons } = this.#deps;
    return { id: await persons.seen(identity, nowMs()), name: identity.name };
  }

  /** @param secret of the cookie: it alone opens the refresh token */
  personOf({ id, name }: Pick<SignedInPerson, 'id' | 'name'>, identity: OidcIdentity, secret: string): SignedInPerson {
    const { claims, issuer, oidcSid, refreshToken, subject } = identity;
    return {
      ...{ id, name, claims, issuer, subject, askedMs: this.#deps.nowMs() },
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
    // Erased meanwhile: the next sign-in is that of another person.
    if ((await persons.get(person.id)) === undefined) return 'ended';
    const { oidcSid } = person;
    return this.personOf(person, { ...(oidcSid !== undefined && { oidcSid }), ...renewed.value }, secret);
  }
}
