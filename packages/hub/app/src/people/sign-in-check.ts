import type { IncomingMessage, RequestListener } from 'node:http';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { type Cors, type Exchange, isForeignPage } from '@kitestring/web/http';
import type { TrustedProxies } from '@kitestring/web/limits';
import type { HubDeps } from '../hub-deps.ts';
import type { ApiKeys } from '../registry/api-keys.ts';
import type { AccessTokens } from './access-tokens.ts';
import { callerOfKey, callerOfLink, callerOfPerson, type HubCaller } from './hub-caller.ts';
import type { HubSessionRecord } from './hub-session-store.ts';
import type { HubSessions } from './hub-sessions.ts';
import type { SessionCookie } from './session-cookie.ts';

interface SignInCheckDeps extends Pick<HubDeps, 'rights' | 'log'> {
  readonly sessions: HubSessions;
  readonly keys: ApiKeys;
  readonly tokens: AccessTokens;
  readonly cookie: SessionCookie;
  readonly cors: Cors;
  readonly proxies: TrustedProxies;
}

/** Identifies the caller of a request: an API key of the hub, or a sign-in by its cookie. */
export class SignInCheck {
  readonly #deps: SignInCheckDeps;

  constructor(deps: SignInCheckDeps) {
    this.#deps = deps;
  }

  /** The same listener, called after the cookie of a request has been looked up. */
  before(listener: RequestListener): RequestListener {
    const { cookie, log, sessions, tokens } = this.#deps;
    return (request, response) => {
      const recognised = sessions.recognise(request, cookie) ?? tokens.recognise(request);
      if (recognised === undefined) listener(request, response);
      // Without a result the request counts as one without a valid token.
      else
        void recognised
          .catch((err) => log.warn({ err }, 'a sign-in could not be looked up'))
          .then(() => listener(request, response));
    };
  }

  ofToken(secret: string): Result<HubCaller> {
    const { keys, rights, tokens } = this.#deps;
    const key = keys.find(secret);
    if (key !== undefined) return ok(callerOfKey(key, rights, keys));
    const token = tokens.of(secret);
    if (token === undefined) {
      const why = tokens.whyUnchecked(secret);
      return why === undefined ? refuse('INVALID_TOKEN.unknown') : { ok: false, refusal: why };
    }
    const { identity, personId: id } = token;
    const { claims, name } = identity;
    // A WebSocket that is still open when the token ends has no rights.
    return ok(callerOfPerson({ id, name }, rights, () => (tokens.of(secret) === undefined ? [] : claims)));
  }

  /** The caller of the cookie; undefined for a request without one. */
  ofCookie({ request }: Exchange): Result<HubCaller> | undefined {
    const recognised = this.#deps.sessions.of(request);
    if (recognised === undefined) return undefined;
    if (recognised.kind === 'unavailable') return refuse('STORE_UNUSABLE.unwritable');
    const caller = recognised.kind === 'session' ? this.ofSession(recognised) : undefined;
    if (caller === undefined) return refuse('INVALID_TOKEN.sessionEnded');
    if (this.#isForged(request)) {
      return refuse('FOREIGN_PAGE.cookie', { origin: request.headers.origin ?? 'none' });
    }
    return ok(caller);
  }

  /** The caller of a sign-in; undefined when its API key is gone. */
  ofSession({
    key: recordKey,
    record,
  }: {
    readonly key: string;
    readonly record: HubSessionRecord;
  }): HubCaller | undefined {
    const { keys, rights, sessions } = this.#deps;
    const { id: sessionId, isLink, keyId = '', openedMs, person } = record;
    const key = keys.get(keyId);
    const claimsNow = () => sessions.current(recordKey)?.person?.claims ?? [];
    const caller =
      (person && callerOfPerson(person, rights, claimsNow)) ??
      (isLink && callerOfLink()) ??
      (key && callerOfKey(key, rights, keys));
    if (caller === undefined) return undefined;
    // A WebSocket opened with it at the moment of its end has no rights.
    const rightsNow = () => (sessions.current(recordKey) === undefined ? [] : caller.rightsNow());
    return { ...caller, rightsNow, sessionId, signedIn: { recordKey, openedMs } };
  }

  /** Browsers send the origin of a change or a WebSocket; a request without it is refused, too. */
  #isForged(request: IncomingMessage): boolean {
    const { cors, proxies } = this.#deps;
    const { origin, 'sec-fetch-site': site, upgrade } = request.headers;
    if ((request.method === 'GET' || request.method === 'HEAD') && upgrade === undefined) return false;
    return (origin === undefined && site === undefined) || isForeignPage(request, cors, proxies);
  }
}
