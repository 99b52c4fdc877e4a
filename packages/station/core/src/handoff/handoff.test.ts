import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { RequestHandoffControl } from '@kitestring/station-contract/handoff/request-handoff-control.ts';
import type { Result } from '@kitestring/station-contract/refusal.ts';
import { Handoff } from './handoff.ts';

let clock: VirtualClock;
let handoff: Handoff;

beforeEach(() => {
  clock = new VirtualClock();
  handoff = new Handoff({ clock, leaseS: 10, queuePlaceS: 60, operatorMaxAgeS: 20 });
});

const seat = (name: string): Caller => ({
  sessionId: `session of ${name}`,
  callerId: 'plugin-1',
  callerName: 'vms',
  scopes: ['read', 'control', 'can_override'],
});

const outcome = (result: Result<unknown>) => (result.ok ? (result.value ?? 'accepted') : result.refusal.code);
const request = (name: string) => outcome(handoff.request(seat(name), { operator_name: name }));
const override = (name: string) => outcome(handoff.override(seat(name), { operator_name: name }));
const release = (name: string) => outcome(handoff.release(seat(name)));
const drop = (name: string) => handoff.dropSession(seat(name).sessionId);
const permit = (name: string) => outcome(handoff.permit(seat(name)));

/** Who is in control, then who waits: `anna < ben, cleo`. */
function seats(): string {
  const { controlling_client, requesting_clients } = handoff.topic.value;
  const waiting = requesting_clients.map(({ operator_name }) => operator_name).join(', ');
  return `${controlling_client?.operator_name ?? 'nobody'} < ${waiting || 'nobody'}`;
}

/** Anna is in control, Ben and Cleo wait. */
function threeSeats(): void {
  for (const name of ['anna', 'ben', 'cleo']) request(name);
  assert.equal(seats(), 'anna < ben, cleo');
}

describe('every action of every seat', () => {
  const nobody = () => {};
  const table: readonly [string, () => void, () => unknown, unknown, string][] = [
    ['request, nobody in control', nobody, () => request('dora'), 'granted', 'dora < nobody'],
    ['request, by the one in control', threeSeats, () => request('anna'), 'granted', 'anna < ben, cleo'],
    ['request, by the first that waits', threeSeats, () => request('ben'), 'queued', 'anna < ben, cleo'],
    ['request, by the last that waits', threeSeats, () => request('cleo'), 'queued', 'anna < ben, cleo'],
    ['request, by another one', threeSeats, () => request('dora'), 'queued', 'anna < ben, cleo, dora'],
    ['release, nobody in control', nobody, () => release('dora'), 'accepted', 'nobody < nobody'],
    ['release, by the one in control', threeSeats, () => release('anna'), 'accepted', 'ben < cleo'],
    ['release, by the first that waits', threeSeats, () => release('ben'), 'accepted', 'anna < cleo'],
    ['release, by another one', threeSeats, () => release('dora'), 'accepted', 'anna < ben, cleo'],
    ['override, nobody in control', nobody, () => override('dora'), 'accepted', 'dora < nobody'],
    ['override, by the one in control', threeSeats, () => override('anna'), 'accepted', 'anna < ben, cleo'],
    ['override, by the last that waits', threeSeats, () => override('cleo'), 'accepted', 'cleo < ben'],
    ['override, by another one', threeSeats, () => override('dora'), 'accepted', 'dora < ben, cleo'],
    ['end of the session in control', threeSeats, () => drop('anna'), undefined, 'ben < cleo'],
    ['end of the session of the first that waits', threeSeats, () => drop('ben'), undefined, 'anna < cleo'],
    ['end of another session', threeSeats, () => drop('dora'), undefined, 'anna < ben, cleo'],
    ['command, nobody in control', nobody, () => permit('dora'), 'accepted', 'nobody < nobody'],
    ['command, by the one in control', threeSeats, () => permit('anna'), 'accepted', 'anna < ben, cleo'],
    ['command, by the first that waits', threeSeats, () => permit('ben'), 'CONTROL_TAKEN', 'anna < ben, cleo'],
    ['command, by another one', threeSeats, () => permit('dora'), 'CONTROL_TAKEN', 'anna < ben, cleo'],
  ];

  for (const [what, before, action, expected, after] of table) {
    it(`${what}: ${expected ?? 'done'}, then ${after}`, () => {
      before();
      assert.equal(action(), expected);
      assert.equal(seats(), after);
    });
  }
});

