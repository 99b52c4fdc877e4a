import { addressGroup } from '@kitestring/base/client-address.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { ok, type Result, refusal, refuse } from '@kitestring/station-contract/refusal.ts';
import * as operations from '@kitestring/station-contract/station/operations.ts';
import type { Passkey, PasskeySignIn } from '@kitestring/station-contract/station/passkey.ts';
import type { PasskeyRecord } from '@kitestring/station-core/ports';
import {
  type Exchange,
  type HandlerResult,
  openRoute,
  type RefusalAnswer,
  type Route,
  route,
} from '@kitestring/web/http';
import type { TrustedProxies } from '@kitestring/web/limits';
import { ownAccount, provenOwner } from './account-routes.ts';
import { relyingParty } from './relying-party.ts';
import { CHALLENGE, type SignInRouteDeps, signInAnswer, verdict } from './sign-in-routes.ts';

export interface PasskeyRouteDeps extends SignInRouteDeps {
  readonly proxies: Pick<TrustedProxies, 'host'>;
}

/** Passkeys: sign-in with one, and one's own. */
export function passkeyRoutes(deps: PasskeyRouteDeps): readonly Route[] {
  const { auth, proxies } = deps;
  const { passkeys } = auth;
  const seen = ({ request }: Exchange) => relyingParty(proxies.host(request), request.headers.origin);
  const partyOf = (exchange: Exchange) => seen(exchange) ?? refuse('PASSKEYS_UNAVAILABLE.origin');
  return [
    openRoute(operations.beginPasskeySignIn, ({ exchange }) => {
      const party = seen(exchange);
      if (party === undefined) return NOTHING_GIVEN;
      return party.ok ? ok({ challenge: passkeys.beginSignIn(), rp_id: party.value.id }) : party;
    }),
    openRoute(operations.signInWithPasskey, ({ body, exchange }) => answerSignIn(deps, body, exchange)),
    route(operations.listOwnPasskeys, ({ caller }) => {
      const own = ownAccount(auth, caller);
      return own.ok ? ok({ passkeys: own.value.passkeys.map(shownPasskey) }) : own;
    }),
    route(operations.beginPasskey, async ({ body: { current = '' }, caller, exchange }) => {
      const party = partyOf(exchange);
      if (!party.ok) return party;
      const proven = await provenOwner(deps, current, caller, exchange);
      if ('refusal' in proven) return proven;
      const challenge = passkeys.beginPasskey(proven.account);
      if (!challenge.ok) return challenge;
      const { id, passkeys: own } = proven.account;
      const user_id = Buffer.from(id).toString('base64url');
      return ok({ challenge: challenge.value, rp_id: party.value.id, user_id, existing: own.map((one) => one.id) });
    }),
    route(operations.addPasskey, ({ body, caller, exchange }) => {
      const [own, party] = [ownAccount(auth, caller), partyOf(exchange)];
      if (!own.ok) return own;
      if (!party.ok) return party;
      const added = passkeys.add(own.value, body, party.value);
      return added.ok ? { status: 201, body: shownPasskey(added.value) } : added;
    }),
    route(operations.removePasskey, ({ caller, params: { id } }): Result<void> => {
      const own = ownAccount(auth, caller);
      return own.ok ? passkeys.remove(own.value, id) : own;
    }),
  ];
}

async function answerSignIn(
  { auth, loginThrottle, proxies, stationSpeed }: PasskeyRouteDeps,
  body: Partial<PasskeySignIn>,
  exchange: Exchange,
): Promise<HandlerResult> {
  const { authenticator_data, client_data, id, signature } = body;
  if (id === undefined || client_data === undefined || authenticator_data === undefined || signature === undefined) {
    return NOTHING_GIVEN;
  }
  const party = relyingParty(proxies.host(exchange.request), exchange.request.headers.origin);
  if (party === undefined) return NOTHING_GIVEN;
  if (!party.ok) return party;
  const judged = await loginThrottle.inTurn(addressGroup(exchange.clientAddress), async () => {
    const signed = { id, client_data, authenticator_data, signature };
    const result = auth.signInWithPasskey(signed, party.value);
    return [verdict(result), result];
  });
  return signInAnswer(judged, exchange, stationSpeed());
}

const NOTHING_GIVEN: RefusalAnswer = { refusal: refusal('INVALID_SIGN_IN.passkey'), headers: CHALLENGE };

const shownPasskey = ({ createdAtUs, id, lastUsedAtUs, name }: PasskeyRecord): Passkey => ({
  id,
  name,
  created_at: formatTimestamp(createdAtUs),
  ...(lastUsedAtUs !== undefined && { last_used_at: formatTimestamp(lastUsedAtUs) }),
});
