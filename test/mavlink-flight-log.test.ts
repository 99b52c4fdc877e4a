import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { decode, TlogReader, type TlogRecord } from '@kitestring/mavlink-codec/codec.ts';
import { mavlinkStation } from '@kitestring/station-app/test/support/mavlink-station.ts';
import { pythonProgram, whyNoPython } from '../scripts/tests/pinned-packages.mjs';

const LAUNCHER = join(import.meta.dirname, '../packages/cli/bin/kitestring.mjs');
const READER = join(import.meta.dirname, 'python-tools/read_tlog.py');

const run = (program: string, ...args: readonly string[]) => spawnSync(program, args, { encoding: 'utf8' });

describe('the packets of a flight with a real autopilot', () => {
  const cleanup = new AsyncDisposableStack();
  const passed: { readonly bytes: Uint8Array; readonly direction: 'in' | 'out' }[] = [];
  let log = '';
  let tlog = '';
  let records: readonly TlogRecord[] = [];

  before(async () => {
    const { client, folder, line, running, until } = await mavlinkStation('ArduCopter', cleanup);
    line.link.onPacket((bytes, direction) => {
      passed.push({ bytes: bytes.slice(), direction: direction === 'In' ? 'in' : 'out' });
    });
    assert.equal((await client.post('flight/control/take_off')).status, 202);
    await until('Flying', 60);
    assert.equal((await client.post('flight/control/land')).status, 202);
    await until('StandBy', 60);
    log = (await running.flightLog.finish()) ?? assert.fail('no log');
    tlog = join(folder, 'flight.tlog');
    const extracted = run(process.execPath, LAUNCHER, 'mavlink', log, '--tlog', tlog);
    assert.deepEqual([extracted.status, extracted.stdout, extracted.stderr], [0, `${tlog}\n`, '']);
    records = new TlogReader().push(readFileSync(tlog));
  });
  after(() => cleanup.disposeAsync());

  it('are all in its log, of both directions, and as they were on the wire', () => {
    const logged = new Set(records.map(({ packet }) => Buffer.from(packet.bytes).toString('hex')));
    assert.ok(passed.length > 200, `${passed.length} packets`);
    // The last ones came while the log was ended already.
    const missing = passed.slice(0, -20).filter(({ bytes }) => !logged.has(Buffer.from(bytes).toString('hex')));
    assert.deepEqual(missing, []);
  });

  it('are written as a .tlog file, in order of time, whose packets can all be decoded', () => {
    const names = records.map(({ packet }) => decode(packet)?.name);
    assert.ok(names.includes('GLOBAL_POSITION_INT') && names.includes('COMMAND_LONG') && names.includes('COMMAND_ACK'));
    assert.ok(!names.includes(undefined));
    const times = records.map(({ timeUs }) => timeUs);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
  });

  it('are shown from the log itself, with their direction', () => {
    const { status, stdout } = run(process.execPath, LAUNCHER, 'mavlink', log, '--json', '--message', 'COMMAND_LONG');
    assert.equal(status, 0);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.ok(lines.every(({ direction, message }) => direction === 'out' && message === 'COMMAND_LONG'));
  });

  it('are opened by pymavlink', { skip: whyNoPython() }, () => {
    const { status, stderr, stdout } = run(pythonProgram('python'), READER, tlog);
    assert.equal(status, 0, stderr);
    const counted = Object.fromEntries(
      stdout
        .trim()
        .split(' ')
        .map((part) => part.split('=')),
    );
    const ours = Map.groupBy(records, ({ packet }) => decode(packet)?.name);
    for (const name of ['HEARTBEAT', 'GLOBAL_POSITION_INT', 'COMMAND_LONG', 'COMMAND_ACK'] as const)
      assert.equal(counted[name], String(ours.get(name)?.length), name);
  });
});
