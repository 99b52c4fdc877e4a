import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { encode, TlogReader, tlogRecord } from '@kitestring/mavlink-codec/codec.ts';
import { run, TestOutput } from './support/test-context.ts';

const START_US = Date.UTC(2026, 2, 1, 9, 30) * 1000;
const VEHICLE = { system: 1, component: 1 };

const heartbeat = (sequence: number) =>
  encode(
    'HEARTBEAT',
    { type: 2, autopilot: 12, base_mode: 81, custom_mode: 0, system_status: 3, mavlink_version: 3 },
    { ...VEHICLE, sequence },
  );

/** Ten seconds of a vehicle, an order and its refusal, and an id that the dialect does not have. */
function recorded(): Uint8Array {
  const records = Array.from({ length: 11 }, (_, index) => tlogRecord(START_US + index * 1e6, heartbeat(index)));
  const params = { param1: 90, param2: Number.NaN, param3: 0, param4: 0, param5: 0, param6: 0, param7: 0 };
  const order = { ...params, command: 115, target_system: 1, target_component: 1, confirmation: 0 };
  const sent = encode('COMMAND_LONG', order, { system: 255, component: 190, sequence: 7 });
  const ack = encode('COMMAND_ACK', { command: 115, result: 3 }, { ...VEHICLE, sequence: 11 });
  const text = encode('STATUSTEXT', { severity: 4, text: 'wind\u001b[2J' }, { ...VEHICLE, sequence: 12 });
  return Buffer.concat([...records, ...[sent, ack, text].map((packet) => tlogRecord(START_US + 1e7, packet))]);
}

/** An output that calls back with all that was written so far. */
class WatchedOutput extends TestOutput {
  onText: (text: string) => void = () => {};

  override write(text: string): void {
    super.write(text);
    this.onText(this.text);
  }
}

