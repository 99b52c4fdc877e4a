import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { within } from '@kitestring/lab-testing/near.ts';
import { FaultedFlight } from './faulted-flight.ts';

describe('kite_data_missing', () => {
  it('leaves only the Ground Station’s data; a Kite that hears no answer lands for safety after 5 s', () => {
    const flight = FaultedFlight.at(20);
    const fault = flight.inject({ type: 'kite_data_missing' });
    flight.advance(4.9);
    assert.deepEqual([flight.sample.kite, flight.sample.camera], [undefined, undefined]);
    assert.notEqual(flight.sample.groundStation.gps, undefined);
    assert.equal(flight.simulation.failsafe.isLanding, false);
    within(flight.motion.upM, 19, 21);
    flight.advance(5);
    assert.equal(flight.simulation.failsafe.isLanding, true);
    within(flight.motion.upM, 10, 18);
    flight.clear(fault);
    flight.advance(0.1);
    assert.equal(flight.kite.failsafeLanding, true);
    // Whatever is asked for: the landing goes on.
    flight.aircraft.setAltitude(20);
    flight.until(({ kite }) => kite?.landedState === 'OnGround', 20);
    assert.equal(flight.kite.failsafeLanding, false);
  });

  it('of less than 5 s lets the Kite fly on', () => {
    const flight = FaultedFlight.at(10);
    flight.inject({ type: 'kite_data_missing', duration: 4 });
    flight.advance(20);
    assert.equal(flight.kite.failsafeLanding, false);
    within(flight.altitudeM, 9.5, 10.5);
  });

  it('still lets commands through', () => {
    const flight = FaultedFlight.at(10);
    flight.inject({ type: 'kite_data_missing' });
    flight.aircraft.setAltitude(7);
    flight.advance(4.5);
    within(flight.motion.upM, 6.5, 8.5);
  });

  it('in the cradle makes nothing happen', () => {
    const flight = new FaultedFlight();
    flight.inject({ type: 'kite_data_missing', duration: 20 });
    flight.advance(21);
    assert.equal(flight.kite.failsafeLanding, false);
    assert.equal(flight.kite.landedState, 'OnGround');
  });
});

describe('link_degraded', () => {
  const slow = (latency_ms: number, loss_percent = 0) =>
    ({ type: 'link_degraded', parameters: { latency_ms, loss_percent } }) as const;

  it('delays commands by the latency, to the step', () => {
    const flight = FaultedFlight.at(10);
    flight.inject(slow(500));
    flight.aircraft.land('normal');
    flight.advance(0.5);
    assert.equal(flight.simulation.autopilot.phase, 'Flying');
    flight.clock.runSteps(1);
    assert.equal(flight.simulation.autopilot.phase, 'Landing');
  });

  it('delays data by the latency', () => {
    const flight = FaultedFlight.at(10);
    flight.inject(slow(1000));
    flight.aircraft.setAltitude(5);
    flight.advance(3);
    const trueM = flight.motion.upM;
    const reportedM = flight.altitudeM;
    flight.advance(1);
    within(reportedM - trueM, 0.4, 1.2);
    within(flight.altitudeM - trueM, -0.1, 0.1);
  });

  it('loses its share of the data, and of the commands', () => {
    const flight = FaultedFlight.at(10);
    flight.inject(slow(0, 30));
    let missing = 0;
    for (let count = 0; count < 2000; count += 1) {
      flight.advance(0.05);
      if (flight.sample.kite === undefined) missing += 1;
    }
    within(missing / 2000, 0.26, 0.34);
    let carriedOut = 0;
    const { link, stepCount } = flight.simulation;
    link.carryOut = () => {
      carriedOut += 1;
    };
    for (let count = 0; count < 200; count += 1) link.carryUp({ kind: 'holdAltitude' }, stepCount);
    within(carriedOut / 200, 0.6, 0.8);
    assert.equal(flight.simulation.failsafe.isLanding, false);
  });

  it('is as good as no link when everything is lost: the Kite lands by itself', () => {
    const flight = FaultedFlight.at(10);
    flight.inject(slow(0, 100));
    flight.aircraft.setAltitude(30);
    flight.advance(20);
    assert.equal(flight.sample.kite, undefined);
    assert.equal(flight.simulation.autopilot.phase, 'Off');
  });

  it('carries out what was on its way when it got well, in order', () => {
    const flight = FaultedFlight.at(10);
    const fault = flight.inject(slow(2000));
    flight.aircraft.setAltitude(20);
    flight.clear(fault);
    flight.aircraft.setAltitude(5);
    flight.advance(1.9);
    assert.equal(flight.simulation.autopilot.heightSetpointM, 10);
    flight.advance(15);
    within(flight.altitudeM, 4.5, 5.5);
  });

  it('refuses a command that is none where it is given, not where it would arrive', () => {
    const flight = FaultedFlight.at(5);
    flight.inject(slow(500));
    assert.throws(() => flight.aircraft.setAltitude(Number.NaN), RangeError);
    assert.throws(() => flight.aircraft.moveTilt({ kind: 'toAngle', angleDeg: Number.POSITIVE_INFINITY }), RangeError);
    flight.advance(2);
    assert.equal(flight.clock.fault, undefined);
  });
});

describe('camera_offline', () => {
  it('shows as offline; the camera starts up again when it ends', () => {
    const flight = new FaultedFlight();
    flight.advance(5);
    flight.inject({ type: 'camera_offline', duration: 10 });
    flight.advance(9);
    assert.equal(flight.sample.camera?.online, false);
    flight.advance(2);
    assert.equal(flight.sample.camera?.online, false);
    flight.advance(3);
    assert.equal(flight.sample.camera?.online, true);
  });
});

describe('payload_swap', () => {
  it('shows another model, which starts up, and the old one when it ends', () => {
    const flight = FaultedFlight.at(5);
    flight.inject({ type: 'payload_swap', duration: 20 });
    flight.advance(0.1);
    const shown = () => [flight.sample.camera?.model, flight.sample.camera?.online];
    assert.deepEqual(shown(), ['Camera 2nd Generation IR Plus', false]);
    flight.advance(5);
    assert.deepEqual(shown(), ['Camera 2nd Generation IR Plus', true]);
    flight.advance(20);
    assert.deepEqual(shown(), ['Camera 2nd Generation', true]);
  });

  it('while the camera is off leaves the other one off, too', () => {
    const flight = new FaultedFlight();
    flight.inject({ type: 'camera_offline' });
    flight.inject({ type: 'payload_swap' });
    flight.advance(10);
    assert.deepEqual(
      [flight.sample.camera?.model, flight.sample.camera?.online],
      ['Camera 2nd Generation IR Plus', false],
    );
  });
});
