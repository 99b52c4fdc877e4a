import type { Operation } from '@kitestring/station-contract/operation.ts';
import {
  addObjectTopic,
  addTopic,
  openObjectSubscription,
  openSubscription,
  removeObjectTopic,
  removeTopic,
} from '@kitestring/station-contract/subscriptions/operations.ts';
import type { TObject } from 'typebox';
import type { Sid } from '../tokens.ts';
import { throughHub } from './through-hub.ts';

type OfStation = Operation<undefined, TObject<{ sid: typeof Sid }>>;

const subscription = (published: Operation): OfStation =>
  throughHub(published, {
    more: 'States come from the mirror of the hub. The WebSocket is closed with 1013 when the station is offline or restarts.',
    access: ['read'],
    errors: ['INVALID_REQUEST', 'STATION_OFFLINE', 'STATION_NOT_LIVE'],
  }) as OfStation;

export const openStationSubscription = subscription(openSubscription);
export const openStationObjectSubscription = subscription(openObjectSubscription);
export const addStationTopic = subscription(addTopic);
export const addStationObjectTopic = subscription(addObjectTopic);
export const removeStationTopic = subscription(removeTopic);
export const removeStationObjectTopic = subscription(removeObjectTopic);

/** Subscriptions of the API of one station. */
export const STATION_SUBSCRIPTION_OPERATIONS: readonly Operation[] = [
  ...[openStationSubscription, addStationTopic, removeStationTopic],
  ...[openStationObjectSubscription, addStationObjectTopic, removeStationObjectTopic],
];