describe('the lease', () => {
  it('lasts 10 s, to the microsecond', () => {
    request('anna');
    clock.advance(9.999_999);
    assert.equal(permit('ben'), 'CONTROL_TAKEN');
    clock.advance(0.000_001);
    assert.equal(seats(), 'nobody < nobody');
    assert.equal(permit('ben'), 'accepted');
  });

  it('is renewed by a request, not by a command', () => {
    request('anna');
    clock.advance(9);
    assert.equal(request('anna'), 'granted');
    clock.advance(9);
    assert.equal(permit('anna'), 'accepted');
    clock.advance(1);
    assert.equal(seats(), 'nobody < nobody');
  });

  it('passes to each that waits in turn, with 10 s each', () => {
    threeSeats();
    const history: string[] = [];
    handoff.onChange(() => history.push(`${(clock.nowUs() - startUs) / 1e6} s: ${seats()}`));
    const startUs = clock.nowUs();
    clock.advance(60);
    assert.deepEqual(history, ['10 s: ben < cleo', '20 s: cleo < nobody', '30 s: nobody < nobody']);
  });

  it('is fresh after a release and after the end of a session', () => {
    threeSeats();
    clock.advance(9);
    release('anna');
    clock.advance(9.9);
    assert.equal(seats(), 'ben < cleo');
    drop('ben');
    clock.advance(9.9);
    assert.equal(seats(), 'cleo < nobody');
    clock.advance(0.1);
    assert.equal(seats(), 'nobody < nobody');
  });

  it('lasts 10 s after an override, and the former holder is out', () => {
    threeSeats();
    clock.advance(5);
    override('dora');
    assert.equal(permit('anna'), 'CONTROL_TAKEN');
    clock.advance(9.9);
    assert.equal(seats(), 'dora < ben, cleo');
    clock.advance(0.1);
    assert.equal(seats(), 'ben < cleo');
  });

  it('is over for whoever looks, even if the clock is late with its call', () => {
    const late = { nowUs: () => clock.nowUs(), schedule: () => () => {} };
    handoff = new Handoff({ clock: late, leaseS: 10, queuePlaceS: 60, operatorMaxAgeS: 20 });
    request('anna');
    request('ben');
    clock.advance(10);
    assert.equal(permit('ben'), 'accepted');
    assert.equal(seats(), 'ben < nobody');
  });
});

describe('the queue', () => {
  it('gives a place for 60 s', () => {
    request('anna');
    request('ben');
    for (let s = 0; s < 59; s += 1) keepFor(1, 'anna');
    assert.equal(seats(), 'anna < ben');
    keepFor(1, 'anna');
    assert.equal(seats(), 'anna < nobody');
  });

  it('renews a place without changing the order', () => {
    threeSeats();
    keepFor(50, 'anna', 'ben');
    keepFor(10, 'anna');
    assert.equal(seats(), 'anna < ben', 'Cleo did not ask again');
    keepFor(50, 'anna');
    assert.equal(seats(), 'anna < nobody');
  });

  it('gives no control to a place that ends in the same moment', () => {
    handoff = new Handoff({ clock, leaseS: 10, queuePlaceS: 10, operatorMaxAgeS: 20 });
    request('anna');
    request('ben');
    clock.advance(10);
    assert.equal(seats(), 'nobody < nobody');
  });

  it('puts one that left and came back at the end', () => {
    threeSeats();
    release('ben');
    request('ben');
    assert.equal(seats(), 'anna < cleo, ben');
  });

  it('holds 100, and tells the next one so', () => {
    request('anna');
    for (let index = 0; index < 100; index += 1) assert.equal(request(`seat ${index}`), 'queued');
    const refused = handoff.request(seat('late'), { operator_name: 'late' });
    assert.deepEqual(refused, {
      ok: false,
      refusal: { code: 'CONTROL_TAKEN', message: 'anna (vms) is in control, and the queue is full (100)' },
    });
    assert.equal(request('seat 50'), 'queued', 'those that wait may ask again');
    release('seat 0');
    assert.equal(request('late'), 'queued');
  });

  /** Lets time pass while these keep asking. */
  function keepFor(seconds: number, ...names: string[]): void {
    for (let s = 0; s < seconds; s += 1) {
      clock.advance(1);
      for (const name of names) request(name);
    }
  }
});

