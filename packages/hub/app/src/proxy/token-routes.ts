import type { StationSession } from '@kitestring/hub-contract/command.ts';
import {
  endStationToken,
  listStationTokens,
  requestStationToken,
} from '@kitestring/hub-contract/fleet/station-tokens.ts';
import type { AccessTokenRequest } from '@kitestring/station-contract/auth/access-token-request.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { grantScopes } from '@kitestring/station-contract/auth/granted-scopes.ts';
import { invalidateToken } from '@kitestring/station-contract/auth/operations.ts';
import type { Session } from '@kitestring/station-contract/auth/session.ts';
import { getHandoffState } from '@kitestring/station-contract/handoff/operations.ts';
import { fullPath } from '@kitestring/station-contract/operation.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { answerTokenRequest, type TokenRequestDeps } from '@kitestring/web/auth/token-request.ts';
import { bearerToken, openRoute, type Route, route } from '@kitestring/web/http';
import type { HubApiServices } from '../api/hub-services.ts';
import { nothingAt } from '../api/nothing-at.ts';
import { isHubScope, orderAsker } from '../commands/order-asker.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { ObservedRequests } from '../metrics/observed-requests.ts';
import type { HubAccess } from '../people/hub-access.ts';
import { callerOfKey, type HubCaller, hubCaller } from '../people/hub-caller.ts';
import { isAt, scopes } from '../people/rights.ts';
import type { Registry } from '../registry/open-registry.ts';
import { reachedStation } from './reached-station.ts';
import { readRefusal } from './read-refusal.ts';
import { StationTokens } from './station-tokens.ts';

type TokenRouteDeps = Pick<HubDeps, 'presence' | 'rights' | 'stations'> &
  Pick<Registry, 'keys'> &
  Pick<ObservedRequests, 'commands' | 'reads'> &
  Pick<HubAccess, 'guesses'> &
  Pick<HubApiServices, 'tokens'>;

/** The first request of a client of a station: it sends an API key of the hub and gets a token for this station. */
export const tokenRoutes = (deps: TokenRouteDeps): readonly Route[] => [
  openRoute(requestStationToken, ({ body, exchange, params: { sid } }) => {
    let waitS = 0;
    const requestToken = async (request: AccessTokenRequest) => {
      const made = await newToken(deps, sid, request);
      const isWrong = !made.ok && made.refusal.code === 'INVALID_API_KEY';
      if (isWrong) waitS = deps.guesses.waitS(exchange.clientAddress, request.key);
      return made;
    };
    const loginThrottle: TokenRequestDeps['loginThrottle'] = {
      lane: () => 'known',
      inTurn: async (_address, judge) => {
        const [, value] = await judge();
        return waitS > 0 ? { kind: 'later', waitS } : { kind: 'judged', value };
      },
    };
    const auth = { requestToken };
    // The key is not stored; a second API key of the hub counts as one.
    return answerTokenRequest(
      { auth, loginThrottle, usedKeys: { set: () => {} }, stationSpeed: () => 1 },
      body,
      exchange,
    );
  }),
  route(endStationToken, async ({ caller, exchange, params: { sid } }) => {
    const { onlyAt, sessionId } = hubCaller(caller);
    if (onlyAt === undefined) return refuse('SESSION_NOT_FOUND.unknown', { id: sessionId });
    await deps.tokens.end(sessionId);
    await endAtStation(deps, { sid, caller, address: exchange.clientAddress });
    return accepted;
  }),
  route(listStationTokens, ({ exchange }) => {
    const own = deps.tokens.session(bearerToken(exchange.request.headers) ?? '');
    return ok(own === undefined ? [] : [own]);
  }),
];

async function newToken(
  deps: TokenRouteDeps,
  sid: string,
  { key: secret, name, scope }: AccessTokenRequest,
): Promise<Result<Session>> {
  const key = deps.keys.find(secret);
  if (key === undefined) return refuse('INVALID_API_KEY');
  const station = reachedStation(deps, sid);
  if (!station.ok) return station;
  const anywhere = callerOfKey(key, deps.rights, deps.keys);
  const rights = anywhere.rights.filter((right) => isAt(right, sid));
  if (rights.length === 0) return nothingAt(`stations/${sid}`);
  const caller: HubCaller = { ...anywhere, rights, scopes: scopes(rights).filter(isHubScope) };
  if (caller.scopes.length === 0) return refuse('INSUFFICIENT_SCOPE.operation', { needed: 'read', held: 'none' });
  const own = grantScopes(scope, caller.scopes);
  if (!own.ok) return own;
  const id = StationTokens.newId();
  const opened = await openAtStation(deps, sid, { ...caller, sessionId: id, scopes: own.value });
  if (!opened.ok) return opened;
  const session = opened.value;
  // The station may allow less than the hub. A request without scopes gets these.
  const granted = grantScopes(scope, session.scopes);
  if (!granted.ok) return granted;
  const boot = deps.presence.of(sid)?.beat?.boot ?? '';
  return ok(deps.tokens.issue({ id, key, sid, boot, session, ...(name !== undefined && { name }) }));
}

/** A session at the station for this sign-in, which is shown by its handoff and audit log. */
async function openAtStation(
  { reads }: TokenRouteDeps,
  sid: string,
  caller: HubCaller,
): Promise<Result<StationSession>> {
  const outcome = await reads.open({ sid, path: fullPath(getHandoffState), ...orderAsker(caller) });
  if (outcome.kind !== 'answer') return { ok: false, refusal: readRefusal(outcome, sid) };
  outcome.body.cancel();
  if (outcome.session !== undefined) return ok(outcome.session);
  return refuse('STATION_NOT_LIVE.notAnswered', {
    station: sid,
    reason: 'its software does not know sessions of a hub',
  });
}

/** Control and place in the queue are released. If the station is unreachable, they end with the lease. */
async function endAtStation(
  { commands }: TokenRouteDeps,
  { address, caller, sid }: { readonly sid: string; readonly caller: Caller; readonly address: string | undefined },
): Promise<void> {
  const order = { id: StationTokens.newId(), sid, op: invalidateToken.id, params: {}, body: undefined };
  await commands.send({ ...order, caller, address }).catch(() => {});
}
