import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FaultRequest } from '@kitestring/station-contract/sim/fault.ts';
import type { TimelineEntry } from '../src/run/timeline.ts';
import { FlownRun } from './support/flown-run.ts';

const BREEZE = { speedMps: 6, fromDeg: 270, turbulence: 'light' } as const;

const fault = (atS: number, request: FaultRequest): TimelineEntry => ({
  atS,
  action: { kind: 'fault', name: request.type, request },
});

const near = (actual: number, expected: number, within: number, what: string) =>
  assert.ok(Math.abs(actual - expected) <= within, `${what}: ${actual}, expected ${expected} within ${within}`);

describe('an airframe on our tether', () => {
  it('takes off, lands, and stands with its tether wound up', () => {
    const flight = new FlownRun();
    flight.flyTo(4, 9);
    flight.flyTo(-1, 9, () => {
      // As the land detector of an autopilot does.
      if (flight.names.includes('TouchedDown')) flight.controller.target = undefined;
    });
    const { heightM, paidOutM, tensionN } = flight.run.reading;
    assert.deepEqual(flight.names, ['LiftedOff', 'TouchedDown']);
    near(heightM, 0, 0.01, 'height');
    near(paidOutM, 0.4, 0.01, 'tether');
    assert.equal(tensionN, 0);
  });

  it('is held by the end of its tether, and by a blocked spool', () => {
    const short = new FlownRun({ parameters: { tether: { spoolM: 5 } } });
    const atEnd = short.flyTo(8, 12);
    near(atEnd.heightM, 5, 0.1, 'height');
    assert.ok(atEnd.tensionN > 10, `${atEnd.tensionN} N`);
    assert.ok(short.names.includes('AllPaidOut'));
    const stuck = new FlownRun({ timeline: [fault(3, { type: 'spool_stuck' })] });
    const held = stuck.flyTo(8, 12);
    assert.ok(stuck.names.includes('FaultBegan'));
    assert.ok(held.heightM < 6 && held.reelMps === 0, `at ${held.heightM} m`);
  });

  it('drops when tether and battery are gone', () => {
    const parameters = { kiteBattery: { capacityAh: 0.02 } };
    const flight = new FlownRun({ parameters, timeline: [fault(8, { type: 'main_power_loss' })] });
    flight.flyTo(4, 30);
    const names = flight.names.slice(0, 5);
    assert.deepEqual(names, ['LiftedOff', 'FaultBegan', 'BatteryFeeds', 'PowerLost', 'TouchedDown']);
    const touched = flight.events.find(({ event }) => event === 'TouchedDown');
    assert.ok(touched?.event === 'TouchedDown' && touched.speedMps > 4, JSON.stringify(touched));
  });

  it('breaks its tether under a load above its strength', () => {
    const parameters = { tether: { breakLoadN: 12 }, winch: { clutchN: 1000 } };
    const flight = new FlownRun({ parameters, timeline: [fault(4, { type: 'spool_stuck' })] });
    flight.flyTo(8, 16);
    assert.ok(flight.names.includes('TetherParted'), flight.names.join());
    near(flight.run.reading.heightM, 8, 1.5, 'height');
  });

  it('flies the same at every rate of frames, and with either model of the tether', () => {
    const hovering = [200, 333, 400, 1200].map((rateHz) => new FlownRun({}, rateHz).flyTo(5, 12));
    const lumped = new FlownRun({ parameters: { tether: { model: 'lumped' } } }).flyTo(5, 12);
    for (const { heightM, paidOutM, tensionN } of [...hovering, lumped]) {
      near(heightM, 5, 0.4, 'height');
      near(paidOutM, heightM, 0.3, 'tether');
      near(tensionN, 6, 1.2, 'tension');
    }
  });

  it('gives the same flight again for the same seed, wind and commands', () => {
    const fly = () => new FlownRun({ wind: BREEZE }).flyTo(5, 6);
    assert.deepEqual(fly(), fly());
  });

  it('stands on a deck at sea, and its tether follows a base that drives off', () => {
    const afloat = new FlownRun({ parameters: {}, wind: BREEZE, sea: { seaState: 4, wavesFromDeg: 90 } });
    let most = 0;
    afloat.fly(20, () => {
      most = Math.max(most, Math.abs(afloat.run.reading.heightM));
    });
    assert.ok(most > 0.2, `heaved by ${most} m`);
    assert.deepEqual(afloat.names, []);
    const drives = { type: 'system_moving', parameters: { speed_mps: 1, heading_deg: 90 } } as const;
    const pulled = new FlownRun({ timeline: [fault(10, drives)] });
    pulled.flyTo(10, 16);
    const { baseAngleDeg, paidOutM } = pulled.run.reading;
    assert.ok(baseAngleDeg > 10 && paidOutM > 10.2, `${baseAngleDeg} degrees, ${paidOutM} m`);
  });

  it('refuses faults of parts that it has not, and of motors beyond its four', () => {
    const { faults } = new FlownRun().run.airframe;
    assert.deepEqual(faults.inject({ type: 'gps_loss' }), {
      reason: 'gps_loss acts on a part that is not simulated here',
    });
    assert.deepEqual(faults.inject({ type: 'motor_failure', parameters: { motor: 5 } }), {
      reason: 'there is no motor 5, only 4',
    });
  });
});
