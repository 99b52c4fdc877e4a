import Type from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { Nothing, operation } from '../operation.ts';
import { Text } from '../schema.ts';

/** Name of the cookie that the upgrade sets and that adds topics to an open WebSocket. */
export const CONNECTION_COOKIE = 'connection';

const category = Text('First part of the topic.', 'flight');
const endpoint = Text('Last part of the topic.', 'state');

const TopicParams = Type.Object({ category, endpoint });
const ObjectTopicParams = Type.Object({
  category: Text('First part of the topic.', 'videostreams'),
  id: Text('Id of the object.', 'zoom'),
  endpoint,
});

const Cookies = Type.Object({
  [CONNECTION_COOKIE]: Text(
    'The cookie that the WebSocket set when it opened, in the session of the same token.',
    'websocket:0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51',
  ),
});

const OBJECT_FORM = ' This is the form for topics of one object, for example `videostreams/zoom/state`.';

const OPEN_ERRORS = [
  'TOKEN_IN_URL',
  'TOPIC_NOT_FOUND',
  'STREAM_NOT_FOUND',
  'NOT_SUBSCRIBABLE',
  'UPGRADE_REQUIRED',
  'TOO_MANY_CONNECTIONS',
  'VIDEO_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

const JOIN_ERRORS = [
  'INVALID_CONNECTION',
  'CONNECTION_OF_ANOTHER_SESSION',
  'TOPIC_NOT_FOUND',
  'STREAM_NOT_FOUND',
  'NOT_SUBSCRIBABLE',
  'VIDEO_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

const open = {
  summary: 'Open a WebSocket on a topic',
  access: ['read'],
  replies: { 101: Nothing },
  errors: OPEN_ERRORS,
} as const;

const OPEN_TEXT =
  'Becomes a WebSocket that sends the state at once and then whenever it changes, at most 10 times and at least every 5 s. Messages are the same JSON as that of the GET. Send the token, which needs the scope `read` as for the GET, in the header `Authorization` or, from browsers, as the subprotocol `bearer.<token>`. One in the URL is never used: alone it is refused, beside the header it is ignored. The answer sets the cookie `connection`, with which more topics can be added. The topics and the subprotocols are in /asyncapi.json.';

const add = {
  method: 'POST',
  summary: 'Add a topic to an open WebSocket',
  access: ['read'],
  cookies: Cookies,
  replies: { 201: Nothing },
  errors: JOIN_ERRORS,
} as const;

const ADD_TEXT =
  'The WebSocket named by the cookie `connection` sends this topic too, its current state first. Adding a topic twice has no effect.';

const remove = {
  method: 'POST',
  summary: 'Remove a topic from an open WebSocket',
  access: ['read'],
  cookies: Cookies,
  errors: JOIN_ERRORS,
} as const;

const REMOVE_TEXT =
  'The WebSocket named by the cookie `connection` no longer sends this topic; it stays open. Removing a topic that it does not send has no effect.';

export const openSubscription = operation({
  ...open,
  id: 'subscribe.open',
  path: '/v1/{category}/{endpoint}/subscribe',
  description: OPEN_TEXT,
  params: TopicParams,
});

export const openObjectSubscription = operation({
  ...open,
  id: 'subscribe.object.open',
  path: '/v1/{category}/{id}/{endpoint}/subscribe',
  description: OPEN_TEXT + OBJECT_FORM,
  params: ObjectTopicParams,
});

export const addTopic = operation({
  ...add,
  id: 'subscribe.add',
  path: '/v1/{category}/{endpoint}/subscribe',
  description: ADD_TEXT,
  params: TopicParams,
});

export const addObjectTopic = operation({
  ...add,
  id: 'subscribe.object.add',
  path: '/v1/{category}/{id}/{endpoint}/subscribe',
  description: ADD_TEXT + OBJECT_FORM,
  params: ObjectTopicParams,
});

export const removeTopic = operation({
  ...remove,
  id: 'unsubscribe',
  path: '/v1/{category}/{endpoint}/unsubscribe',
  description: REMOVE_TEXT,
  params: TopicParams,
});

export const removeObjectTopic = operation({
  ...remove,
  id: 'unsubscribe.object',
  path: '/v1/{category}/{id}/{endpoint}/unsubscribe',
  description: REMOVE_TEXT + OBJECT_FORM,
  params: ObjectTopicParams,
});
