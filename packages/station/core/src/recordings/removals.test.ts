import assert from 'node:assert/strict';
import { it } from 'node:test';
import { memoryStore } from '@kitestring/lab-testing/memory-store.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { Notifications } from '../notifications/notifications.ts';
import { Removals } from './removals.ts';

it('Each file that the station removes by itself is noted, and told as soon as there is a station', () => {
  const noted: string[] = [];
  const removals = new Removals((operation, id) => noted.push(`${operation} ${id}`));
  removals.tell('flight_log', 'f');
  const { notifications: store } = memoryStore();
  const notifications = new Notifications({ clock: new VirtualClock(), store, keepDays: 1, historyLimit: 10 });
  removals.attach(notifications);
  removals.tell('recording', 'r');
  removals.tell('recording', 's');
  assert.deepEqual(noted, ['flight_logs.remove_oldest f', 'recordings.remove_oldest r', 'recordings.remove_oldest s']);
  const told = notifications.history(0).notifications.map(({ message }) => message);
  assert.deepEqual(told.toSorted(), [
    'Flight log f removed to make room.',
    'Recording r removed to make room.',
    'Recording s removed to make room.',
  ]);
});
