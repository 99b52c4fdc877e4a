import type { IncomingMessage } from 'node:http';
import { isScope } from '@kitestring/contract/auth/scope.ts';
import type { Session, TokenGrant } from '@kitestring/contract/auth/session.ts';
import type { TokenRequest } from '@kitestring/contract/auth/token-request.ts';
import { parseTimestamp } from '@kitestring/contract/timestamp.ts';
import { addressGroup, shownAddress } from '@kitestring/media/rtsp/client-address.ts';
import type { Caller } from '@kitestring/station/caller.ts';
import type { Refusal, Result } from '@kitestring/station/refusal.ts';
import type { FastifyRequest } from 'fastify';
import { basicPassword } from '../../http/authorization.ts';
import { retryAfter } from '../../http/gate.ts';
import type { Failure, Outcome } from '../../http/route.ts';
import type { KeyVerdict } from '../../limits/wrong-keys.ts';
import type { AuthRouteParts } from './auth-routes.ts';

/** What the schema promises to be there may have come as HTTP Basic password in place of it. */
type Body = Partial<TokenRequest>;

/** The one grant there is (RFC 6749 section 4.4). */
const GRANT = 'client_credentials';

/** A token for a key that came in the body or as HTTP Basic password. */
export async function answerTokenRequest(parts: AuthRouteParts, body: Body, request: FastifyRequest): Promise<Outcome> {
  const { clientAddress: from, raw: http } = request;
  const { grant_type = GRANT, scope, token_name: name } = body;
  if (grant_type !== GRANT) {
    const message = `grant_type must be ${GRANT}, got "${grant_type.slice(0, 40)}"`;
    return { refusal: { code: 'UNSUPPORTED_GRANT_TYPE', message } };
  }
  const methods = Number(body.client_secret !== undefined) + Number(basicPassword(http.headers) !== undefined);
  if (methods > 1) return TWO_METHODS;
  const key = keyOf(body, http);
  if (key === undefined) return NO_KEY;
  const { auth, wrongKeys } = parts;
  const judged = await wrongKeys.inTurn(addressGroup(from), async () => {
    const result = await auth.requestToken({
      key,
      lane: wrongKeys.laneOf(from),
      ...(scope !== undefined && { scope }),
      ...(name !== undefined && { name }),
      ...(from !== undefined && { address: shownAddress(from) }),
    });
    return [verdictOf(result), result];
  });
  if (judged.kind === 'later') return retryAfter('TOO_MANY_WRONG_KEYS', 'too many wrong keys', judged.waitS);
  const result = judged.value;
  if (!result.ok) return refused(result.refusal);
  parts.usedKeys.set(result.value.plugin_id, key);
  // From here on the request has a caller: the audit log names the session that it opened.
  request.caller = callerOf(result.value);
  return { status: 200, body: grantOf(result.value, parts.stationSpeed()) };
}

function callerOf({ id, plugin_id, plugin_name = '', scopes }: Session): Caller {
  return { sessionId: id, pluginId: plugin_id, pluginName: plugin_name, scopes: scopes.filter(isScope) };
}

function verdictOf(result: Result<unknown>): KeyVerdict {
  if (result.ok) return 'right';
  return result.refusal.code === 'INVALID_API_KEY' ? 'wrong' : 'neither';
}

function keyOf({ client_secret }: Body, { headers }: IncomingMessage): string | undefined {
  const basic = basicPassword(headers);
  const key = basic === undefined || basic === 'malformed' ? client_secret : basic.password;
  return key === '' ? undefined : key;
}

function refused(refusal: Refusal): Failure {
  return refusal.code === 'INVALID_API_KEY' ? { refusal, headers: CHALLENGE } : { refusal };
}

/** RFC 9110 section 15.5.2: every 401 says how to do it. */
const CHALLENGE = ['WWW-Authenticate', 'Basic realm="kitestring", charset="UTF-8"'];

const NO_KEY: Failure = {
  refusal: {
    code: 'MISSING_API_KEY',
    message: 'the request carries no API key; send it as client_secret or as password of HTTP Basic',
  },
  headers: CHALLENGE,
};

/** RFC 6749 section 2.3: a client must not use more than one method of authentication in a request. */
const TWO_METHODS: Failure = {
  refusal: {
    code: 'INVALID_REQUEST',
    message: 'the API key must come once, as client_secret or as password of HTTP Basic, got both',
  },
};

/** A session with what RFC 6749 section 5.1 adds. A client counts `expires_in` in real seconds, whatever the simulation does. */
function grantOf(session: Session, stationSpeed: number): TokenGrant {
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
