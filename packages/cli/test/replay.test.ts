import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { StationProcess, TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import {
  SHIFT_FACTS,
  shiftTime,
  stormyFlight,
  WINDY_MINUTE,
  writtenLog,
  writtenShift,
} from '@kitestring/station-flightlog/test/support';
import { runExamples, whyNoCurl } from './support/page-examples.ts';
import { run, TestOutput } from './support/test-context.ts';
import { TEST_KEY } from './support/test-station.ts';

const environment = { KITESTRING_API_KEY: TEST_KEY, KITESTRING_PORT: '0', KITESTRING_CONSOLE_ENABLED: 'false' };
const PAGE = readFileSync(path.join(import.meta.dirname, '../../../docs/integrator/replay.md'), 'utf8');

describe('kitestring replay', () => {
  let folder: TestFolder;
  before(async () => {
    folder = new TestFolder();
    write('shift.mcap', await writtenShift(WINDY_MINUTE));
  });
  after(() => folder[Symbol.dispose]());
  const write = (name: string, bytes: Uint8Array) => writeFileSync(path.join(folder.path, name), bytes);
  const context = () => ({ environment, folder: folder.path });

  /** A replay in this process, when it listens. */
  async function replaying(argv: readonly string[]) {
    const stop = new AbortController();
    const listening = Promise.withResolvers<string>();
    const out = new (class extends TestOutput {
      override write(text: string): void {
        super.write(text);
        const url = /"url":"([^"]+)".*"msg":"listening"/.exec(text)?.[1];
        if (url !== undefined) listening.resolve(url);
      }
    })();
    const err = new TestOutput();
    const ended = run(['replay', ...argv], { ...context(), out, err, stop: stop.signal });
    ended.then(({ status }) => listening.reject(new Error(`status ${status}: ${err.text}`)), listening.reject);
    const url = await listening.promise;
    const end = async () => {
      stop.abort();
      assert.equal((await ended).status, 0);
    };
    return { url, out, err, [Symbol.asyncDispose]: end };
  }

  it('serves a recording to our client: states, notifications, refused commands, and its controls', async () => {
    await using replay = await replaying(['shift.mcap', '--speed', '50', '--from', '15s']);
    assert.match(
      replay.err.text,
      /REPLAY[\s\S]*shift\.mcap, of gs-7[\s\S]*50 times as fast|50 times as fast[\s\S]*shift\.mcap, of gs-7/,
    );
    await using client = new KitestringClient({
      url: replay.url,
      key: TEST_KEY,
      platform: nodePlatform(),
      timeoutMs: 180_000,
    });
    const landed = await client.topic('flight/state').until(({ flight_state }) => flight_state === 'StandBy');
    assert.equal(landed.altitude, 0);
    const { is_at_end: isAtEnd, paused } = await client.replay.getReplay();
    assert.deepEqual([isAtEnd, paused], [true, true]);
    const { notifications } = await client.notifications.getNotificationHistory({ from_time: shiftTime(0) });
    assert.deepEqual(
      notifications.map(({ end_time }) => end_time),
      [shiftTime(40)],
    );
    await assert.rejects(client.flight.takeOff(), { code: 'REPLAY_READ_ONLY' });
    const { time } = await client.replay.setReplay({ time: shiftTime(30) });
    assert.equal(Date.parse(time), Date.parse(shiftTime(30)));
    assert.equal((await client.flight.getFlightState()).altitude, 30);
  });

  it('is watched by kitestring watch', async () => {
    await using replay = await replaying(['shift.mcap', '--paused', '--from', shiftTime(10)]);
    const stop = new AbortController();
    const out = new TestOutput();
    const seen = Promise.withResolvers<void>();
    const { write: plain } = TestOutput.prototype;
    out.write = (text) => {
      plain.call(out, text);
      if (out.text.includes('Flying')) seen.resolve();
    };
    const watching = run(['watch', '--url', replay.url, '--json'], { ...context(), out, stop: stop.signal });
    await seen.promise;
    stop.abort();
    assert.equal((await watching).status, 0);
    assert.match(out.text, /"topic":"flight\/state".*"flight_state":"Flying","altitude":10/);
  });

  it('ends with status 0, with clients and without, as a process', async () => {
    const command = ['replay', path.join(folder.path, 'shift.mcap'), '--loop'];
    await using alone = await StationProcess.start({ command });
    assert.deepEqual(await alone.end(), { status: 0, signal: null }, alone.output);
    await using replay = await StationProcess.start({ command });
    await using client = new KitestringClient({
      url: replay.url,
      key: TEST_API_KEY,
      platform: nodePlatform(),
      timeoutMs: 180_000,
    });
    await client.topic('flight/state').until(() => true);
    const leave = client.topic('flight/state').subscribe({ message: () => {} });
    assert.deepEqual(await replay.end('SIGINT'), { status: 0, signal: null }, replay.output);
    leave();
  });

  it('does what its guide says', { skip: whyNoCurl() }, async () => {
    await using replay = await replaying(['shift.mcap', '--paused']);
    const [state = '', controlled = ''] = await runExamples('integrator/replay.md', { url: replay.url, key: TEST_KEY });
    assert.equal(JSON.parse(state).paused, true);
    assert.match(controlled, /"paused":true.*"speed":20,"paused":false,"looped":true/s);
  });

  it('starts with every command line of its guide and its help', async () => {
    write('long.mcap', await writtenShift([...WINDY_MINUTE, [[9000, 'flight/state', { flight_state: 'StandBy' }]]]));
    const { out: help } = await run(['replay', '--help']);
    const lines = [...`${PAGE}\n${help}`.matchAll(/^ *(?:npx )?kitestring replay (shift\.mcap.*)$/gm)].map(
      ([, line]) => line ?? '',
    );
    assert.ok(lines.length >= 6, 'the test finds the lines');
    for (const line of lines) {
      const argv = line.replace('shift.mcap', 'long.mcap').replace('4000', '0').split(' ');
      const { status, err } = await run(['replay', ...argv], { ...context(), stop: AbortSignal.abort() });
      assert.equal(status, 0, `${line}: ${err}`);
    }
  });

  it('names what is wrong with a file in one line, each kind with its status', async () => {
    write('empty.mcap', new Uint8Array(0));
    write('photo.mcap', Buffer.from('no mcap at all'));
    write('flight.mcap', await writtenLog(stormyFlight()));
    write('nothing.mcap', await writtenShift([]));
    write('old.mcap', await writtenShift(WINDY_MINUTE, { facts: { ...SHIFT_FACTS, api_version: '0.5.0' } }));
    const cases: readonly (readonly [string, number, RegExp])[] = [
      ['none.mcap', 3, /no such file/],
      ['empty.mcap', 4, /it is empty/],
      ['photo.mcap', 4, /it is not an MCAP file/],
      ['flight.mcap', 5, /`kitestring report` reads it/],
      ['nothing.mcap', 6, /no state of a station is in it/],
      ['old.mcap', 7, /recorded from a station with API 0\.5\.0; these are played: 1\.0\.0, 1\.1\.2/],
    ];
    for (const [name, expected, reason] of cases) {
      const { status, err } = await run(['replay', name], context());
      assert.equal(status, expected, err);
      assert.match(err, new RegExp(`^kitestring: ${name.replace('.', '\\.')} cannot be played: [^\n]+\n$`));
      assert.match(err, reason);
      assert.match(PAGE, new RegExp(`^\\| ${expected} \\| `, 'm'));
    }
  });

  it('plays what can be read of a cut file, and says what is lost', async () => {
    write('cut.mcap', (await writtenShift(WINDY_MINUTE)).subarray(0, -300));
    await using replay = await replaying(['cut.mcap', '--paused']);
    assert.match(
      replay.out.text,
      /"msg":"not all of the recording can be played: it ends in the middle, after byte \d+ of \d+"/,
    );
    await using client = new KitestringClient({
      url: replay.url,
      key: TEST_KEY,
      platform: nodePlatform(),
      timeoutMs: 180_000,
    });
    assert.match((await client.replay.getReplay()).loss ?? '', /^it ends in the middle/);
  });

  it('says what is wrong with its flags', async () => {
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [[], /replay: FILE is missing/],
      [['shift.mcap', '--speed', '0'], /--speed: got "0", allowed: 0\.1 to 1000/],
      [['shift.mcap', '--from', 'noon'], /--from: got "noon", allowed: a duration/],
      [
        ['shift.mcap', '--from', '2h'],
        /--from: got "2h", the recording is from 2026-11-21T08:30:00\.000000\+00:00 to 2026/,
      ],
      [['shift.mcap', '--seed', '3'], /unknown flag --seed/],
    ];
    for (const [argv, message] of cases) {
      const { status, err } = await run(['replay', ...argv], context());
      assert.equal(status, 2, err);
      assert.match(err, message);
    }
  });
});