describe('the state of handoff', () => {
  it('names nobody at first', () => {
    assert.deepEqual(handoff.topic.value, { controlling_client: null, requesting_clients: [] });
  });

  it('says who, by which plugin and session, and since when', () => {
    const startUs = clock.nowUs();
    handoff.request({ ...seat('anna'), sessionName: 'desk 2' }, { operator_name: '  Anna M.  ' });
    clock.advance(2);
    request('ben');
    clock.advance(2);
    handoff.request({ ...seat('anna'), sessionName: 'desk 2' }, { operator_name: 'Anna Maria' });
    request('ben');
    assert.deepEqual(handoff.topic.value, {
      controlling_client: {
        plugin_id: 'plugin-1',
        plugin_name: 'vms',
        session_id: 'session of anna',
        session_name: 'desk 2',
        operator_name: 'Anna Maria',
        last_change: formatTimestamp(startUs),
      },
      requesting_clients: [
        {
          plugin_id: 'plugin-1',
          plugin_name: 'vms',
          session_id: 'session of ben',
          operator_name: 'ben',
          last_change: formatTimestamp(startUs + 2e6),
        },
      ],
    });
    clock.advance(10);
    assert.equal(handoff.topic.value.controlling_client?.last_change, formatTimestamp(startUs + 14e6));
  });

  it('has the same bytes after a renewal, and others after a change', () => {
    request('anna');
    const { version } = handoff.topic;
    request('anna');
    assert.equal(handoff.topic.version, version);
    clock.advance(10);
    assert.equal(handoff.topic.version, version + 1);
  });

  it('is told to listeners until they leave, and the clock is left alone after the stop', () => {
    let calls = 0;
    const cancel = handoff.onChange(() => (calls += 1));
    request('anna');
    cancel();
    request('ben');
    assert.equal(calls, 1);
    handoff.stop();
    handoff.onChange(() => (calls += 1));
    clock.advance(100);
    assert.equal(calls, 1);
  });

  it('names the operator to those who are refused', () => {
    request('anna');
    const refused = handoff.permit(seat('ben'));
    assert.deepEqual(refused, {
      ok: false,
      refusal: { code: 'CONTROL_TAKEN', message: 'anna (vms) is in control' },
    });
  });
});

