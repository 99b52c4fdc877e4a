import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ScriptedSettings } from '@kitestring/aircraft-mavlink/test/support/scripted-settings.ts';
import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import { LinkSigning, MavlinkLink, parseAddress } from '@kitestring/mavlink-link';
import { run } from './support/test-context.ts';

const STEP_MS = 50;
const ARDUCOPTER_4_6_3 = 0x04_06_03_ff;

/** An ArduCopter that stands at a UDP port, and says what it is and how it is set. */
class StandingAircraft implements AsyncDisposable {
  readonly settings: ScriptedSettings;
  readonly address: string;
  isArmed = false;
  /** With the key that it was given. */
  signing: LinkSigning | undefined;
  readonly #cleanup: AsyncDisposableStack;

  private constructor(settings: ScriptedSettings, address: string, cleanup: AsyncDisposableStack) {
    this.settings = settings;
    this.address = address;
    this.#cleanup = cleanup;
  }

  static async begin(): Promise<StandingAircraft> {
    const parsed = parseAddress('udp-listen://127.0.0.1:0');
    assert.ok(parsed.ok);
    await using cleanup = new AsyncDisposableStack();
    const clock = cleanup.adopt(new RealTimeClock(), (it) => it.stop());
    let self: StandingAircraft | undefined;
    const heartbeat = () => ({
      type: 2,
      autopilot: 3,
      base_mode: self?.isArmed === true ? 0x81 : 1,
      custom_mode: 4,
      system_status: 4,
      mavlink_version: 3,
    });
    const ids = { system: 7, component: 1 };
    const options = {
      ids,
      clock,
      heartbeat,
      get signing() {
        return self?.signing;
      },
    };
    const link = cleanup.use(await MavlinkLink.open(parsed.address, options));
    const state = link.transportState;
    const port = state.state === 'Open' ? state.boundTo : assert.fail();
    link.onMessage((message) => {
      if (message.name === 'COMMAND_LONG') tellVersion(link, message.fields.command, message);
      if (message.name === 'SETUP_SIGNING' && self?.isArmed === false) {
        const { initial_timestamp, secret_key } = message.fields;
        self.signing = new LinkSigning({ key: Uint8Array.from(secret_key), last: Number(initial_timestamp) }, clock);
      }
    });
    const timer = setInterval(() => link.step(), STEP_MS);
    cleanup.defer(() => clearInterval(timer));
    const settings = new ScriptedSettings(link, 'ArduCopter');
    self = new StandingAircraft(settings, `udp://127.0.0.1:${port}`, cleanup.move());
    return self;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cleanup.disposeAsync();
  }
}

function tellVersion(link: MavlinkLink, command: number, to: { readonly system: number; readonly component: number }) {
  const bytes = Array.from({ length: 8 }, () => 0);
  link.send('AUTOPILOT_VERSION', {
    capabilities: 0n,
    uid: 1n,
    flight_sw_version: ARDUCOPTER_4_6_3,
    middleware_sw_version: 0,
    os_sw_version: 0,
    board_version: 0,
    vendor_id: 0,
    product_id: 0,
    flight_custom_version: bytes,
    middleware_custom_version: bytes,
    os_custom_version: bytes,
  });
  link.send('COMMAND_ACK', { command, result: 0, target_system: to.system, target_component: to.component });
}

const doctor = (argv: readonly string[], ask?: (question: string) => Promise<string>) =>
  run(['doctor', ...argv], ask === undefined ? {} : { ask });

const PASSPHRASE = 'a long passphrase';
const doctorWithKey = (...argv: readonly string[]) =>
  run(['doctor', ...argv], { environment: { KITESTRING_MAVLINK_SIGNING_PASSPHRASE: PASSPHRASE } });

