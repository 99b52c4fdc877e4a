import { AGE_HEADER, MIRRORED_STATES, type MirroredState } from '@kitestring/hub-contract/fleet/mirrored-states.ts';
import { isTopicToken } from '@kitestring/hub-contract/subjects.ts';
import { refuse } from '@kitestring/station-contract/refusal.ts';
import { type CallerInput, type HandlerResult, JSON_TYPE, type Route, route } from '@kitestring/web/http';
import type { Fleet } from '../fleet.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { ObservedRequests } from '../metrics/observed-requests.ts';
import { FIRST_VALUE_MS } from '../mirror/topic-mirror.ts';
import { reachedStation } from '../proxy/reached-station.ts';
import { orderOf, proxied } from '../proxy/read-routes.ts';

type MirrorRouteDeps = Pick<HubDeps, 'nowMs' | 'presence' | 'stations'> &
  Pick<Fleet, 'mirror'> &
  Pick<ObservedRequests, 'reads'>;

/** States of the published API of each station. */
export const mirrorRoutes = (deps: MirrorRouteDeps): readonly Route[] =>
  MIRRORED_STATES.map((state) => route(state.operation, (call) => stateOf(deps, state, call as CallerInput)));

async function stateOf(
  deps: MirrorRouteDeps,
  { operation, topicOf }: MirroredState,
  { caller, exchange, params }: CallerInput,
): Promise<HandlerResult> {
  const { mirror, nowMs, presence } = deps;
  const { sid, stream_id: stream } = params as { readonly sid: string; readonly stream_id?: string };
  const station = reachedStation(deps, sid);
  if (!station.ok) return station;
  // A stream that the station does not have is refused with a code of its own.
  if (stream !== undefined && !station.value.inventory.cameras.includes(stream)) {
    return proxied(deps.reads, orderOf({ caller, exchange, sid }), operation.id);
  }
  const topic = topicOf(params as Readonly<Record<string, string>>);
  const value = isTopicToken(topic) ? await mirror.read(sid, topic) : undefined;
  if (value === undefined) return refuse('STATION_NOT_LIVE.silent', { station: sid, waitS: FIRST_VALUE_MS / 1000 });
  // A state that did not change is as recent as the newest beat: the station would have sent a change.
  const receivedMs = Math.max(value.atMs, presence.of(sid)?.receivedMs ?? 0);
  const headers = [AGE_HEADER, String(Math.max(0, nowMs() - receivedMs))];
  return { status: 200, bytes: value.bytes, mediaType: JSON_TYPE, cacheControl: 'no-store', headers };
}
