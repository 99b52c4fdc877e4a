import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { refuse } from '@kitestring/station-contract/refusal.ts';
import { StoppedFault } from '../src/stop-signal.ts';
import { type Ran, run, TestOutput } from './support/test-context.ts';
import { TEST_KEY, type TestStation, testStation } from './support/test-station.ts';

const STEPS = [
  'Stand by on the ground',
  'Take control',
  'Take off',
  'Climb to 10 m',
  'Pan +180°',
  'Pan −180°',
  'Tilt +20°',
  'Land',
];

const fly = ({ url, folder }: TestStation, flags: readonly string[] = [], overrides: Parameters<typeof run>[1] = {}) =>
  run(['fly', '--url', url, '--data-dir', folder, ...flags], {
    environment: { KITESTRING_API_KEY: TEST_KEY },
    ...overrides,
  });

const client = ({ url }: Pick<TestStation, 'url'>, tokenName = 'the test') =>
  new KitestringClient({ url, key: TEST_KEY, tokenName, platform: nodePlatform(), timeoutMs: 180_000 });

function assertFlown({ status, out, err }: Ran): void {
  assert.deepEqual({ status, err }, { status: 0, err: '' }, out);
  const done = [...out.matchAll(/^(.+): done after/gm)].map(([, title]) => title);
  assert.deepEqual(done, STEPS);
}

