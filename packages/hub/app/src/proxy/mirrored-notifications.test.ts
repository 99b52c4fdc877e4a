import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { MirroredNotifications } from './mirrored-notifications.ts';
import { MirroredTopic } from './mirrored-topic.ts';

it('notifications of a station are told once each, however many came between two of its messages', () => {
  let listener = () => {};
  let content: object = { active: [], first: 1, events: [] };
  const mirror = {
    newest: () => ({ bytes: Buffer.from(JSON.stringify(content)), atMs: 0, stationUs: undefined }),
    watch: (_sid: string, _name: string, listen: () => void) => {
      listener = listen;
      return () => {};
    },
  };
  const notifications = new MirroredNotifications(new MirroredTopic(mirror, 'sabcdefghijkl', 'notifications/events'));
  const publish = (first: number, ...codes: number[]) => {
    content = { active: [{ code: codes.at(-1) }], first, events: codes.map((code) => ({ code })) };
    listener();
  };
  publish(1, 101, 102);
  assert.deepEqual(notifications.active(), [{ code: 102 }]);
  const told: number[] = [];
  notifications.onEvent(({ code }: Notification) => told.push(code));
  publish(1, 101, 102);
  publish(2, 102, 103, 104);
  publish(4, 104);
  publish(6, 106);
  assert.deepEqual(told, [103, 104, 106]);
});