describe('kitestring mavlink', () => {
  let folder: TestFolder;
  before(() => {
    folder = new TestFolder();
    folder.file('flight.tlog', recorded());
    folder.file('notes.txt', 'no packets at all');
  });
  after(() => folder[Symbol.dispose]());
  const mavlink = (...argv: readonly string[]) => run(['mavlink', ...argv], { folder: folder.path });

  it('decodes a file, a line per packet, with orders and answers by name and no control characters', async () => {
    const { err, out, status } = await mavlink('flight.tlog');
    assert.deepEqual([status, err], [0, '']);
    const lines = out.trimEnd().split('\n');
    assert.equal(lines.length, 14);
    assert.match(lines[0] ?? '', /^09:30:00\.000 1\/1 HEARTBEAT .*type=2 autopilot=12/);
    assert.match(lines[11] ?? '', /^09:30:10\.000 255\/190 COMMAND_LONG param1=90 param2=NaN .*command=CONDITION_YAW/);
    assert.match(lines[12] ?? '', / COMMAND_ACK command=CONDITION_YAW result=UNSUPPORTED /);
    assert.ok(!out.includes('\u001b'));
  });

  it('decodes it as JSON, and shows the named messages only', async () => {
    const { out, status } = await mavlink(
      'flight.tlog',
      '--json',
      '--message',
      'command_long',
      '--message',
      'COMMAND_ACK',
    );
    assert.equal(status, 0);
    const [order, answer, ...more] = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(more, []);
    assert.deepEqual(
      [order.time, order.system, order.message, order.fields.param1, order.fields.param2],
      ['2026-03-01T09:30:10.000Z', 255, 'COMMAND_LONG', 90, null],
    );
    assert.deepEqual([answer.id, answer.fields.result], [77, 3]);
  });

  it('shows its messages by sender and rate', async () => {
    const { out } = await mavlink('flight.tlog', '--summary');
    assert.match(out, /^14 packets in 10\.0 s\n1\/1 {2}QUADROTOR, PX4\n {6}0 {2}HEARTBEAT +1\.1 Hz +11\n/);
    assert.match(out, /^255\/190\n +76 {2}COMMAND_LONG/m);
    const { out: json } = await mavlink('flight.tlog', '--summary', '--json', '--message', 'HEARTBEAT');
    assert.deepEqual(JSON.parse(json).messages, [{ system: 1, component: 1, id: 0, total: 11, rateHz: 1.1 }]);
  });

  it('says what is wrong with its source in one line, with status 2', async () => {
    const cases: readonly (readonly [argv: readonly string[], message: RegExp])[] = [
      [[], /SOURCE is missing/],
      [['gone.tlog'], /gone\.tlog: no such file/],
      [['./notes.txt'], /no MAVLink packet/],
      [['ftp://x'], /scheme: got "ftp"; try udp:/],
      [['udp://0.0.0.0'], /port: got ""/],
      [['udpin:0.0.0.0:14550'], /try udp-listen:\/\/0\.0\.0\.0:14550/],
      [['udp-listen://192.0.2.1:0'], /no such address: try 0\.0\.0\.0/],
      [['flight.tlog', '--heartbeat'], /--heartbeat: for a link only/],
      [['udp://0.0.0.0:0', '--summary'], /--summary: for a \.tlog file or a flight log only/],
      [['flight.tlog', '--tlog', 'other.tlog'], /--tlog: for a link or a flight log only/],
      [['gone.mcap'], /gone\.mcap: no such file/],
      [['flight.tlog', '--message', 'NO_SUCH'], /--message: got "NO_SUCH"/],
      [['udp-listen://127.0.0.1:0', '--tlog', 'flight.tlog'], /the file is there already/],
    ];
    for (const [argv, message] of cases) {
      const { err, status } = await mavlink(...argv);
      assert.equal(status, 2, argv.join(' '));
      assert.match(err, message);
      assert.equal(err.split('\n').length, 2, 'one line');
    }
  });

  it('shows a link until it is stopped, silent unless told otherwise, and records it', async () => {
    const out = new WatchedOutput();
    const stop = new AbortController();
    const vehicle = createSocket('udp4');
    let answers = 0;
    vehicle.on('message', () => {
      answers += 1;
    });
    out.onText = (text) => {
      const [, port] = /, port (\d+)\n/.exec(text) ?? [];
      if (text.includes('1/1 HEARTBEAT')) stop.abort();
      else if (port !== undefined) vehicle.send(heartbeat(0), Number(port), '127.0.0.1');
    };
    const context = { folder: folder.path, out, stop: stop.signal };
    const ran = await run(['mavlink', 'udp-listen://127.0.0.1:0', '--tlog', 'new.tlog'], context);
    vehicle.close();
    assert.equal(ran.status, 0);
    assert.match(out.text, /1\/1 has appeared\n.* 1\/1 HEARTBEAT\n/);
    assert.match(out.text, / connected: 127\.0\.0\.1:\d+\n/);
    assert.equal(answers, 0);
    const [record] = new TlogReader().push(readFileSync(folder.file('new.tlog')));
    assert.deepEqual(record?.packet.bytes, heartbeat(0));
  });

  it('says why there is no connection, and connects when there is one', async () => {
    const server = createServer((socket) => void socket.write(heartbeat(0)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const out = new WatchedOutput();
    const stop = new AbortController();
    out.onText = (text) => {
      if (text.includes('1/1 HEARTBEAT')) stop.abort();
      else if (/no connection: .*ECONNREFUSED.*; trying again\n$/.test(text) && !server.listening)
        server.listen(port, '127.0.0.1');
    };
    const { status } = await run(['mavlink', `tcp://127.0.0.1:${port}`], {
      folder: folder.path,
      out,
      stop: stop.signal,
    });
    server.close();
    assert.equal(status, 0);
    assert.match(out.text, /trying again\n.* connected: 127\.0\.0\.1:\d+\n/);
  });

  it('redraws a table in a terminal, and sends its heartbeat when told', async () => {
    const out = new WatchedOutput(true, 100);
    const stop = new AbortController();
    const vehicle = createSocket('udp4');
    const heard = new Promise<number>((resolve) => vehicle.on('message', (bytes) => resolve(bytes[5] ?? 0)));
    await new Promise<void>((resolve) => vehicle.bind(0, '127.0.0.1', resolve));
    out.onText = (text) => {
      if (/QUADROTOR, PX4, 0\.0 % lost/.test(text)) stop.abort();
    };
    vehicle.on('message', (_, { port }) => vehicle.send(heartbeat(0), port, '127.0.0.1'));
    const address = `udp://127.0.0.1:${vehicle.address().port}`;
    const { status } = await run(['mavlink', address, '--heartbeat'], { folder: folder.path, out, stop: stop.signal });
    assert.equal(status, 0);
    assert.equal(await heard, 254);
    assert.match(out.text, /HEARTBEAT +\.\.\. +1/);
    vehicle.close();
  });
});
