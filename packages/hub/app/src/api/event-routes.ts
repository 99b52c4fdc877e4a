import type { IncomingMessage } from 'node:http';
import { EVENT_STREAM_TYPE, readFleetEvents } from '@kitestring/hub-contract/fleet/events.ts';
import { ok, refuse } from '@kitestring/station-contract/refusal.ts';
import { type HandlerResult, type Route, route } from '@kitestring/web/http';
import { eventsAfter, firstEvent } from '../archive/archive-queries.ts';
import type { HubDeps } from '../hub-deps.ts';
import { hubCaller } from '../people/hub-caller.ts';
import { visibleSids } from '../people/role-check.ts';
import { eventView } from './event-view.ts';
import { unixMs } from './history-routes.ts';
import type { HubApiServices } from './hub-services.ts';

const PAGE = 100;

/** Events of all stations and of the hub: a page, or a continuous stream. */
export const eventRoutes = ({
  database,
  streams,
  watchedRights,
}: Pick<HubDeps, 'database'> & Pick<HubApiServices, 'streams' | 'watchedRights'>): readonly Route[] => [
  route(readFleetEvents, async ({ caller, exchange: { request }, query }): Promise<HandlerResult> => {
    const { after, before, began_before: beganBefore, from, limit = PAGE, to, ...asked } = query;
    const filter = { ...asked, sids: visibleSids(readFleetEvents, hubCaller(caller).rights) };
    if (wantsStream(request)) {
      if ([from, to, beganBefore, before].some((value) => value !== undefined)) {
        return refuse('INVALID_REQUEST', {
          fault: 'from, to, before and began_before are for a page: a stream goes on from after',
        });
      }
      const last = lastEventId(request);
      if (last !== undefined && !Number.isSafeInteger(last)) {
        return refuse('INVALID_REQUEST', { fault: 'Last-Event-ID must be the number of an event' });
      }
      watchedRights.watch(hubCaller(caller));
      return streams.open(caller.sessionId, { after: last ?? after, ...filter });
    }
    const events = await eventsAfter(database, {
      after: after ?? 0,
      before,
      limit,
      ...filter,
      fromMs: unixMs(from),
      toMs: unixMs(to),
      beganBeforeMs: unixMs(beganBefore),
    });
    // Read last, so that the response reports what was removed meanwhile.
    const first = await firstEvent(database);
    return ok({ events: events.map(eventView), first, next_after: events.at(-1)?.n ?? after ?? 0 });
  }),
];

const wantsStream = ({ headers }: IncomingMessage): boolean =>
  (headers.accept ?? '').split(',').some((type) => type.split(';', 1)[0]?.trim().toLowerCase() === EVENT_STREAM_TYPE);

/** NaN if it is not a number. */
function lastEventId({ headers }: IncomingMessage): number | undefined {
  const text = headers['last-event-id'];
  if (text === undefined || text === '') return undefined;
  return typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
}
