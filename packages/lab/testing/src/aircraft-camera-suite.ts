import assert from 'node:assert/strict';
import type { Capabilities } from '@kitestring/station-core/ports';
import { fastest, type Register } from './aircraft-trial.ts';
import { near } from './near.ts';

type Gimbal = Required<Capabilities['gimbal']>;

/** The camera's azimuth, which gimbal and Kite share. */
export function describePan(test: Register, { isLed, maxDps }: Gimbal['pan'], hasCompass: boolean): void {
  test('turns the Kite until the gimbal, where it leads, is centred', async (trial) => {
    await trial.flyAt(3);
    const from = { panDeg: trial.panDeg, headingUnwrappedDeg: trial.kite.headingUnwrappedDeg };
    trial.ask((aircraft) => aircraft.movePan({ kind: 'toAngle', angleDeg: from.panDeg + 90 }));
    await trial.advance(1);
    assert.equal(trial.kite.isRotating, true);
    const leadDeg = trial.panDeg - from.panDeg - (trial.kite.headingUnwrappedDeg - from.headingUnwrappedDeg);
    assert.ok(
      isLed ? leadDeg > 1 : Math.abs(leadDeg) < trial.timing.offNoseDeg,
      `the gimbal leads by ${leadDeg} degrees`,
    );
    await trial.until('turned', ({ kite }) => kite?.isRotating === false, 20 + 4 * trial.timing.lateS);
    near(trial.panDeg, from.panDeg + 90, 0.6, 'pan');
    near(trial.kite.headingUnwrappedDeg, from.panDeg + 90, 1, 'heading of the Kite');
    assert.ok(fastest(trial.samples, ({ camera }) => camera?.panDeg, trial.timing.lateS) < maxDps + 1);
  });

  test('turns as far and the way that it is told, and counts the turns', async (trial) => {
    await trial.flyAt(3);
    const fromDeg = trial.panDeg;
    for (const byDeg of [400, -720]) {
      const targetDeg = trial.panDeg + byDeg;
      trial.ask((aircraft) => aircraft.movePan({ kind: 'toAngle', angleDeg: targetDeg }));
      await trial.advance(0.5);
      await trial.until('turned', ({ kite }) => kite?.isRotating === false, 60 + 8 * trial.timing.lateS);
      near(trial.panDeg, targetDeg, 0.6, 'pan');
      // The two headings come in messages of their own.
      await trial.advance(trial.timing.lateS);
      const { headingDeg, headingUnwrappedDeg } = trial.kite;
      assert.equal(headingDeg !== undefined, hasCompass);
      if (headingDeg === undefined) continue;
      assert.ok(headingDeg >= 0 && headingDeg < 360, `heading ${headingDeg}`);
      near(Math.cos(((headingDeg - headingUnwrappedDeg) * Math.PI) / 180), 1, 0.001, 'heading and turned agree');
    }
    near(trial.kite.headingUnwrappedDeg, fromDeg - 320, 2, 'turned');
  });

  test('turns at a rate for a time, then stops by itself', async (trial) => {
    await trial.flyAt(3);
    const fromDeg = trial.panDeg;
    trial.ask((aircraft) => aircraft.movePan({ kind: 'atRate', rateDps: -20, durationS: 5 }));
    await trial.advance(0.5);
    await trial.until('turned', ({ kite }) => kite?.isRotating === false, 15 + 4 * trial.timing.lateS);
    near(trial.panDeg - fromDeg, -100, 3, 'pan');
    const stoodDeg = trial.panDeg;
    await trial.advance(5);
    near(trial.panDeg, stoodDeg, 0.5, 'pan at rest');
  });

  test('stops at once when it is told to', async (trial) => {
    await trial.flyAt(3);
    trial.ask((aircraft) => aircraft.movePan({ kind: 'atRate', rateDps: maxDps, durationS: 60 }));
    await trial.advance(3);
    const askedAtDeg = trial.panDeg;
    trial.ask((aircraft) => aircraft.movePan({ kind: 'stop' }));
    const { lateS } = trial.timing;
    await trial.advance(0.5 + lateS);
    const stoodDeg = trial.panDeg;
    near(stoodDeg, askedAtDeg, 6 + maxDps * lateS, 'pan half a second later');
    await trial.until('at rest', ({ kite }) => kite?.isRotating === false, 5 + lateS);
    near(trial.panDeg, stoodDeg, 0.6, 'pan at rest');
  });

  test('carries out the last of two commands only', async (trial) => {
    await trial.flyAt(3);
    const fromDeg = trial.panDeg;
    trial.ask((aircraft) => aircraft.movePan({ kind: 'atRate', rateDps: 20, durationS: 60 }));
    await trial.advance(2);
    trial.ask((aircraft) => aircraft.movePan({ kind: 'toAngle', angleDeg: fromDeg - 10 }));
    await trial.advance(0.5);
    await trial.until('turned', ({ kite }) => kite?.isRotating === false, 15 + 4 * trial.timing.lateS);
    near(trial.panDeg, fromDeg - 10, 0.6, 'pan');
  });
}

