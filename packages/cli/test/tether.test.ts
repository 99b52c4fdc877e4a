import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { run, TestOutput } from './support/test-context.ts';

/** An output that calls back with all that was written so far. */
class WatchedOutput extends TestOutput {
  onText: (text: string) => void = () => {};

  override write(text: string): void {
    super.write(text);
    this.onText(this.text);
  }
}

/** A datagram of ArduPilot's SITL: all motors at this pulse width. */
function frame(count: number, pwmUs: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.writeUInt16LE(18_458, 0);
  bytes.writeUInt16LE(100, 2);
  bytes.writeUInt32LE(count, 4);
  for (let at = 8; at < 40; at += 2) bytes.writeUInt16LE(pwmUs, at);
  return bytes;
}

describe('kitestring tether', () => {
  let folder: TestFolder;
  before(() => {
    folder = new TestFolder();
    folder.file('kite.yaml', 'kite: { massKg: 2 }\n');
    folder.file('heavy.yaml', 'kite: { massKg: 200 }\n');
    const steps = [
      '- { at: 1 s, fault: spool_stuck, name: stuck }',
      '- { wait: 1 s, clear: stuck }',
      '- { wait: 1 s, do: land }',
      '- { wait: 1 s, wind: { speed_mps: 9 } }',
    ];
    folder.file(
      'stuck.yaml',
      `title: Stuck\ndescription: A spool.\ntimeline:\n${steps.join('\n')}\nexpect:\n  - at_end: gps_fix\n`,
    );
    const waits = 'timeline:\n  - { when: gps_fix }\n';
    folder.file('waits.yaml', `title: Waits\ndescription: For a station.\n${waits}expect:\n  - at_end: gps_fix\n`);
  });
  after(() => folder[Symbol.dispose]());
  const tether = (...argv: readonly string[]) => run(['tether', ...argv], { folder: folder.path });

  /** Runs the command, and flies with full throttle until the text has come. */
  async function flown(argv: readonly string[], until: RegExp): Promise<string> {
    const out = new WatchedOutput();
    const stop = new AbortController();
    const autopilot = createSocket('udp4');
    await new Promise<void>((resolve) => autopilot.bind(0, '127.0.0.1', resolve));
    let count = 0;
    const send = (port: number) => {
      autopilot.send(frame(count, count < 20 ? 1000 : 2000), port, '127.0.0.1');
      count += 1;
    };
    let port: number | undefined;
    autopilot.on('message', () => send(port as number));
    out.onText = (text) => {
      if (until.test(text)) stop.abort();
      if (port !== undefined) return;
      const said = /UDP port (\d+) |"port":(\d+)/.exec(text);
      port = said === null ? undefined : Number(said[1] ?? said[2]);
      if (port !== undefined) send(port);
    };
    const given = ['tether', '--for', 'ardupilot', '--port', '0', ...argv];
    const { err, status } = await run(given, { folder: folder.path, out, stop: stop.signal });
    autopilot.close();
    assert.deepEqual([status, err], [0, '']);
    return out.text;
  }

  it('says what it waits for, and what happens, by simulated time', async () => {
    const argv = ['--length', '12', '--sim-parameters-file', 'kite.yaml', '--fault', 'spool_stuck@0.5'];
    const text = await flown(argv, /fault spool_stuck begins/);
    const [first = '', ...lines] = text.split('\n');
    assert.match(first, /^Waiting for ArduPilot at UDP port \d+ of 127\.0\.0\.1$/);
    assert.match(text, /\n {2}quad of 2 kg, thrust up to 36 N\n {2}tether of 12 m, 6\.5 g\/m, 112 V; winch holds/);
    assert.match(text, /\n {2}wind 4 m\/s from 250°, turbulence light\n/);
    const events = lines.filter((line) => /^ *\d+\.\d s {2}/.test(line)).map((line) => line.slice(12));
    assert.match(events[0] ?? '', /^autopilot at 127\.0\.0\.1:\d+$/);
    assert.ok(events.includes('lifted off'));
    assert.ok(
      events.some((line) => /^height \d.* {2}tether \d.* {2}tension \d.* {2}power \d/.test(line)),
      text,
    );
  });

  it('prints a line of JSON for each event, and takes the faults of a scenario', async () => {
    const text = await flown(['--json', '--scenario', 'stuck.yaml'], /WindChanged/);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [listening] = lines;
    assert.deepEqual(
      [listening.event, listening.autopilot, listening.tether_m, listening.wind_mps],
      ['Listening', 'ardupilot', 50, 4],
    );
    assert.match(listening.left_out[0], /^stuck\.yaml:6: left out: /);
    const names = lines.map(({ event }) => event);
    for (const name of ['Connected', 'LiftedOff', 'Status', 'FaultBegan', 'FaultEnded', 'WindChanged']) {
      assert.ok(names.includes(name), `no ${name} in ${names}`);
    }
    const status = lines.find(({ event }) => event === 'Status');
    assert.ok(status.time_s > 0 && status.height_m >= 0 && status.power_w > 0 && status.tether_cut === false);
  });

  it('refuses what is wrong in one line, with status 2', async () => {
    const refusals: readonly (readonly [argv: readonly string[], line: RegExp])[] = [
      [[], /^kitestring: tether: --for is required, allowed: ardupilot, px4\n$/],
      [['--for', 'betaflight'], /^kitestring: tether: --for got "betaflight", allowed: ardupilot, px4\n$/],
      [['--for', 'px4', '--frame', 'y6'], /--frame got "y6", allowed: quad, hexa\n$/],
      [['--for', 'px4', '--length', '0'], /--length: got "0", allowed: a number from 1 to 1000\n$/],
      [['--for', 'px4', '--port', '70000'], /--port: got "70000", allowed: a whole number from 0 to 65535\n$/],
      [['--for', 'px4', '--thrust-expo', 'x'], /--thrust-expo: got "x", allowed: a number from 0 to 1\n$/],
      [['--for', 'px4', '--fault', 'tether_cut'], /--fault: got "tether_cut", allowed: a type, @ and seconds/],
      [['--for', 'px4', '--fault', 'tether_gone@3'], /--fault: there is no fault tether_gone/],
      [['--for', 'px4', '--sim-wind-speed-mps', '400'], /allowed: a number from 0 to 40 m\/s/],
      [['--for', 'px4', '--sim-parameters-file', 'heavy.yaml'], /kite\.massKg must be from 0\.1 to 25, got 200/],
      [['--for', 'px4', '--scenario', 'waits.yaml'], /^kitestring: waits\.yaml:4: when: only a station knows this/],
      [['--for', 'px4', '--scenario', 'nothing.yaml'], /there is no file nothing\.yaml/],
    ];
    for (const [argv, line] of refusals) {
      const { err, out, status } = await tether(...argv);
      assert.deepEqual([status, out], [2, ''], argv.join(' '));
      assert.match(err, line);
      assert.equal(err.trimEnd().split('\n').length, 1);
    }
  });

  it('ends with one line and status 2 where the port is taken, for either autopilot', async () => {
    const udp = createSocket('udp4');
    await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
    const taken = await tether('--for', 'ardupilot', '--port', String(udp.address().port));
    assert.deepEqual([taken.status, taken.out], [2, '']);
    assert.match(taken.err, /^kitestring: tether: UDP port \d+ of 127\.0\.0\.1 is taken: end the other simulator\n$/);
    udp.close();
    const tcp = createServer();
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    const { port } = tcp.address() as { readonly port: number };
    const { err, status } = await tether('--for', 'px4', '--port', String(port));
    assert.equal(status, 2);
    assert.match(err, /^kitestring: tether: TCP port \d+ of 127\.0\.0\.1 is taken: end the other simulator\n$/);
    tcp.close();
  });
});
