import assert from 'node:assert/strict';
import type { AircraftSample, Capabilities } from '@kitestring/station-core/ports';
import { type AircraftTrial, fastest, kites, type Register } from './aircraft-trial.ts';
import { near } from './near.ts';

/** Take-off and commanded heights. */
export function describeHeight(test: Register, { rates: { normalMps } }: Capabilities): void {
  test('reaches its take-off height in time and holds it', async (trial) => {
    await trial.openLids();
    const { takeOffS } = trial.timing;
    trial.ask((aircraft) => aircraft.takeOff(1));
    const inAirS = await trial.until('in the air', ({ kite }) => kite?.landedState === 'InAir', takeOffS - 4);
    await trial.advance(takeOffS - inAirS);
    near(trial.altitudeM, 1, 0.4, `altitude after ${takeOffS} s`);
    await trial.advance(30);
    holds(trial, 30, 1);
  });

  test('climbs and descends at the normal rate and holds what it has reached', async (trial) => {
    await trial.flyAt(1);
    for (const [fromM, toM] of [
      [1, 16],
      [16, 4],
    ] as const) {
      trial.ask((aircraft) => aircraft.setAltitude(toM));
      const isThere = ({ kite }: AircraftSample) => Math.abs((kite?.altitudeM ?? 0) - toM) < 0.5;
      const tookS = await trial.until(`${toM} m reached`, isThere, 60);
      near(tookS, Math.abs(toM - fromM) / normalMps, 3 + trial.timing.lateS, 'time of the way');
      assert.ok(fastest(trial.lastS(tookS), ({ kite }) => kite?.altitudeM, trial.timing.lateS) < 1.3 * normalMps);
      await trial.advance(3);
      await trial.advance(40);
      holds(trial, 40, toM);
    }
  });

  test('stops a climb where it is when asked to hold', async (trial) => {
    await trial.flyAt(1);
    trial.ask((aircraft) => aircraft.setAltitude(30));
    await trial.advance(10);
    const askedAtM = trial.altitudeM;
    trial.ask((aircraft) => aircraft.holdAltitude());
    const { lateS } = trial.timing;
    await trial.advance(5 + lateS);
    near(trial.altitudeM, askedAtM, 1.2 + normalMps * lateS, 'altitude');
    const heldM = trial.altitudeM;
    await trial.advance(20);
    near(trial.altitudeM, heldM, 0.5, 'altitude held');
  });

  test('carries out the last height that was asked for', async (trial) => {
    await trial.flyAt(1);
    trial.ask((aircraft) => aircraft.setAltitude(30));
    await trial.advance(6);
    trial.ask((aircraft) => aircraft.setAltitude(3));
    await trial.advance(20 + 2 * trial.timing.lateS);
    near(trial.altitudeM, 3, 0.5, 'altitude');
  });
}

function holds(trial: AircraftTrial, seconds: number, altitudeM: number): void {
  for (const kite of kites(trial.lastS(seconds))) near(kite.altitudeM ?? 0, altitudeM, 0.5, 'altitude held');
}

const isGrounded = ({ kite }: AircraftSample) => kite?.landedState === 'OnGround';

/** Normal and safety landings. */
export function describeLanding(test: Register, { rates, reset }: Capabilities): void {
  const { normalMps, safetyMps } = rates;
  test('comes down at the normal rate, into its cradle, and switches its motors off', async (trial) => {
    await trial.flyAt(15);
    trial.ask((aircraft) => aircraft.land('normal'));
    const tookS = await trial.until('landed', isGrounded, 40 + trial.timing.lateS);
    near(tookS, 15 / normalMps, 7 + trial.timing.lateS, 'time of the landing');
    await trial.advance(2);
    near(trial.altitudeM, 0, 0.3, 'altitude');
    assert.notEqual(trial.sample.groundStation.kiteInCradle, false);
  });

  test('comes down at its safety rate, whatever else is asked', async (trial) => {
    await trial.flyAt(20);
    trial.ask((aircraft) => aircraft.land('safety'));
    await trial.advance(2);
    trial.ask((aircraft) => aircraft.setAltitude(30));
    await trial.advance(2);
    trial.ask((aircraft) => aircraft.holdAltitude());
    await trial.advance(2);
    trial.ask((aircraft) => aircraft.land('normal'));
    const { lateS } = trial.timing;
    const tookS = await trial.until('landed', isGrounded, 30 + lateS);
    near(tookS + 6, 20 / safetyMps, 7 + lateS, 'time of the landing');
    const descent = trial.samples.map(({ kite }) => kite?.climbRateMps ?? 0);
    near(Math.min(...descent), -safetyMps, 0.4, 'rate of descent');
  });

  test(reset ? 'stays locked after a safety landing until it is reset' : 'has no lock to reset', async (trial) => {
    await trial.flyAt(2);
    trial.ask((aircraft) => aircraft.land('safety'));
    await trial.until('landed', isGrounded, 20 + trial.timing.lateS);
    trial.ask((aircraft) => aircraft.takeOff(1));
    if (reset) {
      await trial.advance(5);
      assert.equal(trial.kite.landedState, 'OnGround');
      trial.ask((aircraft) => {
        aircraft.reset();
        aircraft.takeOff(1);
      });
    }
    await trial.advance(trial.timing.takeOffS);
    near(trial.altitudeM, 1, 0.4, 'altitude');
  });

  test('can be called off by a new height', async (trial) => {
    await trial.flyAt(10);
    trial.ask((aircraft) => aircraft.land('normal'));
    await trial.advance(6);
    trial.ask((aircraft) => aircraft.setAltitude(8));
    await trial.advance(15 + 2 * trial.timing.lateS);
    near(trial.altitudeM, 8, 0.5, 'altitude');
    assert.equal(trial.kite.landedState, 'InAir');
  });

  test('can start again after a normal landing', async (trial) => {
    await trial.flyAt(2);
    trial.ask((aircraft) => aircraft.land('normal'));
    await trial.until('landed', isGrounded, 20 + trial.timing.lateS);
    trial.ask((aircraft) => aircraft.takeOff(1));
    await trial.advance(trial.timing.takeOffS);
    near(trial.altitudeM, 1, 0.4, 'altitude');
  });
}
