import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FaultRequest, FaultState } from '@kitestring/station-contract/sim/fault.ts';
import { SimulatedAircraft } from '../simulated-aircraft.ts';
import { SimulationClock } from '../simulation-clock.ts';
import { type FaultRefusal, isFaultRefusal, MAX_KEPT_FAULTS, MAX_OPEN_FAULTS } from './fault-injector.ts';

const START_US = Date.UTC(2026, 2, 1, 9, 30) * 1000;

function make(options: { rooftopBox?: boolean } = {}) {
  const aircraft = new SimulatedAircraft({ seed: 1, startTimeUs: START_US, ...options });
  const clock = new SimulationClock(aircraft);
  const { faults, simulation } = aircraft;
  const inject = (request: FaultRequest) => state(faults.inject(request));
  const statusOf = (id: string) => faults.list().find((fault) => fault.id === id)?.status;
  return { aircraft, clock, faults, simulation, inject, statusOf };
}

function state(answer: FaultState | FaultRefusal | undefined): FaultState {
  assert.ok(answer !== undefined && !isFaultRefusal(answer), `refused: ${JSON.stringify(answer)}`);
  return answer;
}

function reasonOf(answer: FaultState | FaultRefusal | undefined): string {
  assert.ok(answer !== undefined && isFaultRefusal(answer), `not refused: ${JSON.stringify(answer)}`);
  return answer.reason;
}

describe('the life of a fault', () => {
  it('begins at once when no other time is asked for, and stays until it is cleared', () => {
    const { simulation, clock, faults, inject } = make();
    const { id, status, severity, parameters, begin_time, end_time } = inject({ type: 'motor_failure' });
    assert.deepEqual(
      { id, status, severity, parameters },
      { id: '1', status: 'active', severity: 1, parameters: { motor: 1 } },
    );
    assert.equal(begin_time, '2026-03-01T09:30:00.000000+00:00');
    assert.equal(end_time, undefined);
    assert.equal(simulation.body.rotors.effectiveness[0], 0);
    clock.advance(3600);
    assert.equal(simulation.body.rotors.effectiveness[0], 0);
    assert.equal(state(faults.clear(id)).status, 'cleared');
    assert.equal(simulation.body.rotors.effectiveness[0], 1);
    assert.equal(faults.list()[0]?.end_time, '2026-03-01T10:30:00.000000+00:00');
  });

  it('begins and ends at exactly its steps', () => {
    const { simulation, clock, inject, statusOf } = make();
    const { id, begin_time, end_time } = inject({ type: 'kite_detection', at: 0.5, duration: 0.25 });
    assert.equal(begin_time, '2026-03-01T09:30:00.500000+00:00');
    assert.equal(end_time, '2026-03-01T09:30:00.750000+00:00');
    const seen: string[] = [];
    let was = statusOf(id);
    for (let step = 0; step < 400; step += 1) {
      clock.runSteps(1);
      const is = statusOf(id);
      // A step that begins at 0.5 s is the 201st: it is run with the fault in it.
      if (is !== was) seen.push(`${is} ${simulation.cradleSwitch.isBlind} ${simulation.stepCount}`);
      was = is;
    }
    assert.deepEqual(seen, ['active true 201', 'expired false 301']);
  });

  it('is cleared before its time has come, and then never happens', () => {
    const { clock, faults, simulation, inject } = make();
    const { id } = inject({ type: 'remote_id', at: 10 });
    clock.advance(5);
    const { status, begin_time } = state(faults.clear(id));
    assert.deepEqual({ status, begin_time }, { status: 'cleared', begin_time: undefined });
    clock.advance(10);
    assert.equal(simulation.selfTests.remoteIdFails, false);
  });

  it('keeps what it was when it is cleared after its end, and knows nothing of other ids', () => {
    const { clock, faults, inject } = make();
    const { id } = inject({ type: 'remote_id', duration: 1 });
    clock.advance(2);
    assert.equal(state(faults.clear(id)).status, 'expired');
    assert.equal(faults.clear('2'), undefined);
    assert.equal(faults.clear(''), undefined);
  });

  it('has its own length when it is a gust', () => {
    const { clock, statusOf, inject } = make();
    const { id, end_time } = inject({ type: 'wind_gust', parameters: { rise_s: 1, hold_s: 2, fall_s: 1 } });
    assert.equal(end_time, '2026-03-01T09:30:04.000000+00:00');
    clock.advance(3.9);
    assert.equal(statusOf(id), 'active');
    clock.advance(0.2);
    assert.equal(statusOf(id), 'expired');
  });

  it('ends first and begins then, so that what is free in a step can be claimed in it', () => {
    const { clock, inject, statusOf, simulation } = make();
    const later = inject({ type: 'motor_degraded', at: 2, parameters: { motor: 3 } });
    inject({ type: 'motor_failure', at: 1, duration: 1, parameters: { motor: 3 } });
    clock.advance(2.1);
    assert.equal(statusOf(later.id), 'active');
    assert.equal(simulation.body.rotors.effectiveness[2], 0.55);
  });
});

