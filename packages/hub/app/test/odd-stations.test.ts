import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { NO_EPOCH } from '@kitestring/hub-contract/tokens.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import type { NatsConnection } from '@nats-io/nats-core';
import { type Answer, HubProcess } from './support/hub-process.ts';
import { TestStation } from './support/test-station.ts';
import { until } from './support/until.ts';
import { untilGiven } from './support/until-given.ts';

const OTHER_BOOT = 'bbbbbbbbbbbb';
const HOUR_MS = 3_600_000;

describe('a station that is not as it should be', { skip: missingNatsServer() }, () => {
  const hub = new HubProcess();
  let station: TestStation;
  let connection: NatsConnection;
  let key = '';
  before(async () => {
    await hub.start();
    key = (await hub.ask('keys', { body: { name: 'dispatch', role: 'pilot' } })).body.secret;
    station = await TestStation.enrol(hub, 'Engine 7');
    await station.goOnline();
    assert.ok(station.connection !== undefined);
    connection = station.connection;
  });
  after(async () => {
    await connection?.close();
    await hub[Symbol.asyncDispose]();
  });

  const shown = async (): Promise<Answer> => (await hub.ask(`stations/${station.sid}`)).body.station;
  const events = async (kind: string): Promise<Answer[]> =>
    (await hub.ask('events?limit=500')).body.events.filter((event: Answer) => event.kind === kind);
  const hello = async (change: object, from = station): Promise<Answer> => {
    const { boot, connection, journal, sid } = from;
    const inventory = { rev: 1, name: 'Engine 7', software: '0.1.0', api: '1.1.0', cameras: [], wheels: 4 };
    const own = { v: 1, sid, boot, epoch: journal.epoch, head: 0, keptFrom: 1, t: 0, inventory, ...change };
    const answer = connection?.request(SUBJECTS.hub(sid, 'hello'), JSON.stringify(own), { timeout: 180_000 });
    return (await answer)?.json();
  };
  /** Beats until the hub shows what is awaited. */
  const beatUntil = (what: string, more: object, isSo: (one: Answer) => boolean) =>
    until(what, async () => {
      station.beat(more);
      return isSo(await shown());
    });

  it('works with fields that the hub does not know, one minor version on; others are told why not', async () => {
    for (const change of [{}, { minor: 0 }, { minor: 1, colour: 'red' }]) {
      assert.equal((await hello(change)).have, 0, JSON.stringify(change));
    }
    await beatUntil('a beat with more in it', { wheels: 4 } as object, ({ state }) => state === 'online');
    const range = 'this hub 1.0 to 1.1';
    for (const [change, refused, message] of [
      [
        { minor: 2 },
        'VERSION_TOO_NEW',
        `the station speaks version 1.2 of the messages, ${range}: update the hub, then the station`,
      ],
      [
        { v: 2 },
        'VERSION_TOO_NEW',
        `the station speaks version 2.0 of the messages, ${range}: update the hub, then the station`,
      ],
      [{ v: 0 }, 'VERSION_TOO_OLD', `the station speaks version 0.0 of the messages, ${range}: update the station`],
    ] as const) {
      assert.deepEqual(await hello(change), { v: 1, refused, message });
    }
  });

  it('with a clock that is two hours off is shown with it, an event tells of it once, and its commands are judged as ever', async () => {
    station.answer = (id) => ({ v: 1, id, status: 202 });
    const t = () => Date.now() + 2 * HOUR_MS;
    for (let count = 0; count < 4; count += 1) {
      const { seen } = await shown();
      await beatUntil('its time', { t: t() }, (one) => one.seen !== seen && Math.abs(one.clock_offset - 7200) <= 1);
    }
    const [told, ...more] = await until('the event', async () => {
      const list = await events('station.clock_wrong');
      return list.length > 0 && list;
    });
    assert.deepEqual([told.sid, told.data.severity, more], [station.sid, 'Warning', []]);
    assert.ok(Math.abs(told.data.clock_offset - 7200) <= 1);
    const place = `stations/${station.sid}/api/v1/flight/control/take_off`;
    const given = await untilGiven(() => {
      station.beat({ t: t() });
      return hub.ask(place, { method: 'POST', key });
    });
    assert.equal(given.status, 202);
    await beatUntil('its right time', {}, (one) => one.clock_offset === undefined);
  });

  it('whose journal cannot be opened keeps its alarms: it begins no other numbering', async () => {
    const full = await TestStation.enrol(hub, 'Engine 8');
    await full.goOnline();
    const { journal, sid } = full;
    const alarm = { code: 30001, severity: 'Critical', began: 1, message: 'Wind.' };
    journal.seal(1, 'notification.begin', alarm);
    await full.sendAll();
    const active = async () => (await hub.ask(`alarms?sid=${sid}`)).body.alarms.map(({ code }: Answer) => code);
    await until('the alarm', async () => (await active()).length > 0);
    const { gen, have } = await hello({ epoch: NO_EPOCH, keptFrom: 0 }, full);
    assert.deepEqual([gen, have, await active()], [0, 0, [30001]]);
    const { body } = await hub.ask(`stations/${sid}/gaps`);
    assert.deepEqual(
      body.epochs.map(({ epoch }: Answer) => epoch),
      [journal.epoch],
    );
    await full.connection?.close();
  });

  it('with messages that are too long harms neither the hub nor itself: they are refused by name', async () => {
    const { sid } = station;
    const long = (bytes: number) => 'x'.repeat(bytes);
    connection.publish(SUBJECTS.beat(sid), JSON.stringify({ filling: long(LIMITS.messageBytes) }));
    connection.publish(SUBJECTS.topic(sid, 'flight/state'), long(LIMITS.messageBytes + 1));
    // The broker takes them, under ids that no later one has.
    assert.ok(await station.publish(Buffer.from(`${long(LIMITS.segmentHeadBytes + 1)}\n`), 901));
    assert.ok(await station.publish(Buffer.from(`{}\n${long(LIMITS.segmentBodyBytes + 1)}`), 902));
    const logged = (msg: string) => hub.log.filter((entry) => entry.msg === msg && entry.sid === sid);
    await until('what the hub says', () => logged('a beat is malformed').length > 0);
    assert.match(String(logged('a beat is malformed')[0]?.fault), /\d+ bytes, at most 65536/);
    const answer = station.connection?.request(SUBJECTS.hub(sid, 'hello'), long(LIMITS.messageBytes + 1), {
      timeout: 180_000,
    });
    assert.match(JSON.stringify((await answer)?.json()), /at most 65536/);
    const command = await hub.ask(`stations/${sid}/api/v1/flight/control/altitude`, {
      key,
      body: { altitude: long(LIMITS.messageBytes) },
    });
    assert.deepEqual([command.status, command.body.code], [413, 'BODY_TOO_LARGE']);
    station.journal.seal(3, 'link.up');
    await station.sendAll();
    await until('the archive', () => station.have === 3);
    await beatUntil('a beat', {}, ({ state }) => state === 'online');
  });

  it('whose copy refuses a command first, because it names another start, is told as what the station itself has done', async () => {
    const refused: string[] = [];
    const copy = await station.connect();
    try {
      copy.subscribe(SUBJECTS.request(station.sid, 'cmd'), {
        callback: (_fault, message) => {
          if (refused.length > 0) return;
          refused.push(message.string());
          message.respond(JSON.stringify({ v: 1, error: 'STATION_RESTARTED', message: 'another start' }));
        },
      });
      await copy.flush();
      station.answer = (id) => (refused.length > 0 ? { v: 1, id, status: 202 } : undefined);
      const place = `stations/${station.sid}/api/v1/flight/control/land`;
      const headers = { 'Idempotency-Key': 'land-beside-a-copy' };
      const given = await untilGiven(() => {
        station.beat();
        return hub.ask(place, { method: 'POST', key, headers });
      });
      assert.equal(given.status, 202);
      assert.equal(refused.length, 1);
      assert.equal((await hub.ask('commands/land-beside-a-copy', { key })).body.state, 'answered');
    } finally {
      await copy.close();
    }
  });

  it('whose identity another service uses is not commanded, the later one is told to go, and an event tells of it', async () => {
    const { journal, sid } = station;
    const quarantined: string[] = [];
    // The hub starts again, and hears the later one first.
    await hub.end('SIGTERM');
    await hub.start();
    const other = await until('the broker', () => station.connect().catch(() => false as const));
    try {
      other.subscribe(SUBJECTS.request(sid, 'quarantine'), {
        callback: (_fault, message) => {
          quarantined.push(message.json<{ boot: string }>().boot);
        },
      });
      await other.flush();
      const rest = { v: 1, boot: OTHER_BOOT, epoch: journal.epoch, head: 0, sent: 0, phase: 'StandBy', rev: 1 };
      let n = 0;
      const beatOther = async () => {
        n += 1;
        const beat = { ...rest, n, alarms: [0, 0, 0, 0], watching: 0, link: {}, t: Date.now() };
        other.publish(SUBJECTS.beat(sid), JSON.stringify(beat));
        await other.flush();
      };
      await until('the later one', async () => {
        await beatOther();
        return (await shown()).state === 'online';
      });
      await until('the quarantine', async () => {
        await beatOther();
        station.beat();
        return quarantined.length > 0;
      });
      assert.equal((await shown()).state, 'cloned');
      assert.deepEqual([...new Set(quarantined)], [OTHER_BOOT]);
      assert.equal((await hello({ boot: OTHER_BOOT })).refused, 'IDENTITY_CLONED');
      assert.equal((await hello({})).have, 3, 'the first one goes on');
      const command = await hub.ask(`stations/${sid}/api/v1/flight/state`);
      assert.deepEqual([command.status, command.body.code], [503, 'STATION_OFFLINE']);
      const [told] = await until('the event', async () => {
        const list = await events('station.cloned');
        return list.length > 0 && list;
      });
      assert.deepEqual([told.sid, told.data.severity], [sid, 'Critical']);
    } finally {
      await other.close();
    }
  });
});