describe('kitestring doctor --aircraft', () => {
  it('prints what is unsafe with the wanted value, and how to write it', async () => {
    await using aircraft = await StandingAircraft.begin();
    aircraft.settings.values.set('FS_GCS_ENABLE', 0);
    const { err, out, status } = await doctor(['--aircraft', `mavlink:${aircraft.address}`]);
    assert.deepEqual([status, err], [1, '']);
    assert.match(out, /^ArduCopter 4\.6\.3, system 7, by udp:/);
    assert.match(out, /^unsafe +FS_GCS_ENABLE +0 +5 +lands when the station is lost; the default does nothing$/m);
    assert.match(out, /^ok +SYSID_MYGCS +255 +255 /m);
    assert.match(out, /^Of 15 parameters: 1 unsafe on a tether\. To write .*--apply$/m);
    assert.deepEqual(aircraft.settings.writes, []);
  });

  it('judges the fence by the ceiling of the station, and ends with 0 where all is safe, as JSON too', async () => {
    await using aircraft = await StandingAircraft.begin();
    const low = await doctor(['--aircraft', aircraft.address, '--flight-altitude-hard-max-m', '20', '--json']);
    const report = JSON.parse(low.out);
    assert.deepEqual(
      [low.status, report.safe, report.name, report.aircraft],
      [1, false, 'ArduCopter-7', 'ArduCopter 4.6.3, system 7'],
    );
    const unsafe = report.parameters.filter(({ state }: { state: string }) => state !== 'ok');
    assert.deepEqual(
      unsafe.map(({ name, value, wanted }: Record<string, unknown>) => [name, value, wanted]),
      [
        ['FENCE_ALT_MAX', 48, 'at most 23'],
        ['FENCE_RADIUS', 45, 'at most 30'],
      ],
    );
    const { out, status } = await doctor(['--aircraft', aircraft.address]);
    assert.equal(status, 0);
    assert.match(out, /All 15 parameters are safe on a tether\.\n$/);
  });

  it('writes after the name of the aircraft was typed, and says what it holds then', async () => {
    await using aircraft = await StandingAircraft.begin();
    const { values, readOnly } = aircraft.settings;
    values.set('FS_GCS_ENABLE', 0).set('FENCE_ACTION', 0).set('FENCE_ENABLE', 0);
    readOnly.add('FENCE_ACTION');
    const flags = ['--aircraft', aircraft.address, '--apply'];
    const questions: string[] = [];
    const wrong = await doctor(flags, async (question) => {
      questions.push(question);
      return 'ArduCopter-1';
    });
    assert.equal(wrong.status, 1);
    assert.match(wrong.err, /nothing is written: the name is ArduCopter-7, got "ArduCopter-1"\n$/);
    assert.deepEqual(questions, ['Type the name of the aircraft, ArduCopter-7, to write 3 parameters: ']);
    assert.deepEqual(aircraft.settings.writes, []);
    const { out, status } = await doctor(flags, async () => ' ArduCopter-7\n');
    assert.equal(status, 1);
    assert.match(out, /^FS_GCS_ENABLE is 5 now\n/m);
    assert.match(out, /^FENCE_ACTION: 2 was written, but it is 0\n/m);
    assert.match(out, /^Of 15 parameters: 1 unsafe on a tether\.\n$/m);
    assert.deepEqual([values.get('FS_GCS_ENABLE'), values.get('FENCE_ENABLE')], [5, 1]);
    readOnly.clear();
    const named = await doctor([...flags, '--yes', 'ArduCopter-7', '--json']);
    const { safe, written } = JSON.parse(named.out);
    assert.deepEqual([named.status, safe], [0, true]);
    assert.deepEqual(written, [{ name: 'FENCE_ACTION', wanted: 2, outcome: 'Written', value: 2 }]);
  });

  it('writes nothing to another aircraft than the named one, without a name, or while it is armed', async () => {
    await using aircraft = await StandingAircraft.begin();
    aircraft.settings.values.set('FS_GCS_ENABLE', 0);
    const flags = ['--aircraft', aircraft.address, '--apply'];
    const other = await doctor([...flags, '--yes', 'PX4-1']);
    assert.deepEqual(
      [other.status, other.err],
      [2, 'kitestring: doctor: --yes: got "PX4-1", but the aircraft is ArduCopter-7\n'],
    );
    const unnamed = await doctor(flags);
    assert.deepEqual(
      [unnamed.status, unnamed.err],
      [2, 'kitestring: doctor: no terminal for the confirmation; add --yes ArduCopter-7\n'],
    );
    aircraft.isArmed = true;
    const armed = await doctor([...flags, '--yes', 'ArduCopter-7']);
    assert.equal(armed.status, 1);
    assert.match(armed.err, /ArduCopter-7 is armed, or is not heard: nothing is written\n$/);
    assert.deepEqual(aircraft.settings.writes, []);
  });

  it('gives a disarmed aircraft the key, after which it signs and takes signed packets only', async () => {
    await using aircraft = await StandingAircraft.begin();
    const flags = ['--aircraft', aircraft.address, '--give-key', '--yes', 'ArduCopter-7'];
    const none = await doctor(flags);
    assert.deepEqual([none.status, none.err.split('\n').length], [2, 2]);
    assert.match(none.err, /--give-key: no key; set mavlink\.signing_passphrase/);
    aircraft.isArmed = true;
    const armed = await doctorWithKey(...flags);
    assert.equal(armed.status, 1);
    assert.match(armed.out, /ArduCopter-7 does not sign with the key: it is armed,/);
    assert.equal(aircraft.signing, undefined);
    aircraft.isArmed = false;
    const given = await doctorWithKey(...flags);
    assert.deepEqual([given.status, given.err, given.out], [0, '', 'ArduCopter-7 signs with the key now.\n']);
    const { signing } = aircraft as { signing: LinkSigning | undefined };
    // Its settings are read with the key.
    const read = await doctorWithKey('--aircraft', aircraft.address);
    assert.match(read.out, /All 15 parameters are safe/);
    assert.ok((signing?.counts.signed ?? 0) > 15);
  });

  it('says in one line, with status 2, what is wrong with the address', async () => {
    const cases: readonly (readonly [argv: readonly string[], message: RegExp])[] = [
      [['--aircraft', 'simulated'], /doctor: --aircraft: scheme/],
      [['--aircraft', 'udp://0.0.0.0'], /port: got ""/],
      [['--aircraft', 'udp-listen://192.0.2.1:0'], /no such address/],
      [['--aircraft', 'serial:///dev/none-of-this-name'], /none-of-this-name/],
      [['--apply'], /--apply: only with --aircraft/],
      [['--give-key'], /--give-key: only with --aircraft/],
      [['--yes', 'PX4-1'], /--yes: only with --aircraft/],
    ];
    for (const [argv, message] of cases) {
      const { err, status } = await doctor(argv);
      assert.equal(status, 2, `${argv.join(' ')} ${err}`);
      assert.match(err, message);
      assert.equal(err.split('\n').length, 2, 'one line');
    }
  });
});
