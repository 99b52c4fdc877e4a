import { endWatchThroughHub, watchThroughHub } from '@kitestring/hub-contract/fleet/relayed-video.ts';
import { fullPath } from '@kitestring/station-contract/operation.ts';
import { refuse } from '@kitestring/station-contract/refusal.ts';
import { type CallerInput, type HandlerResult, type Route, route } from '@kitestring/web/http';
import type { Fleet } from '../fleet.ts';
import type { HubDeps } from '../hub-deps.ts';
import { actor, hubCaller } from '../people/hub-caller.ts';
import { visibleTo } from '../people/role-check.ts';
import { reachedStation } from '../proxy/reached-station.ts';

type VideoRouteDeps = Pick<HubDeps, 'audit' | 'presence' | 'stations'> & Pick<Fleet, 'video'>;

type WatchCall = CallerInput<string, { readonly sid: string; readonly stream_id: string }>;

/** A relay can only be added by a restart of the hub. */
/** Revision of the inventory that `kitestring enrol` sends. */
const REV_OF_ENROLMENT = 0;
const NO_RELAY_SOON = ['Retry-After', '60'] as const;

/** Live video of the stations, from the relays of the hub. */
export const videoRoutes = (deps: VideoRouteDeps): readonly Route[] => [
  route(watchThroughHub, (call) => watch(deps, call)),
  route(endWatchThroughHub, async ({ caller, params }) => {
    const ended = await deps.video.end(caller, params.peer_id);
    return ended.ok ? { status: 200 } : ended;
  }),
];

async function watch(deps: VideoRouteDeps, call: WatchCall): Promise<HandlerResult> {
  const { body: offer, caller, exchange, params } = call;
  const { audit, video } = deps;
  const { sid, stream_id: streamId } = params;
  const station = reachedStation(deps, sid);
  if (!station.ok) return station;
  const { cameras, rev } = station.value.inventory;
  // It has enrolled, and its first greeting, which names its streams, is still on its way.
  if (rev === REV_OF_ENROLMENT) return refuse('STATION_NOT_LIVE.silent', { station: sid, waitS: 1 });
  if (!cameras.includes(streamId)) {
    return refuse('STREAM_NOT_FOUND', { stream: streamId.slice(0, 64), known: cameras.join(', ') || 'none' });
  }
  const mayWatch = () => visibleTo(watchThroughHub, hubCaller(caller).rightsNow())(sid);
  const watching = await video.watch({ sid, streamId, caller, mayWatch, offer });
  // Without a relay there is nothing to watch and nothing to audit, and an open page repeats its request again and
  // again.
  if (!watching.ok && !video.hasRelay) return { refusal: watching.refusal, headers: NO_RELAY_SOON };
  const outcome = watching.ok ? 'done' : watching.refusal.code;
  const action = { ...actor({ caller, exchange }), what: watchThroughHub.id, station: sid };
  await audit.note({ ...action, outcome: `${outcome} ${streamId}` });
  if (!watching.ok) return watching;
  const path = fullPath(watchThroughHub).replace('{sid}', sid).replace('{stream_id}', streamId);
  return {
    status: 201,
    bytes: Buffer.from(watching.value.answer),
    mediaType: 'application/sdp',
    cacheControl: 'no-store',
    headers: ['Location', `${path}/${watching.value.viewerId}`],
  };
}
