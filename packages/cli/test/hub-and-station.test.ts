import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { checkRecords } from '@kitestring/hub-app/test/support/chaos.ts';
import { type Answer, HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';
import { enrolByAddress } from '@kitestring/hub-app/test/support/proxied-station.ts';
import { until } from '@kitestring/hub-app/test/support/until.ts';
import { untilGiven } from '@kitestring/hub-app/test/support/until-given.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { StationProcess } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';

describe('a simulated station and its hub', { skip: missingNatsServer() }, () => {
  const hub = new HubProcess();
  const folder = new TestFolder();
  let station: StationProcess;
  let sid = '';
  before(() => hub.start());
  after(async () => {
    await station?.end('SIGKILL');
    await hub[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const startStation = async () => {
    const flags = ['--sim-speed', '20', '--hub-url', `${hub.url}/`, '--hub-access', 'control'];
    station = await StationProcess.start({ folder: folder.path, flags });
  };
  const shown = async (): Promise<Answer> => (await hub.ask(`stations/${sid}`)).body;
  const phaseIs = (phase: string) => until(phase, async () => (await shown()).station.flight_state === phase);
  /** A command to the station itself, in the name of a client that is in control. */
  const command = async (path: string) => {
    const headers = { authorization: `Bearer ${await station.token()}` };
    await until(path, async () => {
      const response = await fetch(`${station.url}/api/v1/flight/control/${path}`, { method: 'POST', headers });
      return response.status === 202;
    });
  };
  /** Until the archive has everything that the station had numbered at a beat; in flight it has numbered on since, and the archive too. */
  const caughtUp = () =>
    until('the archive', async () => {
      const { journal, station: now } = await shown();
      return now.state === 'online' && journal.head > 0 && journal.archived >= journal.head && journal;
    });

  it('are brought together by an address that is entered at the station', async () => {
    sid = await enrolByAddress(hub, folder.path);
    await startStation();
    await until('the station', async () => (await shown()).station.state === 'online');
  });

  it('show each flight and its states as the station does', async () => {
    await command('take_off');
    await phaseIs('Flying');
    const { body, status } = await untilGiven(() => hub.ask(`stations/${sid}/api/v1/flight/state`));
    assert.deepEqual([status, body.flight_state], [200, 'Flying']);
    const phases = await until('the events', async () => {
      const { events } = (await hub.ask(`events?sid=${sid}&kind=flight.phase`)).body;
      const states = events.map(({ data }: Answer) => data.state);
      return states.at(-1) === 'Flying' && states;
    });
    assert.deepEqual(phases.slice(-2), ['TakingOff', 'Flying']);
  });

  it('carry out a command that is given through the hub, and never one that comes late', async () => {
    const { body: made } = await hub.ask('keys', { body: { name: 'Anna Example', role: 'pilot' } });
    const give = (path: string, id: string) =>
      hub.ask(`stations/${sid}/api/v1/flight/control/${path}`, {
        method: 'POST',
        key: made.secret,
        headers: { 'Idempotency-Key': id },
      });
    await until('the landing', async () => (await give('land', 'land-the-kite-first')).status === 202);
    await phaseIs('StandBy');
    await until('the take-off', async () => (await give('take_off', randomUUID())).status === 202);
    await phaseIs('Flying');
    // The station is frozen with its link: what it gets when it goes on again is late.
    const frozen = await until('a frozen station', async () => {
      await phaseIs('Flying');
      process.kill(station.pid, 'SIGSTOP');
      const answer = await give('land', 'land-the-kite-frozen').finally(() => process.kill(station.pid, 'SIGCONT'));
      // Not given for want of a young beat.
      return answer.status !== 503 && answer;
    });
    assert.deepEqual([frozen.status, frozen.body.code], [504, 'OUTCOME_UNKNOWN']);
    const settled = await until('the outcome', async () => {
      const { body } = await hub.ask('commands/land-the-kite-frozen', { key: made.secret });
      return body.state !== 'open' && body;
    });
    assert.equal(settled.state, 'not_carried_out', settled.reason);
    await phaseIs('Flying');
    const { events } = (await hub.ask(`events?sid=${sid}&kind=command&limit=1000`)).body;
    assert.ok(events.every(({ data }: Answer) => data.person.name === 'Anna Example'));
    assert.ok(!events.some(({ data }: Answer) => data.id === settled.id), 'it is in no record of the station');
  });

  it('lose nothing and have nothing double when hub, broker and station are killed in flight', async () => {
    // The hub, while the Kite lands: the station numbers on without it.
    await hub.end('SIGKILL');
    await command('land');
    const headers = { authorization: `Bearer ${await station.token()}` };
    await until('the landing', async () => {
      const response = await fetch(`${station.url}/api/v1/flight/state`, { headers });
      return /"flight_state":"StandBy"/.test(await response.text());
    });
    await hub.start();
    await phaseIs('StandBy');
    // The station, in the air.
    await command('take_off');
    await phaseIs('Flying');
    await station.end('SIGKILL');
    await startStation();
    // Until the hub has heard the new one: that it flies would be what it knew of the old one.
    await phaseIs('StandBy');
    // The broker alone.
    const broker = Number(readFileSync(join(hub.dataDir, 'broker/nats-server.pid'), 'utf8'));
    process.kill(broker, 'SIGKILL');
    await until('the end of the broker', () => hub.log.some(({ msg }) => /nats-server has ended/.test(String(msg))));
    await command('take_off');
    await phaseIs('Flying');
    await caughtUp();
    const { events } = (await hub.ask(`events?sid=${sid}&kind=flight.phase&limit=1000`)).body;
    const takeOffs = events.filter(({ data }: Answer) => data.state === 'TakingOff');
    assert.equal(takeOffs.length, 4);
    const { epochs } = (await hub.ask(`stations/${sid}/gaps`)).body;
    for (const { epoch, gaps, have } of epochs) {
      const { last, ...report } = await checkRecords(hub, sid, epoch, have);
      assert.deepEqual(report, { lost: 0, double: 0, declared: 0, faults: [] });
      // The Kite flies, so that records go on coming.
      assert.ok(last >= have, `${last} of ${have}`);
      assert.deepEqual(gaps, []);
    }
  });

  it('have the same chain: that of the journal on the disk of the station is the one in the archive', async () => {
    const { epoch } = await caughtUp();
    await station.end('SIGTERM');
    const journal = new DatabaseSync(join(folder.path, 'journal.sqlite'), { readOnly: true });
    const own = journal.prepare('SELECT first, last, hash FROM segment ORDER BY first').all();
    journal.close();
    const { segments } = (await hub.ask(`stations/${sid}/segments?epoch=${epoch}`)).body;
    const archived = segments.map(({ f: first, h: hash, l: last }: Answer) => ({ first, last, hash }));
    assert.ok(archived.length > 5);
    assert.deepEqual(
      own.slice(0, archived.length).map((row) => ({ ...row })),
      archived,
    );
  });
});
