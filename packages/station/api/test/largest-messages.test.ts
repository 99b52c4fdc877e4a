import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { startTestStation, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import type { HandoffState } from '@kitestring/station-contract/handoff/handoff-state.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { DEFAULT_STATION_SETTINGS } from '@kitestring/station-core/station-settings.ts';
import type { TestClient } from './support/test-client.ts';

const QUEUE = 100;
/** The longest name: as many characters as are allowed, each of four bytes. */
const LONGEST_NAME = '🪁'.repeat(100);
/** Above this a frame needs a length of 64 bits. */
const LENGTH_16_MAX = 65_535;

describe('The largest message', () => {
  let station: TestStation;
  let client: TestClient;
  beforeEach(async () => {
    const { maxSessions } = DEFAULT_STATION_SETTINGS.tokens;
    const tokens = { ...DEFAULT_STATION_SETTINGS.tokens, maxSessionsPerPlugin: maxSessions };
    station = await startTestStation({ limits: { tokenRequestsBurst: 2000 }, station: { tokens } });
    client = await station.client();
    station.advance(1);
  });
  afterEach(() => station[Symbol.asyncDispose]());

  it('of the handoff, a full queue of the longest names, reaches its subscribers, and nobody else notices', async () => {
    const webSocket = await client.subscribe('handoff/state');
    const made = await client.post('/admin/v1/plugins', { name: LONGEST_NAME, scopes: ['read', 'control'] });
    const { key } = made.body as { key: string };
    const clients = await Promise.all(Array.from({ length: QUEUE + 1 }, () => station.client(undefined, key)));
    for (const each of clients) {
      const { status } = await each.post('handoff/control/request', { operator_name: LONGEST_NAME });
      assert.ok(status === 201 || status === 202, String(status));
    }
    const isFull = ({ requesting_clients: waiting = [] }: HandoffState) => waiting.length === QUEUE;
    const message = await webSocket.next<HandoffState>(isFull);
    assert.ok(Buffer.byteLength(webSocket.raw.at(-1) ?? '') > LENGTH_16_MAX, 'the test is about a long message');
    assert.deepEqual(message, (await client.get('handoff/state')).body);
    assert.deepEqual(station.bugs, []);
    webSocket.close();
  });

  it('of the notifications, with the longest text that a plugin can send, comes at connection and when it begins', async () => {
    const webSocket = await client.subscribe('notifications/state');
    const text = '\u0001'.repeat(65_536);
    station.station.notifications.raise('PLUGIN_ERROR', { plugin_name: LONGEST_NAME, text });
    const isIt = ({ parameters }: Notification) => parameters?.text === text;
    const begun = await webSocket.next<Notification>(isIt);
    const later = await client.subscribe('notifications/state');
    assert.deepEqual(await later.next(), begun);
    assert.deepEqual(station.bugs, []);
    webSocket.close();
    later.close();
  });

  it('of the lists, every session that there can be with the longest name, is answered whole', async () => {
    const { auth, settings } = station.station;
    const caller = auth.authenticate(client.token ?? '');
    assert.ok(caller.ok);
    for (let open = auth.list(caller.value, '').length; open < settings.tokens.maxSessions; open += 1) {
      assert.ok(auth.openFor(caller.value, ['read'], LONGEST_NAME).ok);
    }
    const { body, status } = await client.get('auth/tokens');
    assert.equal(status, 200);
    assert.equal((body as unknown[]).length, settings.tokens.maxSessions);
  });
});
