import {
  addObjectTopic,
  addTopic,
  openObjectSubscription,
  openSubscription,
  removeObjectTopic,
  removeTopic,
} from '@kitestring/contract/subscriptions/operations.ts';
import { type Route, route, routeAt } from '../../http/route.ts';
import type { Subscriptions } from '../../subscriptions/subscriptions.ts';

interface TopicParams {
  readonly category: string;
  /** The object, for topics of one object: `zoom` in `videostreams/zoom/state`. */
  readonly id?: string;
  readonly endpoint: string;
}

const nameOf = ({ category, id, endpoint }: TopicParams): string =>
  [category, id, endpoint].filter((part) => part !== undefined).join('/');

export const subscriptionRoutes = (subscriptions: Subscriptions): readonly Route[] => [
  route(openSubscription, (call) => subscriptions.open(nameOf(call.params), call, openSubscription)),
  // `{recording_id}/{file_id}` would be this path as well.
  routeAt(openSubscription, { category: 'recordings', endpoint: 'state' }, (call) =>
    subscriptions.open(nameOf(call.params), call, openSubscription),
  ),
  route(openObjectSubscription, (call) => subscriptions.open(nameOf(call.params), call, openObjectSubscription)),
  route(addTopic, (call) => subscriptions.add(nameOf(call.params), call)),
  route(addObjectTopic, (call) => subscriptions.add(nameOf(call.params), call)),
  route(removeTopic, (call) => subscriptions.remove(nameOf(call.params), call)),
  route(removeObjectTopic, (call) => subscriptions.remove(nameOf(call.params), call)),
];
