import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readEnrolmentUrl } from '@kitestring/hub-contract/enrolment-url.ts';
import { writeIdentity } from '@kitestring/hub-link/identity/credentials-file.ts';
import { enrol } from '@kitestring/hub-link/identity/enrol.ts';
import { TestLink } from '@kitestring/hub-link/test/support/test-link.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { type Answer, HubProcess } from './support/hub-process.ts';
import { until } from './support/until.ts';

const INVENTORY = { rev: 0, name: 'Engine 7', software: '0.1.0', api: '1.1.2', cameras: [] };

describe('a hub whose database is lost, without a backup', { skip: missingNatsServer() }, () => {
  it('gets every record again from a station that is enrolled again, under its old identity', async () => {
    await using hub = new HubProcess();
    await hub.start();
    using folder = new TestFolder();
    const invited = async () =>
      readEnrolmentUrl((await hub.ask('enrolments', { body: {} })).body.url) ?? assert.fail('no address');
    const first = await enrol(await invited(), INVENTORY);
    writeIdentity(folder.path, first);
    const { sid } = first.credentials;
    await using station = new TestLink(folder.path, first.hubUrl);
    await station.until('Up');
    for (const phase of ['TakingOff', 'Flying', 'Landing', 'StandBy'] as const) station.feed.enter(phase);
    const phases = async () => {
      const { body } = await hub.ask('events?limit=500');
      return body.events.filter(({ kind }: Answer) => kind === 'flight.phase').map(({ data }: Answer) => data.state);
    };
    const all = ['StandBy', 'TakingOff', 'Flying', 'Landing', 'StandBy'];
    await until('the archive', async () => (await phases()).length === all.length);
    const epochs = async (): Promise<Answer[]> => (await hub.ask(`stations/${sid}/gaps`)).body.epochs;
    const [before] = await epochs();

    await hub.end('SIGTERM');
    rmSync(join(hub.dataDir, 'database'), { recursive: true });
    await hub.start();
    await until('the refusal', async () => /UNKNOWN_STATION/.test(JSON.stringify(station.status.connection)));

    const again = await enrol(await invited(), INVENTORY, undefined, undefined, first);
    assert.equal(again.credentials.sid, sid);
    writeIdentity(folder.path, again);
    const [after] = await until('all of it again', async () => {
      const found = await epochs().catch(() => []);
      return found[0]?.have >= before.have && found;
    });
    assert.deepEqual([after.epoch, after.gaps, after.kept_from], [before.epoch, [], 1]);
    assert.deepEqual((await phases()).slice(0, all.length), all);
    // A member already: its code is used, and nothing else changes.
    assert.equal((await enrol(await invited(), INVENTORY, undefined, undefined, again)).credentials.sid, sid);

    // Revoked, it comes back with a new key, and the same numbering goes on: nothing is archived twice.
    assert.equal((await hub.ask(`stations/${sid}/revoke`, { method: 'POST' })).status, 204);
    const newcomer = await enrol(await invited(), INVENTORY, undefined, undefined, again);
    assert.notEqual(newcomer.credentials.sid, sid);
    writeIdentity(folder.path, newcomer);
    station.feed.enter('TakingOff');
    const [own] = await until('what follows', async () => {
      const { body } = await hub.ask(`stations/${newcomer.credentials.sid}/gaps`);
      return body.epochs[0]?.archived > 0 && body.epochs;
    });
    assert.deepEqual([own.epoch, own.gaps], [before.epoch, []]);
    assert.ok(own.kept_from > before.have);
  });
});
