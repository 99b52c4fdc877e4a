import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import type { FleetEvent } from '@kitestring/hub-contract/fleet/events.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import WebSocket from 'ws';
import { assertDescribedMessage } from './support/described.ts';
import { HubProcess } from './support/hub-process.ts';
import { readEventStream } from './support/read-event-stream.ts';
import { TestStation } from './support/test-station.ts';
import { until } from './support/until.ts';

/** A hub calls a station silent after 15 s. */
const BEAT_MS = 500;

describe('events of a hub', { skip: missingNatsServer() }, () => {
  const hub = new HubProcess();
  let station: TestStation;
  /** Beats all the time: that a station is silent is an event, too. */
  let beating: NodeJS.Timeout;
  let place = { lat: 47, lon: 8 };
  const events = async (query = '') =>
    (await hub.ask(`events?limit=1000${query}`)).body.events as readonly FleetEvent[];
  before(async () => {
    await hub.start();
    station = await TestStation.enrol(hub, 'Engine 7');
    await station.goOnline();
    beating = setInterval(() => station.beat(place), BEAT_MS);
    await until('the first events', async () => (await events()).length === 2);
  });
  after(async () => {
    clearInterval(beating);
    await station?.connection?.close();
    await hub[Symbol.asyncDispose]();
  });

  it('has its own events among those of the stations, with numbers of the same order, and lets no station make one', async () => {
    station.journal.seal(3, 'flight.phase', { state: 'TakingOff' });
    station.journal.seal(1, 'station.revoked', {});
    // Malformed: it is an event, and no alarm.
    station.journal.seal(1, 'notification.begin', { severity: 'Critical', code: 1e300, message: 'without a begin' });
    await station.sendAll();
    await until('the archive', () => station.have === station.journal.head);
    const seen = await events();
    assert.deepEqual(
      seen.map(({ kind, n, seq }) => [n, kind, seq]),
      [
        [1, 'station.enrolled', undefined],
        [2, 'station.online', undefined],
        [3, 'flight.phase', 3],
        [4, 'notification.begin', 5],
      ],
    );
    assert.deepEqual(seen[1]?.data, { severity: 'Info', name: 'Engine 7' });
    assert.deepEqual(
      (await events('&severity=Warning')).map(({ n }) => n),
      [4],
    );
    assert.equal((await hub.ask('alarms')).body.total, 0);
    assert.equal((await hub.ask('events?severity=bad')).body.code, 'INVALID_REQUEST');
  });

  it('streams events to readers that go on from their last number, by filter, until their key is removed', async () => {
    const { body: made } = await hub.ask('keys', { body: { name: 'screen', role: 'viewer' } });
    const all = await readEventStream(hub, { key: made.secret, headers: { 'Last-Event-ID': '2' } });
    const severe = await readEventStream(hub, { query: '?after=0&severity=Warning' });
    const newOnly = await readEventStream(hub);
    station.journal.seal(1, 'link.up', {});
    station.journal.seal(1, 'notification.end', { severity: 'Warning', code: 1 });
    await station.sendAll();
    assert.deepEqual(
      (await all.take(4)).map(({ id, event }) => [id, event.kind]),
      [
        ['3', 'flight.phase'],
        ['4', 'notification.begin'],
        ['5', 'link.up'],
        ['6', 'notification.end'],
      ],
    );
    assert.deepEqual(
      (await severe.take(2)).map(({ id }) => id),
      ['4', '6'],
    );
    assert.deepEqual(
      (await newOnly.take(2)).map(({ id }) => id),
      ['5', '6'],
    );
    await hub.ask(`keys/${made.key.id}`, { method: 'DELETE' });
    await all.ended;
    severe.close();
    newOnly.close();
    const { events } = (await hub.ask('events?limit=1000')).body;
    const at: string = events[2].time;
    const within = async (range: string) => (await hub.ask(`events?limit=1000&${range}`)).body.events;
    const fitting = (fits: (time: string) => boolean) => events.filter(({ time }: { time: string }) => fits(time));
    const query = encodeURIComponent(at);
    assert.deepEqual(
      await within(`from=${query}`),
      fitting((time) => time >= at),
    );
    assert.deepEqual(
      await within(`to=${query}`),
      fitting((time) => time <= at),
    );
    const back = async (before: number) =>
      (await hub.ask(`events?limit=2&before=${before}`)).body.events.map(({ n }: FleetEvent) => n);
    assert.deepEqual([await back(7), await back(5), await back(3), await back(1)], [[5, 6], [3, 4], [1, 2], []]);
    assert.match((await hub.ask('events?before=0')).body.message, /before/);
    const ranged = await hub.ask(`events?from=${query}`, { headers: { Accept: 'text/event-stream' } });
    assert.match(ranged.body.message, /from, to, before and began_before are for a page/);
    const wrong = await hub.ask('events', { headers: { Accept: 'text/event-stream', 'Last-Event-ID': 'x' } });
    assert.equal(wrong.body.code, 'INVALID_REQUEST');
  });

  it('shows the stations in a box, and says to who watches it that one has left', async () => {
    const list = async (bbox: string) => (await hub.ask(`stations?bbox=${bbox}`)).body;
    assert.equal((await list('5.9,45.8,10.5,47.8')).total, 1);
    assert.equal((await list('170,-90,-170,90')).total, 0);
    assert.equal((await list('0,50,1,40')).code, 'INVALID_REQUEST');
    const url = `${hub.url.replace('http', 'ws')}/fleet/v1/live?bbox=5,45,10,48&hz=10`;
    const socket = new WebSocket(url, { headers: { Authorization: `Bearer ${hub.key}` } });
    const messages: { readonly stations: readonly { readonly sid: string }[]; readonly left?: readonly string[] }[] =
      [];
    socket.on('message', (data) => {
      messages.push(JSON.parse(String(data)));
      assertDescribedMessage('fleet.live', 'stations', messages.at(-1));
    });
    await once(socket, 'open');
    assert.equal((await until('all', () => messages.shift())).stations[0]?.sid, station.sid);
    place = { lat: 47, lon: 12 };
    const left = await until('the end', () => messages.splice(0).find((message) => message.left !== undefined));
    assert.deepEqual(left, { stations: [], left: [station.sid] });
    station.beat({ lat: 47, lon: 13 });
    place = { lat: 47, lon: 9 };
    assert.equal((await until('the return', () => messages.shift())).stations[0]?.sid, station.sid);
    socket.close();
  });

  it('draws the track of a station as lines of GeoJSON, thinned, with a gap where it recorded nothing', async () => {
    const place = (lon: number) => ({ phase: 'Flying', lat: 47, lon, alt: 20 });
    for (let index = 0; index < 4; index += 1) station.journal.seal(1, 'state', place(8 + index / 100));
    station.journal.seal(100, 'state', place(8.5));
    await station.sendAll();
    await until('the archive', () => station.have === station.journal.head);
    const range = 'from=2026-03-01T09:00:00Z&to=2026-03-01T10:00:00Z';
    const track = async (query: string) => (await hub.ask(`stations/${station.sid}/track?${query}`)).body;
    const [line, point] = (await track(`${range}&limit=10000`)).features;
    assert.deepEqual(line.geometry, { type: 'LineString', coordinates: [8, 8.01, 8.02, 8.03].map((lon) => [lon, 47]) });
    assert.deepEqual(line.properties.altitudes, [20, 20, 20, 20]);
    assert.equal(line.properties.times.length, 4);
    assert.deepEqual(point.geometry, { type: 'Point', coordinates: [8.5, 47] });
    const [thinned] = (await track(`${range}&limit=30`)).features;
    assert.deepEqual(thinned.geometry, { type: 'Point', coordinates: [8, 47] });
    assert.deepEqual((await track('')).features, []);
    assert.equal((await track('from=2026-01-01T00:00:00Z&to=2026-03-01T10:00:00Z')).code, 'INVALID_REQUEST');
  });

  it('loses no event of its own and has none double when it is killed, and streams go on with the number', async () => {
    const before = await events();
    const last = before.at(-1)?.n ?? 0;
    const names = ['Ladder 1', 'Ladder 2', 'Ladder 3', 'Ladder 4'];
    for (const [index, name] of names.entries()) {
      const other = await TestStation.enrol(hub, name);
      assert.equal((await hub.ask(`stations/${other.sid}/revoke`, { method: 'POST' })).status, 204);
      if (index % 2 === 0) continue;
      assert.equal(await hub.end('SIGKILL'), 'SIGKILL');
      await hub.start();
    }
    await station.hello();
    const stream = await readEventStream(hub, { headers: { 'Last-Event-ID': String(last) } });
    const seen = await stream.take(8);
    stream.close();
    assert.deepEqual(
      seen.map(({ id }) => Number(id)),
      Array.from({ length: 8 }, (_, index) => last + 1 + index),
    );
    assert.deepEqual(
      seen.map(({ event }) => [event.kind, event.data.name]),
      names.flatMap((name) => [
        ['station.enrolled', name],
        ['station.revoked', name],
      ]),
    );
    // It was online before and is so again: nothing has changed that anybody saw.
    assert.equal((await events('&kind=station.online')).length, 1);
  });
});