describe('kitestring fly', () => {
  it('flies from StandBy to StandBy faster than real time, says so, and gives control and token back', async () => {
    await using station = await testStation();
    const { auth } = station.running.station;
    const request = auth.requestToken.bind(auth);
    const asked: (string | undefined)[] = [];
    auth.requestToken = (question) => {
      asked.push(question.scope);
      return request(question);
    };
    const ran = await fly(station);
    auth.requestToken = request;
    assertFlown(ran);
    assert.deepEqual(asked, ['read control'], 'a token that may do no more than it needs');
    assert.match(ran.out, /a simulated aircraft/);
    // As it was: a busy machine is slower, and catches up. How it is learned and said is tested beside the code, in virtual time.
    const [, speed] = /Done\. \d+ s of flight, at (\d+(?:\.\d)?) times real time\./.exec(ran.out) ?? [];
    assert.ok(Number(speed) > 1, ran.out);
    await using other = client(station);
    assert.equal((await other.flight.getFlightState()).flight_state, 'StandBy');
    assert.equal((await other.handoff.getHandoffState()).controlling_client, null);
    assert.deepEqual(
      (await other.auth.listTokens()).map(({ name }) => name),
      ['the test'],
    );
  });

  it('flies again and again: a camera that an earlier flight left looking down is levelled first', async () => {
    await using station = await testStation({ 'sim-speed': '100' });
    for (let flight = 0; flight < 2; flight += 1) assertFlown(await fly(station));
  });

  it('flies a Kite without a camera, and says what it leaves out', async () => {
    await using station = await testStation();
    const { camera } = station.running.station;
    camera.state = camera.info = () => refuse('CAMERA_NOT_FOUND');
    const { err, out, status } = await fly(station);
    assert.deepEqual({ status, err }, { status: 0, err: '' }, out);
    const leftOut = [...out.matchAll(/^(.+): left out, there is no camera$/gm)].map(([, title]) => title);
    assert.deepEqual(leftOut, ['Pan +180°', 'Pan −180°', 'Tilt +20°']);
  });

  it('flies at 100 times real time, where ten seconds pass between two messages', async () => {
    await using station = await testStation({ 'sim-speed': '100' });
    assertFlown(await fly(station));
  });

  it('flies over HTTPS with the pinned key or that of the data folder, and with nothing that is not', async () => {
    await using station = await testStation();
    using folder = new TestFolder();
    const url = station.url.replace('http:', 'https:');
    const { pin } = station.running;
    const elsewhere = { ...station, url, folder: folder.path };
    assertFlown(await fly({ ...station, url }));
    assertFlown(await fly(elsewhere, ['--pin', pin]));
    assert.match((await fly(elsewhere)).err, /certificate is not trusted.*; give --pin .*, --ca or --insecure\n$/);
    const otherPin = `sha256//${'A'.repeat(43)}=`;
    const refused = await fly({ ...station, url }, ['--pin', otherPin]);
    assert.equal(refused.status, 4);
    assert.ok(refused.err.includes(`the station’s key is ${pin}, expected ${otherPin}`), refused.err);
    assert.match((await fly({ ...station, url }, ['--pin', 'x'])).err, /--pin: got "x", allowed: sha256/);
  });

  it('draws a picture in a terminal', async () => {
    await using station = await testStation();
    const out = new TestOutput(true, 100);
    const { status } = await fly(station, [], { out });
    assert.equal(status, 0);
    const last = out.text.slice(out.text.lastIndexOf('✔ Stand by'));
    for (const step of STEPS) assert.ok(last.includes(`✔ ${step}`), step);
    assert.match(last, /Altitude .*0\.0 m/);
  });

  it('says a refusal with its code, lands and ends with 1', async () => {
    await using station = await testStation();
    const { status, out } = await fly(station, ['--altitude', '45']);
    assert.equal(status, 1);
    assert.match(out, /^Refused: 400 ALTITUDE_ABOVE_HARD_MAX: .*45.*$/m);
    assert.match(out, /^Climb to 45 m: failed after/m);
    assert.match(out, /^Land: done after/m);
    assert.match(out, /^The Kite is on the ground\.$/m);
    assert.equal(station.running.station.topics.flight.value.flight_state, 'StandBy');
  });

  it('lands when it is stopped in the air', async () => {
    await using station = await testStation({ 'sim-speed': '20' });
    const stop = new AbortController();
    const ran = fly(station, [], { stop: stop.signal });
    await using watcher = client(station);
    await watcher.topic('flight/state').until(({ altitude = 0 }) => altitude > 3);
    stop.abort(new StoppedFault());
    const { status, out } = await ran;
    assert.equal(status, 1);
    assert.match(out, /Stopped on request\./);
    assert.match(out, /^Land: done after/m);
    assert.equal(station.running.station.topics.flight.value.flight_state, 'StandBy');
  });

  it('does not get off the ground when it is stopped during the checks', async () => {
    await using station = await testStation();
    const stop = new AbortController();
    const ran = fly(station, [], { stop: stop.signal });
    await using watcher = client(station);
    await watcher.topic('flight/state').until(({ flight_state }) => flight_state === 'TakingOff');
    stop.abort(new StoppedFault());
    const { status, out } = await ran;
    assert.equal(status, 1);
    assert.match(out, /The Kite is on the ground\./);
  });

  it('orders a landing of a Kite that is not heard, and does not say that it is on the ground', async () => {
    await using station = await testStation({ 'sim-speed': '20' });
    const out = new TestOutput();
    const write = out.write.bind(out);
    out.write = (text) => {
      write(text);
      if (text.startsWith('Pan +180°')) station.running.world.aircraft.faults.inject({ type: 'kite_data_missing' });
    };
    const { status } = await fly(station, [], { out });
    assert.equal(status, 1);
    assert.match(
      out.text,
      /The Kite is not heard, and may be in the air\. It is ordered to land with its first data\./,
    );
  });

  it('leaves the Kite to whoever takes control of it', async () => {
    await using station = await testStation({ 'sim-speed': '20', 'handoff-lease-s': '3600' });
    const ran = fly(station);
    await using other = client(station);
    await other.topic('flight/state').until(({ altitude = 0 }) => altitude > 3);
    await other.handoff.overrideControl({ operator_name: 'the test' });
    const { status, out } = await ran;
    assert.equal(status, 1);
    assert.match(out, /another client has taken control|CONTROL_TAKEN/);
    assert.match(out, /The Kite is still in the air\./);
    assert.notEqual(station.running.station.topics.flight.value.flight_state, 'Landing');
  });

  it('waits for control that somebody has, and flies when it is given', async () => {
    await using station = await testStation({ 'handoff-lease-s': '3600' });
    await using other = client(station);
    await other.handoff.requestControl({ operator_name: 'the test' });
    const ran = fly(station);
    await other.topic('handoff/state').until(({ requesting_clients: waiting }) => waiting.length === 1);
    await other.handoff.releaseControl();
    assertFlown(await ran);
  });

  it('takes control at once with --override', async () => {
    await using station = await testStation({ 'handoff-lease-s': '3600' });
    await using other = client(station);
    await other.handoff.requestControl({ operator_name: 'the test' });
    assertFlown(await fly(station, ['--override']));
  });

  it('leaves a Kite alone that somebody flies', async () => {
    await using station = await testStation();
    await using other = client(station);
    const flight = other.topic('flight/state');
    await flight.until(({ flight_state }) => flight_state === 'StandBy');
    await other.flight.takeOff();
    await flight.until(({ flight_state }) => flight_state === 'Flying');
    const { status, out } = await fly(station);
    assert.equal(status, 1);
    assert.match(out, /the Kite is Flying already; land it first/);
    assert.equal(station.running.station.topics.flight.value.flight_state, 'Flying');
  });

  it('says where there is no station', async () => {
    const { status, err } = await run(['fly', '--url', 'http://127.0.0.1:1', '--key', 'x']);
    assert.equal(status, 3);
    assert.match(
      err,
      /^kitestring: cannot reach http:\/\/127\.0\.0\.1:1\/api: connect ECONNREFUSED .*: check the address/,
    );
  });

  it('says that a key is wrong', async () => {
    await using station = await testStation();
    const { status, err } = await run(['fly', '--url', station.url, '--key', 'wrong']);
    assert.equal(status, 5);
    assert.match(err, /^kitestring: the API key is unknown\n$/);
  });
});