/** The camera's angle to the horizon. */
export function describeTilt(test: Register, { maxDeg, maxDps, minDeg }: Gimbal['tilt']): void {
  test('goes to an angle, on the ground too', async (trial) => {
    await trial.advance(0.5);
    trial.ask((aircraft) => aircraft.moveTilt({ kind: 'toAngle', angleDeg: 30 }));
    await trial.advance(0.5);
    assert.equal(trial.camera.isTilting, true);
    await trial.until('tilted', ({ camera }) => camera?.isTilting === false, 10 + 3 * trial.timing.lateS);
    near(trial.tiltDeg, 30, 0.5, 'tilt');
    assert.ok(fastest(trial.samples, ({ camera }) => camera?.tiltDeg, trial.timing.lateS) < maxDps + 1);
  });

  test('ends at the end of the travel, both ways', async (trial) => {
    await trial.advance(0.5);
    trial.ask((aircraft) => aircraft.moveTilt({ kind: 'toAngle', angleDeg: 90 }));
    const { lateS } = trial.timing;
    await trial.advance(10 + lateS);
    near(trial.tiltDeg, maxDeg, 0.5, 'tilt down');
    assert.equal(trial.camera.isTilting, false);
    trial.ask((aircraft) => aircraft.moveTilt({ kind: 'atRate', rateDps: -20, durationS: 30 }));
    await trial.advance(12 + lateS);
    near(trial.tiltDeg, minDeg, 0.5, 'tilt up');
  });

  test('turns at a rate for a time, then stops by itself', async (trial) => {
    await trial.advance(0.5);
    const fromDeg = trial.tiltDeg;
    trial.ask((aircraft) => aircraft.moveTilt({ kind: 'atRate', rateDps: 10, durationS: 3 }));
    await trial.advance(0.5);
    await trial.until('tilted', ({ camera }) => camera?.isTilting === false, 10 + 3 * trial.timing.lateS);
    near(trial.tiltDeg - fromDeg, 30, 1.5, 'tilt');
  });

  test('stops at once when it is told to, and leaves pan alone', async (trial) => {
    await trial.flyAt(2);
    const panDeg = trial.panDeg;
    trial.ask((aircraft) => aircraft.moveTilt({ kind: 'atRate', rateDps: maxDps, durationS: 60 }));
    await trial.advance(1);
    const askedAtDeg = trial.tiltDeg;
    trial.ask((aircraft) => aircraft.moveTilt({ kind: 'stop' }));
    const { lateS } = trial.timing;
    await trial.advance(0.5 + lateS);
    near(trial.tiltDeg, askedAtDeg, 6 + maxDps * lateS, 'tilt');
    near(trial.panDeg, panDeg, 1, 'pan');
  });
}
