import type { KeyVerdict, ThrottleResult } from '@kitestring/base/key-check.ts';
import { type Result, refusal } from '@kitestring/station-contract/refusal.ts';
import type { AccountGrant } from '@kitestring/station-contract/station/account.ts';
import { signIn } from '@kitestring/station-contract/station/operations.ts';
import type { LoginThrottle, OpenedAccount, SignInThrottle } from '@kitestring/station-core/auth';
import type { Station } from '@kitestring/station-core/station.ts';
import { callerOf, grantOf } from '@kitestring/web/auth/token-request.ts';
import {
  type Exchange,
  type HandlerResult,
  openRoute,
  type RefusalAnswer,
  type Route,
  tooManyWrongKeys,
} from '@kitestring/web/http';

export interface SignInRouteDeps extends Pick<Station, 'auth'> {
  readonly loginThrottle: LoginThrottle;
  readonly signInThrottle: SignInThrottle;
  /** Seconds of station time per second of real time. */
  readonly stationSpeed: () => number;
}

/** Sign-in of people. */
export const signInRoutes = (deps: SignInRouteDeps): readonly Route[] => [
  openRoute(signIn, ({ body: { login = '', password = '' }, exchange }) =>
    answerSignIn(deps, { login, password }, exchange),
  ),
];

async function answerSignIn(
  { auth, loginThrottle, signInThrottle, stationSpeed }: SignInRouteDeps,
  { login, password }: { readonly login: string; readonly password: string },
  exchange: Exchange,
): Promise<HandlerResult> {
  const { clientAddress } = exchange;
  // It was not an attempt to guess.
  if (login === '' || password === '') return NOTHING_GIVEN;
  // An unknown login may be a password in the wrong field: only existing accounts are named in the log.
  exchange.target = auth.accounts.ofLogin(login)?.id;
  const judged = await signInThrottle.inTurn(clientAddress, login, async () => {
    const result = await auth.signIn({ login, password, lane: loginThrottle.lane(clientAddress) });
    return [verdict(result), result];
  });
  return signInAnswer(judged, exchange, stationSpeed());
}

/** The result of the attempt for the throttle. */
export function verdict(result: Result<OpenedAccount>): KeyVerdict {
  if (result.ok) return 'right';
  return result.refusal.code === 'INVALID_SIGN_IN' ? 'wrong' : 'neither';
}

export function signInAnswer(
  judged: ThrottleResult<Result<OpenedAccount>>,
  exchange: Exchange,
  stationSpeed: number,
): HandlerResult {
  if (judged.kind === 'later') return tooManyWrongKeys(judged.waitS);
  const result = judged.value;
  if (result.ok) return { status: 200, body: openedAnswer(result.value, exchange, stationSpeed) };
  return verdict(result) === 'wrong' ? { refusal: result.refusal, headers: CHALLENGE } : result;
}

/** The grant; its session becomes the caller in the audit log. */
function openedAnswer({ account, session }: OpenedAccount, exchange: Exchange, stationSpeed: number): AccountGrant {
  const { id, login, name, role } = account;
  exchange.target = id;
  exchange.caller = { ...callerOf(session), role };
  return { ...grantOf(session, stationSpeed), account: { id, login, name, role } };
}

/** RFC 9110 section 15.5.2: every 401 carries a challenge. */
export const CHALLENGE = ['WWW-Authenticate', 'Bearer realm="kitestring"'];

const NOTHING_GIVEN: RefusalAnswer = { refusal: refusal('INVALID_SIGN_IN.wrong'), headers: CHALLENGE };
