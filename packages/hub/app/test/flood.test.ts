import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { type Answer, HubProcess } from './support/hub-process.ts';
import { TestStation } from './support/test-station.ts';
import { until } from './support/until.ts';

describe('a station that floods the broker', { skip: missingNatsServer() }, () => {
  it('is cut off at the broker, with an event and a line, while others are served as ever', async () => {
    await using hub = new HubProcess();
    await hub.start();
    const [hostile, other] = [await TestStation.enrol(hub, 'Engine 7'), await TestStation.enrol(hub, 'Engine 8')];
    await other.goOnline();
    const connection = await hostile.connect();
    let isCut = false;
    const followed = (async () => {
      for await (const { type } of connection.status()) if (type === 'disconnect' || type === 'error') isCut = true;
    })();
    await until('the cut', async () => {
      for (let index = 0; index < 5000 && !isCut; index += 1) connection.publish(SUBJECTS.beat(hostile.sid), '{}');
      if (!isCut) await connection.flush().catch(() => {});
      return isCut;
    });
    await connection.close();
    await followed;
    const told = await until('the event', async () => {
      const { events } = (await hub.ask('events?limit=500')).body;
      return events.find(({ kind }: Answer) => kind === 'station.suspended');
    });
    assert.deepEqual([told.sid, told.data.severity, told.data.name], [hostile.sid, 'Critical', 'Engine 7']);
    await assert.rejects(hostile.connect(), /authorization/i);
    other.beat();
    await until('the other one', async () => (await hub.ask(`stations/${other.sid}`)).body.station.state === 'online');
    const lines = hub.log.filter(({ sid }) => sid === hostile.sid);
    assert.ok(lines.length < 40, `${lines.length} lines`);
    await other.connection?.close();
  });
});
