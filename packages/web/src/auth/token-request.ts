import type { IncomingMessage } from 'node:http';
import { addressGroup, shownAddress } from '@kitestring/base/client-address.ts';
import type { HashLane, KeyVerdict, ThrottleResult } from '@kitestring/base/key-check.ts';
import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import type { AccessTokenRequest } from '@kitestring/station-contract/auth/access-token-request.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { isScope } from '@kitestring/station-contract/auth/scope.ts';
import type { Session, TokenGrant } from '@kitestring/station-contract/auth/session.ts';
import type { TokenRequest } from '@kitestring/station-contract/auth/token-request.ts';
import { type Refusal, type Result, refusal } from '@kitestring/station-contract/refusal.ts';
import { tooManyWrongKeys } from '../http/access-check.ts';
import { basicPassword } from '../http/authorization.ts';
import type { Exchange } from '../http/exchange.ts';
import type { HandlerResult, RefusalAnswer } from '../http/route.ts';

/** Fields that the schema requires may come as HTTP Basic password instead. */
type TokenRequestBody = Partial<TokenRequest>;

/** The only supported grant (RFC 6749 section 4.4). */
const GRANT = 'client_credentials';

/** Slows down guessing of keys, by address. */
interface KeyThrottle {
  /** Judges a key when it is its address's turn. @param address a group of addresses */
  inTurn<T>(address: string, judge: () => Promise<readonly [KeyVerdict, T]>): Promise<ThrottleResult<T>>;
  lane(address: string | undefined): HashLane;
}

export interface TokenRequestDeps {
  readonly auth: { requestToken(request: AccessTokenRequest): Promise<Result<Session>> };
  readonly loginThrottle: KeyThrottle;
  /** Receives the key with which each plugin has signed in. */
  readonly usedKeys: { set(pluginId: string, key: string): void };
  /** Seconds of station time per second of real time. */
  readonly stationSpeed: () => number;
}

/** Issues a token for a key in the body or as HTTP Basic password. */
export async function answerTokenRequest(
  deps: TokenRequestDeps,
  body: TokenRequestBody,
  exchange: Exchange,
): Promise<HandlerResult> {
  const { clientAddress: from, request: http } = exchange;
  const { grant_type = GRANT, scope, token_name: name } = body;
  if (grant_type !== GRANT) return { refusal: refusal('UNSUPPORTED_GRANT_TYPE', { got: grant_type.slice(0, 40) }) };
  const methods = Number(body.client_secret !== undefined) + Number(basicPassword(http.headers) !== undefined);
  if (methods > 1) return TWO_METHODS;
  const key = givenKey(body, http);
  if (key === undefined) return NO_KEY;
  const { auth, loginThrottle } = deps;
  const judged = await loginThrottle.inTurn(addressGroup(from), async () => {
    const result = await auth.requestToken({
      key,
      lane: loginThrottle.lane(from),
      ...(scope !== undefined && { scope }),
      ...(name !== undefined && { name }),
      ...(from !== undefined && { address: shownAddress(from) }),
    });
    return [verdict(result), result];
  });
  if (judged.kind === 'later') return tooManyWrongKeys(judged.waitS);
  const result = judged.value;
  if (!result.ok) return refused(result.refusal);
  deps.usedKeys.set(result.value.plugin_id, key);
  // From here on the request has a caller: the audit log names its new session.
  exchange.caller = callerOf(result.value);
  return { status: 200, body: grantOf(result.value, deps.stationSpeed()) };
}

/** The caller of a session that was just opened. */
export function callerOf({ id, plugin_id, plugin_name = '', scopes }: Session): Caller {
  return { sessionId: id, callerId: plugin_id, callerName: plugin_name, scopes: scopes.filter(isScope) };
}

function verdict(result: Result<unknown>): KeyVerdict {
  if (result.ok) return 'right';
  return result.refusal.code === 'INVALID_API_KEY' ? 'wrong' : 'neither';
}

function givenKey({ client_secret }: TokenRequestBody, { headers }: IncomingMessage): string | undefined {
  const basic = basicPassword(headers);
  const key = basic === undefined || basic === 'malformed' ? client_secret : basic.password;
  return key === '' ? undefined : key;
}

function refused(refusal: Refusal): RefusalAnswer {
  return refusal.code === 'INVALID_API_KEY' ? { refusal, headers: CHALLENGE } : { refusal };
}

/** RFC 9110 section 15.5.2: every 401 carries a challenge. */
const CHALLENGE = ['WWW-Authenticate', 'Basic realm="kitestring", charset="UTF-8"'];

const NO_KEY: RefusalAnswer = {
  refusal: refusal('MISSING_API_KEY'),
  headers: CHALLENGE,
};

/** RFC 6749 section 2.3: a client must not use more than one method of authentication in a request. */
const TWO_METHODS: RefusalAnswer = {
  refusal: refusal('INVALID_REQUEST', {
    fault: 'the API key must come once, as client_secret or as password of HTTP Basic, got both',
  }),
};

/** A session with the fields of RFC 6749 section 5.1. `expires_in` is in real seconds, at any speed of a simulation. */
export function grantOf(session: Session, stationSpeed: number): TokenGrant {
  const createdUs = parseTimestamp(session.created_at);
  const untilUs = session.valid_until === undefined ? undefined : parseTimestamp(session.valid_until);
  const lifeS = createdUs === undefined || untilUs === undefined ? undefined : (untilUs - createdUs) / 1e6;
  return {
    ...session,
    token_type: 'Bearer',
    ...(lifeS !== undefined && { expires_in: Math.floor(lifeS / Math.max(1, stationSpeed)) }),
    scope: session.scopes.join(' '),
  };
}
