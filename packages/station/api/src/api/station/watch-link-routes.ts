import { addressGroup } from '@kitestring/base/client-address.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { ok, refusal } from '@kitestring/station-contract/refusal.ts';
import * as operations from '@kitestring/station-contract/station/operations.ts';
import type { WatchLink } from '@kitestring/station-contract/station/watch-link.ts';
import type { LoginThrottle, WatchLinkView } from '@kitestring/station-core/auth';
import type { Station } from '@kitestring/station-core/station.ts';
import { callerOf, grantOf } from '@kitestring/web/auth/token-request.ts';
import {
  type Exchange,
  type HandlerResult,
  openRoute,
  type RefusalAnswer,
  type Route,
  route,
  tooManyWrongKeys,
} from '@kitestring/web/http';
import { CHALLENGE } from './sign-in-routes.ts';

export interface WatchLinkRouteDeps extends Pick<Station, 'auth'> {
  readonly loginThrottle: LoginThrottle;
  /** Seconds of station time per second of real time. */
  readonly stationSpeed: () => number;
}

/** Watch links: created, listed, revoked and opened. */
export function watchLinkRoutes(deps: WatchLinkRouteDeps): readonly Route[] {
  const { watchLinks } = deps.auth;
  return [
    route(operations.listWatchLinks, () => ok({ links: watchLinks.list().map(shownLink) })),
    route(operations.addWatchLink, ({ body, caller }) => {
      const made = watchLinks.add(caller, body);
      if (!made.ok) return made;
      return { status: 201, body: { link: shownLink(made.value.link), secret: made.value.secret } };
    }),
    route(operations.revokeWatchLink, ({ params: { id } }) => watchLinks.revoke(id)),
    openRoute(operations.openWatchLink, ({ body: { secret = '' }, exchange }) => open(deps, secret, exchange)),
  ];
}

/** Guessing secrets is limited like guessing keys, with one common limit. */
async function open(deps: WatchLinkRouteDeps, secret: string, exchange: Exchange): Promise<HandlerResult> {
  const { auth, loginThrottle, stationSpeed } = deps;
  // It was not an attempt to guess.
  if (secret === '') return NO_SECRET;
  const judged = await loginThrottle.inTurn(addressGroup(exchange.clientAddress), async () => {
    const result = auth.openWatchLink(secret);
    const isWrong = !result.ok && result.refusal.code === 'INVALID_WATCH_LINK';
    // A valid link does not identify its holder, so it must not raise the limit for keys.
    return [isWrong ? 'wrong' : 'neither', result];
  });
  if (judged.kind === 'later') return tooManyWrongKeys(judged.waitS);
  const result = judged.value;
  if (!result.ok) return isUnknown(result.refusal.code) ? { refusal: result.refusal, headers: CHALLENGE } : result;
  exchange.caller = callerOf(result.value);
  return { status: 200, body: grantOf(result.value, stationSpeed()) };
}

const isUnknown = (code: string): boolean => code === 'INVALID_WATCH_LINK';

const NO_SECRET: RefusalAnswer = {
  refusal: refusal('INVALID_WATCH_LINK.missing'),
  headers: CHALLENGE,
};

function shownLink({ record, madeBy, screens, state }: WatchLinkView): WatchLink {
  const { createdAtUs, id, lastOpenedAtUs, name, validUntilUs } = record;
  return {
    id,
    name,
    made_by: madeBy,
    created_at: formatTimestamp(createdAtUs),
    valid_until: formatTimestamp(validUntilUs),
    state,
    ...(lastOpenedAtUs !== undefined && { last_opened_at: formatTimestamp(lastOpenedAtUs) }),
    screens,
  };
}