describe('a fault that is not possible', () => {
  it('is refused when it is on the same thing as another, which is named', () => {
    const { faults, inject } = make();
    const { id } = inject({ type: 'motor_failure', parameters: { motor: 2 } });
    const reason = reasonOf(faults.inject({ type: 'motor_degraded', parameters: { motor: 2 } }));
    assert.equal(reason, `fault ${id} (motor_failure) is on the same thing: motor 2`);
    inject({ type: 'motor_degraded', parameters: { motor: 5 } });
    assert.equal(faults.list().length, 2);
  });

  it('is impossible, with the reason, when its time has come and the state does not allow it', () => {
    const { clock, faults, inject } = make();
    inject({ type: 'gps_loss', parameters: { receiver: 'kite' } });
    const { id } = inject({ type: 'gps_loss', at: 1 });
    clock.advance(2);
    const { status, reason, begin_time, end_time } = state(faults.clear(id));
    assert.deepEqual(
      { status, reason, begin_time, end_time },
      {
        status: 'impossible',
        reason: 'fault 1 (gps_loss) is on the same thing: GPS receiver (kite)',
        begin_time: undefined,
        end_time: '2026-03-01T09:30:01.000000+00:00',
      },
    );
  });

  it('is refused at once, whenever it should begin, when the aircraft lacks what it is about', () => {
    const { faults } = make({ rooftopBox: false });
    for (const at of [0, 60]) {
      assert.match(reasonOf(faults.inject({ type: 'lids_stuck', at })), /no Rooftop Box/);
      assert.match(reasonOf(faults.inject({ type: 'supply_low', at })), /no Rooftop Box/);
      assert.match(reasonOf(faults.inject({ type: 'stream_lost', at })), /no video/);
      assert.match(reasonOf(faults.inject({ type: 'storage_full', at })), /no recorder/);
      assert.match(reasonOf(faults.inject({ type: 'ground_station_reboot', at })), /no computer/);
    }
    assert.deepEqual(faults.list(), []);
  });

  it('is refused when it would change nothing', () => {
    const { aircraft, faults } = make();
    const same = { type: 'payload_swap', parameters: { camera_model: 'Camera 2nd Generation' } } as const;
    assert.match(reasonOf(faults.inject(same)), /Camera 2nd Generation already/);
    aircraft.setCameraPowered(false);
    assert.match(reasonOf(faults.inject({ type: 'camera_offline' })), /switched off already/);
  });
});

