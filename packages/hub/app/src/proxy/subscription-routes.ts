import {
  addStationObjectTopic,
  addStationTopic,
  openStationObjectSubscription,
  openStationSubscription,
  removeStationObjectTopic,
  removeStationTopic,
} from '@kitestring/hub-contract/fleet/station-subscriptions.ts';
import { type CallerInput, type HandlerResult, type Route, route, routeAt } from '@kitestring/web/http';
import type { HubApiServices } from '../api/hub-services.ts';
import { nothingAt } from '../api/nothing-at.ts';
import { found } from '../api/station-routes.ts';
import type { HubDeps } from '../hub-deps.ts';
import { hubCaller } from '../people/hub-caller.ts';
import { visibleTo } from '../people/role-check.ts';
import { reachedStation } from './reached-station.ts';

type SubscriptionRouteDeps = Pick<HubDeps, 'presence' | 'stations'> &
  Pick<HubApiServices, 'subscriptions' | 'watchedRights'>;

interface TopicParams {
  readonly sid: string;
  readonly category: string;
  readonly endpoint: string;
  /** The object, for topics of one object. */
  readonly id?: string;
}

const topicOf = ({ category, endpoint, id }: TopicParams): string =>
  id === undefined ? `${category}/${endpoint}` : `${category}/${id}/${endpoint}`;

/** Subscriptions of the published API of each station. */
export function subscriptionRoutes(deps: SubscriptionRouteDeps): readonly Route[] {
  const { subscriptions, watchedRights } = deps;
  const ready = async (sid: string, topic: string): Promise<HandlerResult | undefined> => {
    const station = reachedStation(deps, sid);
    if (!station.ok) return station;
    const isReady = await subscriptions.ready(sid, topic);
    return isReady.ok ? undefined : isReady;
  };
  const open = async (sid: string, topic: string, call: CallerInput, operation: typeof openStationSubscription) => {
    const refused = await ready(sid, topic);
    if (refused !== undefined) return refused;
    const caller = hubCaller(call.caller);
    // The role, or the sign-in, may have ended while the station was being asked.
    if (!visibleTo(operation, caller.rightsNow())(sid)) return nothingAt(`stations/${sid}`);
    watchedRights.watch(caller);
    return subscriptions.of(sid).open(topic, call, operation);
  };
  return [
    ...[openStationSubscription, openStationObjectSubscription].map((operation) =>
      route(operation, (call) => open(call.params.sid, topicOf(call.params as TopicParams), call, operation)),
    ),
    // `{recording_id}/{file_id}` would also match this path.
    routeAt(openStationSubscription, { category: 'recordings', endpoint: 'state' }, (call) =>
      open(call.params.sid, 'recordings/state', call, openStationSubscription),
    ),
    ...[addStationTopic, addStationObjectTopic].map((operation) =>
      route(operation, async (call) => {
        const topic = topicOf(call.params as TopicParams);
        return (await ready(call.params.sid, topic)) ?? subscriptions.of(call.params.sid).add(topic, call);
      }),
    ),
    ...[removeStationTopic, removeStationObjectTopic].map((operation) =>
      route(operation, (call) => {
        const station = found(deps.stations, call.params.sid);
        return station.ok
          ? subscriptions.of(station.value.sid).remove(topicOf(call.params as TopicParams), call)
          : station;
      }),
    ),
  ];
}
