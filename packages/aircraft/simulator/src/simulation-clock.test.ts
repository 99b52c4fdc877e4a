import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SimulatedAircraft } from './simulated-aircraft.ts';
import { SimulationClock } from './simulation-clock.ts';
import { SimulationFault } from './simulation-fault.ts';

const START_US = 1_800_000_000_000_000;

function make() {
  const aircraft = new SimulatedAircraft({ seed: 1, startTimeUs: START_US });
  const clock = new SimulationClock(aircraft);
  return { aircraft, clock, sinceStartUs: () => clock.nowUs() - START_US };
}

function faultOf(act: () => void): SimulationFault {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof SimulationFault, `threw ${String(error)}`);
    return error;
  }
  throw new assert.AssertionError({ message: 'nothing was thrown' });
}

describe('the simulation clock', () => {
  it('stands still until it is advanced, then shows the simulation’s time', () => {
    const { clock, aircraft, sinceStartUs } = make();
    assert.equal(clock.nowUs(), START_US);
    clock.advance(1.5);
    assert.equal(sinceStartUs(), 1_500_000);
    assert.equal(aircraft.simulation.stepCount, 600);
  });

  it('advances by whole steps and never beyond what was asked', () => {
    const { clock, sinceStartUs } = make();
    clock.advanceTo(START_US + 7_499);
    assert.equal(sinceStartUs(), 5_000);
    clock.advanceTo(START_US);
    assert.equal(sinceStartUs(), 5_000);
  });

  it('tells events in order: the sample of a step, then its timers by time, then by scheduling', () => {
    const { clock, aircraft, sinceStartUs } = make();
    const events: string[] = [];
    aircraft.onSample(({ timeUs }) => events.push(`sample ${timeUs - START_US}`));
    const at = (us: number, name: string) =>
      clock.schedule(START_US + us, () => events.push(`${name} ${sinceStartUs()}`));
    at(100_000, 'second');
    at(99_999, 'first');
    at(100_000, 'third');
    at(51_000, 'between steps');
    clock.advance(0.1);
    assert.deepEqual(events, [
      'sample 50000',
      'between steps 52500',
      'sample 100000',
      'first 100000',
      'second 100000',
      'third 100000',
    ]);
  });

  it('calls what is scheduled from inside a call at its own time, in the same run', () => {
    const { clock, sinceStartUs } = make();
    const calls: number[] = [];
    const again = () => {
      calls.push(sinceStartUs());
      if (calls.length < 3) clock.schedule(clock.nowUs() + 10_000, again);
    };
    clock.schedule(0, again);
    assert.deepEqual(calls, []);
    clock.advance(1);
    assert.deepEqual(calls, [2_500, 12_500, 22_500]);
  });

  it('does not call what has been cancelled', () => {
    const { clock } = make();
    const cancel = clock.schedule(START_US + 5_000, () => assert.fail('was called'));
    cancel();
    clock.advance(1);
  });

  it('can not be advanced from inside its own calls', () => {
    const { clock } = make();
    clock.schedule(0, () => assert.throws(() => clock.advance(1), /from inside its own callbacks/));
    clock.advance(0.1);
    assert.equal(clock.fault, undefined);
  });

  it('stops for good when a state variable is no longer a number, and names the first that broke', () => {
    const { clock, aircraft } = make();
    const told: SimulationFault[] = [];
    clock.onFault((fault) => told.push(fault));
    aircraft.openLids();
    clock.advance(9);
    aircraft.takeOff(1);
    clock.advance(5);
    aircraft.simulation.winch.lengthM = Number.NaN;
    const fault = faultOf(() => clock.advance(1));
    assert.equal(fault.code, 'STATE_BROKEN');
    assert.match(fault.message, /tether length/);
    assert.equal(fault.atUs, START_US + 14_002_500);
    assert.equal(clock.fault, fault);
    assert.deepEqual(told, [fault]);
    assert.equal(
      faultOf(() => clock.advance(1)),
      fault,
    );
    assert.equal(clock.nowUs(), fault.atUs);
  });

  it('notices what breaks outside the motion by the next sample', () => {
    const { clock, aircraft } = make();
    aircraft.simulation.heat.spool.temperatureC = Number.NaN;
    assert.match(faultOf(() => clock.advance(1)).message, /spool temperature/);
  });

  it('stops when a listener of samples throws, with the cause', () => {
    const { clock, aircraft } = make();
    const cause = new Error('bug of the station');
    aircraft.onSample(() => {
      throw cause;
    });
    const fault = faultOf(() => clock.advance(1));
    assert.equal(fault.code, 'STATION_FAILED');
    assert.equal(fault.cause, cause);
    assert.equal(fault.atUs, START_US + 50_000);
  });

  it('stops when a scheduled call throws, and calls no other', () => {
    const { clock } = make();
    clock.schedule(START_US + 5_000, () => {
      throw new Error('bug of the station');
    });
    clock.schedule(START_US + 5_000, () => assert.fail('was called'));
    assert.equal(faultOf(() => clock.advance(1)).code, 'STATION_FAILED');
  });

  it('stops when the simulation itself throws', () => {
    const { clock, aircraft } = make();
    aircraft.simulation.step = () => {
      throw new Error('bug of the simulator');
    };
    assert.equal(faultOf(() => clock.advance(1)).code, 'STEP_FAILED');
  });
});
