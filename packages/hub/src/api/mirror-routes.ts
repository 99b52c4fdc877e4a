import { AGE_HEADER, MIRRORED_STATES, type MirroredState } from '@kitestring/hubcontract/fleet/mirrored-states.ts';
import { isTopicToken } from '@kitestring/hubcontract/subjects.ts';
import { JSON_TYPE } from '@kitestring/server/http/answers.ts';
import { type HandlerResult, type Route, route } from '@kitestring/server/http/route.ts';
import { refuse } from '@kitestring/station/refusal.ts';
import { FIRST_VALUE_MS, type TopicMirror } from '../mirror/topic-mirror.ts';
import type { Presence } from '../presence/presence.ts';
import type { Stations } from '../registry/stations.ts';
import { found } from './station-routes.ts';

interface MirrorRouteDeps {
  readonly stations: Stations;
  readonly presence: Presence;
  readonly mirror: TopicMirror;
  readonly nowMs: () => number;
}

/** States of the published API of each station. */
export const mirrorRoutes = (deps: MirrorRouteDeps): readonly Route[] =>
  MIRRORED_STATES.map((state) => route(state.operation, ({ params }) => stateOf(deps, state, params)));

async function stateOf(
  { mirror, nowMs, presence, stations }: MirrorRouteDeps,
  { topicOf }: MirroredState,
  params: { readonly sid: string },
): Promise<HandlerResult> {
  const { sid } = params;
  const station = found(stations, sid);
  if (!station.ok) return station;
  const state = station.value.revokedMs === undefined ? (presence.of(sid)?.state ?? 'offline') : 'revoked';
  if (state === 'offline' || state === 'revoked') return refuse('STATION_OFFLINE', { station: sid, state });
  const topic = topicOf(params);
  const value = isTopicToken(topic) ? await mirror.read(sid, topic) : undefined;
  if (value === undefined) return refuse('STATION_NOT_LIVE.silent', { station: sid, waitS: FIRST_VALUE_MS / 1000 });
  // A state that did not change is as new as the newest beat: the station would have sent another.
  const heardMs = Math.max(value.atMs, presence.of(sid)?.heardMs ?? 0);
  const headers = [AGE_HEADER, String(Math.max(0, nowMs() - heardMs))];
  return { status: 200, bytes: value.bytes, mediaType: JSON_TYPE, cacheControl: 'no-store', headers };
}
