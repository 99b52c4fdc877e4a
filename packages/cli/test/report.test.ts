import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { CHANNEL_IDS } from '@kitestring/station-flightlog/channels';
import { MessageRecords } from '@kitestring/station-flightlog/encode';
import { LogFile } from '@kitestring/station-flightlog/write';
import { ZSTD } from '@kitestring/station-flightlog/zstd-codec.ts';
import { run } from './support/test-context.ts';
import { TEST_KEY, testStation } from './support/test-station.ts';

/** A log of a take-off, as a station writes it. */
async function takeOffLog(): Promise<Buffer> {
  await using station = await testStation({ 'sim-wind-speed-mps': '2' }, { drive: false });
  const { running } = station;
  running.world.clock.advance(15);
  const session = (await post(`${running.url}/api/v1/auth/token/request`, { client_secret: TEST_KEY })) as {
    access_token: string;
  };
  await post(`${running.url}/api/v1/flight/control/take_off`, undefined, session.access_token);
  running.world.clock.advance(30);
  const log = await running.flightLog.finish();
  assert.ok(log !== undefined);
  return readFileSync(log);
}

async function post(url: string, body: unknown, token?: string): Promise<unknown> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(url, {
    method: 'POST',
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${url}: ${response.status}`);
  return response.status === 200 ? response.json() : undefined;
}

describe('report', () => {
  let log: Buffer;
  before(async () => {
    log = await takeOffLog();
  });

  it('writes a page beside the log and says where it is', async () => {
    using folder = new TestFolder();
    const file = folder.file('storm.mcap', log);
    const { err, out, status } = await run(['report', 'storm.mcap'], { folder: folder.path });
    assert.deepEqual({ err, status }, { err: '', status: 0 });
    assert.equal(out, `${file.replace('.mcap', '.html')}\n`);
    const html = readFileSync(file.replace('.mcap', '.html'), 'utf8');
    assert.match(html, /^<!doctype html>/);
    assert.match(html, /flight\.control\.take_off/);
  });

  it('writes the page where it is told to', async () => {
    using folder = new TestFolder();
    const file = folder.file('storm.mcap', log);
    const { status } = await run(['report', file, '--out', 'page.htm'], { folder: folder.path });
    assert.equal(status, 0);
    assert.ok(existsSync(path.join(folder.path, 'page.htm')));
  });

  it('makes a page of what there is of an unfinished log, and says so', async () => {
    using folder = new TestFolder();
    folder.file('cut.mcap.partial', log.subarray(0, log.length - 30));
    const refused = await run(['report', 'cut.mcap.partial'], { folder: folder.path });
    assert.equal(refused.status, 1);
    assert.match(refused.err, /^kitestring: cut\.mcap\.partial: it ends in the middle, .*--incomplete.*\n$/);
    const { out, status } = await run(['report', 'cut.mcap.partial', '--incomplete'], { folder: folder.path });
    assert.equal(status, 0);
    assert.match(out, /is incomplete/);
    assert.match(readFileSync(path.join(folder.path, 'cut.html'), 'utf8'), /The log is incomplete/);
  });

  it('has the last messages of an unfinished log, which are in a file beside it', async () => {
    using folder = new TestFolder();
    const file = new LogFile({
      path: folder.file('cut.mcap'),
      facts: {},
      codec: ZSTD,
      onFault: (fault) => assert.fail(String(fault)),
    });
    const records = new MessageRecords();
    const message = (channel: 'commands' | 'telemetry', value: object) => {
      records.begin(CHANNEL_IDS[channel], 1e15);
      records.out.text(JSON.stringify(value));
      records.end();
    };
    message('telemetry', { altitude_m: 1 });
    file.addChunk(records.take(), 1);
    message('commands', { operation: 'flight.control.land', plugin_name: 'desk', session: 'session-1', status: 202 });
    file.saveTail(records.take());
    await file.flush();
    for (const name of ['cut.mcap.partial', 'cut.mcap']) {
      const { status } = await run(['report', name, '--incomplete', '--out', 'page.html'], { folder: folder.path });
      assert.equal(status, 0);
      assert.match(readFileSync(path.join(folder.path, 'page.html'), 'utf8'), /flight\.control\.land/);
    }
    await file.finish({});
  });

  const lines: readonly [
    what: string,
    make: (folder: TestFolder) => readonly string[],
    says: RegExp,
    status: number,
  ][] = [
    ['no such file', () => ['nothing.mcap'], /nothing\.mcap: no such file/, 1],
    ['a folder', (folder) => [made(folder, 'logs.mcap')], /logs\.mcap: it is a folder/, 1],
    [
      'a file of another kind',
      (folder) => [folder.file('a.mcap', 'id,altitude\n1,2\n')],
      /a\.mcap: it is not an MCAP file/,
      1,
    ],
    ['an empty file', (folder) => [folder.file('a.mcap', '')], /a\.mcap: it is empty/, 1],
    [
      'a page that is the log',
      (folder) => [folder.file('a.mcap', 'x'), '--out', 'a.mcap'],
      /another file than the log/,
      1,
    ],
    ['no file', () => [], /FLIGHT\.mcap is missing/, 2],
    ['two files', () => ['a.mcap', 'b.mcap'], /unexpected argument "b\.mcap"/, 2],
  ];
  for (const [what, make, says, wanted] of lines) {
    it(`answers ${what} with one line and status ${wanted}`, async () => {
      using folder = new TestFolder();
      const { err, out, status } = await run(['report', ...make(folder)], { folder: folder.path });
      assert.deepEqual({ out, status }, { out: '', status: wanted });
      assert.match(err, says);
      assert.equal(err.split('\n').length, 2);
    });
  }

  it('says when the page can not be written', async () => {
    using folder = new TestFolder();
    folder.file('a.mcap', log);
    const { err, status } = await run(['report', 'a.mcap', '--out', 'no/such/folder.html'], { folder: folder.path });
    assert.equal(status, 1);
    assert.match(err, /cannot be written \(ENOENT\)/);
  });
});

function made(folder: TestFolder, name: string): string {
  mkdirSync(path.join(folder.path, name));
  return name;
}