describe('a request that is wrong', () => {
  const WRONG: readonly (readonly [name: string, request: object, message: RegExp])[] = [
    ['type', { type: 'volcano' }, /no fault volcano/],
    ['type by inheritance', { type: 'toString' }, /no fault toString/],
    ['at', { type: 'gps_loss', at: -1 }, /at must be a number from 0 to 86400, got -1/],
    ['at that is none', { type: 'gps_loss', at: Number.NaN }, /at must be .*, got NaN/],
    ['duration', { type: 'gps_loss', duration: 0 }, /duration must be more than 0/],
    ['duration', { type: 'gps_loss', duration: 1e9 }, /duration must be .* 86400/],
    ['severity', { type: 'gps_loss', severity: 1.01 }, /severity must be a number from 0 to 1, got 1.01/],
    ['severity that is not graded', { type: 'remote_id', severity: 0.5 }, /takes no severity, got 0.5/],
    ['parameter name', { type: 'gps_loss', parameters: { reciever: 'kite' } }, /no parameter reciever.*receiver/],
    ['parameter of none', { type: 'remote_id', parameters: { x: 1 } }, /there are: none/],
    ['number', { type: 'wind_gust', parameters: { peak_mps: 41 } }, /peak_mps must be a number from 0.1 to 40, got 41/],
    ['number as a text', { type: 'wind_gust', parameters: { peak_mps: '8' } }, /peak_mps/],
    ['integer', { type: 'motor_failure', parameters: { motor: 1.5 } }, /motor must be an integer from 1 to 6, got 1.5/],
    [
      'choice',
      { type: 'gps_loss', parameters: { receiver: 'all' } },
      /receiver must be one of both, kite, ground_station/,
    ],
    [
      'text',
      { type: 'stream_lost', parameters: { stream_id: 'x'.repeat(65) } },
      /stream_id must be a text of at most 64/,
    ],
  ];
  for (const [name, request, message] of WRONG) {
    it(`throws and names the ${name}, the limit and what it got`, () => {
      const { faults } = make();
      assert.throws(() => faults.inject(request as FaultRequest), { name: 'RangeError', message });
      assert.deepEqual(faults.list(), []);
    });
  }
});

describe('many faults', () => {
  it('are bounded: no more open ones than a number', () => {
    const { faults, inject } = make();
    for (let count = 0; count < MAX_OPEN_FAULTS; count += 1) inject({ type: 'wind_gust', at: 10 + count });
    assert.match(reasonOf(faults.inject({ type: 'remote_id' })), /100 faults are open/);
    assert.equal(faults.clearAll().length, MAX_OPEN_FAULTS);
    inject({ type: 'remote_id' });
  });

  it('are bounded: of those that have ended the oldest are forgotten, open ones never', () => {
    const { faults, inject } = make();
    inject({ type: 'remote_id', at: 1000 });
    for (let count = 0; count < MAX_KEPT_FAULTS + 10; count += 1) {
      faults.clear(inject({ type: 'secondary_autopilot' }).id);
    }
    const ids = faults.list().map(({ id }) => id);
    assert.equal(ids.length, MAX_KEPT_FAULTS);
    assert.deepEqual(ids.slice(0, 2), ['1', '13']);
  });

  it('are cleared all at once; what was open is told', () => {
    const { clock, faults, inject, simulation } = make();
    inject({ type: 'remote_id', duration: 1 });
    inject({ type: 'gps_loss' });
    inject({ type: 'motor_failure', at: 60 });
    clock.advance(2);
    assert.deepEqual(
      faults.clearAll().map(({ id, status }) => `${id} ${status}`),
      ['2 cleared', '3 cleared'],
    );
    assert.deepEqual(faults.clearAll(), []);
    clock.advance(5);
    assert.equal(simulation.position.kite.hasFix, true);
  });

  it('may be on top of each other where they are different things', () => {
    const { faults, inject } = make();
    for (const type of ['gps_loss', 'gps_multipath', 'wind_gust', 'wind_change', 'kite_data_missing'] as const) {
      inject({ type });
    }
    inject({ type: 'link_degraded' });
    inject({ type: 'camera_offline' });
    inject({ type: 'payload_swap' });
    assert.deepEqual(new Set(faults.list().map(({ status }) => status)), new Set(['active']));
  });
});
