import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { type EndedHistory, readEndedHistory } from './ended-history.ts';

const FROM = '2026-03-01T00:00:00.000000+00:00';
const ended = (code: number): Notification => ({
  severity: 'Info',
  code,
  message: '',
  begin_time: FROM,
  end_time: FROM,
});

it('the history is read page by page to the first one kept, and shown as it comes', async () => {
  const asked: unknown[] = [];
  const parts: EndedHistory[] = [];
  const pages = [
    { notifications: [ended(9), ended(8)], next_before: '3_2_8', flights: [{ began_time: FROM }] },
    { notifications: [ended(7)], next_before: '2_1_7', flights: [] },
    { notifications: [ended(6)], flights: [] },
  ];
  const list = async (query: unknown) => {
    asked.push(query);
    return pages[asked.length - 1] ?? assert.fail('asked after the last page');
  };
  await readEndedHistory(list, FROM, (part) => parts.push(part));
  const query = { limit: 1000, from_time: FROM };
  assert.deepEqual(asked, [query, { ...query, before: '3_2_8' }, { ...query, before: '2_1_7' }]);
  assert.deepEqual(
    parts.map(({ isPartial, notifications }) => [notifications.map(({ code }) => code), isPartial]),
    [
      [[9, 8], true],
      [[9, 8, 7], true],
      [[9, 8, 7, 6], false],
    ],
  );
});