describe('what a request says about the operator', () => {
  const STANDARD = { operator_name: 'anna', regulatory_mode: 'US_REMOTE_ID_STANDARD' } as const;
  const position = { operator_gps_lat: 38.9, operator_gps_lon: -77 };

  const names: readonly [string, string][] = [
    ['', 'granted'],
    ['   \t', 'granted'],
    ['a', 'granted'],
    ['x'.repeat(1000), 'granted'],
    [` ${'x'.repeat(1000)} `, 'granted'],
    ['\u{1F681}'.repeat(250), 'granted'],
    ['x'.repeat(1001), 'INVALID_REQUEST'],
    ['\u{1F681}'.repeat(251), 'INVALID_REQUEST'],
    ['a\nb', 'INVALID_REQUEST'],
  ];
  for (const [operator_name, expected] of names) {
    it(`a name of ${Buffer.byteLength(operator_name)} bytes (${JSON.stringify(operator_name.slice(0, 6))}): ${expected}`, () => {
      assert.equal(outcome(handoff.request(seat('anna'), { operator_name })), expected);
      assert.equal(outcome(handoff.override(seat('anna'), { operator_name })), expected.replace('granted', 'accepted'));
    });
  }

  const bodies: readonly [string, Partial<RequestHandoffControl>, string][] = [
    ['no position', {}, 'granted'],
    ['latitude and longitude', position, 'granted'],
    ['all of it', { ...position, operator_gps_elevation: 12, operator_gps_accuracy: 3 }, 'granted'],
    ['0, 0', { operator_gps_lat: 0, operator_gps_lon: 0 }, 'granted'],
    ['latitude only', { operator_gps_lat: 38.9 }, 'OPERATOR_POSITION_REQUIRED'],
    ['longitude only', { operator_gps_lon: -77 }, 'OPERATOR_POSITION_REQUIRED'],
    ['elevation only', { operator_gps_elevation: 12 }, 'OPERATOR_POSITION_REQUIRED'],
    ['accuracy only', { operator_gps_accuracy: 3 }, 'OPERATOR_POSITION_REQUIRED'],
  ];
  for (const [what, body, expected] of bodies) {
    it(`${what} in the mode US_REMOTE_ID_STANDARD: ${expected}`, () => {
      assert.equal(outcome(handoff.request(seat('anna'), { ...STANDARD, ...body })), expected);
      assert.equal(seats(), expected === 'granted' ? 'anna < nobody' : 'nobody < nobody');
    });
  }

  it('one without a name is called by its plugin', () => {
    handoff.request(seat('anna'), { operator_name: '' });
    const refused = handoff.permit(seat('ben'));
    assert.equal(refused.ok ? '' : refused.refusal.message, 'vms is in control');
  });

  it('a part of a position is refused in every mode; a whole one counts in US_REMOTE_ID_STANDARD only', () => {
    for (const mode of [{}, { regulatory_mode: 'unset' }, { regulatory_mode: 'EU_OPEN' }]) {
      const body = { operator_name: 'anna', ...mode } as RequestHandoffControl;
      const partial = { ...body, operator_gps_lat: 38.9 };
      assert.equal(outcome(handoff.request(seat('anna'), partial)), 'OPERATOR_POSITION_REQUIRED');
      assert.equal(outcome(handoff.override(seat('anna'), partial)), 'OPERATOR_POSITION_REQUIRED');
      assert.equal(outcome(handoff.request(seat('anna'), { ...body, ...position })), 'granted');
      assert.equal(handoff.operator(), undefined);
    }
  });

  it('the report is that of the last request of the one in control', () => {
    assert.equal(handoff.operator(), undefined);
    const atUs = clock.nowUs();
    handoff.request(seat('anna'), { ...STANDARD, ...position, operator_gps_elevation: 12, operator_gps_accuracy: 3 });
    assert.deepEqual(handoff.operator(), { atUs, latDeg: 38.9, lonDeg: -77, elevationM: 12, accuracyM: 3 });
    clock.advance(3);
    handoff.request(seat('anna'), STANDARD);
    assert.deepEqual(handoff.operator(), { atUs: atUs + 3e6 });
    request('anna');
    assert.deepEqual(handoff.operator(), { atUs: atUs + 3e6 }, 'it counts on after a request without one');
  });

  it('the report counts for 20 s after it was given, lease or not', () => {
    const atUs = clock.nowUs();
    handoff.request(seat('anna'), { ...STANDARD, ...position });
    clock.advance(20);
    assert.equal(seats(), 'nobody < nobody');
    assert.deepEqual(handoff.operator(), { atUs, latDeg: 38.9, lonDeg: -77 });
    clock.advance(0.000_001);
    assert.equal(handoff.operator(), undefined);
  });

  it('the report of one that waits counts, as long as the one in control has given none', () => {
    request('anna');
    const benUs = clock.nowUs();
    handoff.request(seat('ben'), { ...STANDARD, ...position });
    assert.deepEqual(handoff.operator(), { atUs: benUs, latDeg: 38.9, lonDeg: -77 });
    clock.advance(1);
    handoff.request(seat('anna'), STANDARD);
    clock.advance(1);
    handoff.request(seat('ben'), { ...STANDARD, ...position });
    assert.deepEqual(handoff.operator(), { atUs: benUs + 1e6 }, 'Anna is in control');
    clock.advance(19.5);
    assert.deepEqual(handoff.operator(), { atUs: benUs + 2e6, latDeg: 38.9, lonDeg: -77 }, 'Anna’s is too old');
    clock.advance(1);
    assert.equal(handoff.operator(), undefined);
  });
});
