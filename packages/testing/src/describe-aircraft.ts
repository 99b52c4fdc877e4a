import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AircraftSample } from '@kitestring/station/ports/aircraft.ts';
import { AircraftTrial, type AircraftUnderTest } from './aircraft-trial.ts';

export type { AircraftUnderTest } from './aircraft-trial.ts';

/** Makes a fresh aircraft for one test. */
export type MakeAircraft = () => AircraftUnderTest | Promise<AircraftUnderTest>;

type Test = (trial: AircraftTrial) => Promise<void>;

/** Figures of the product that every aircraft keeps. */
const NORMAL_MPS = 0.75;
const SAFETY_MPS = 1.5;
const MAX_TURN_DPS = 25;
const TILT_MIN_DEG = -11;
const TILT_MAX_DEG = 80;

/**
 * What the station relies on, for every `Aircraft`, simulated or real. `make` gives one that stands on the ground,
 * healthy, in calm air.
 */
export function describeAircraft(name: string, make: MakeAircraft): void {
  const test = (sentence: string, run: Test) =>
    it(sentence, async () => {
      const subject = await make();
      try {
        await run(new AircraftTrial(subject));
      } finally {
        await subject.dispose();
      }
    });
  describe(`${name}: samples`, () => describeSamples(test, make));
  describe(`${name}: height`, () => describeHeight(test));
  describe(`${name}: landing`, () => describeLanding(test));
  describe(`${name}: pan`, () => describePan(test));
  describe(`${name}: tilt`, () => describeTilt(test));
  describe(`${name}: Rooftop Box`, () => describeRooftopBox(test));
}

type Register = (sentence: string, run: Test) => void;

const near = (actual: number, expected: number, tolerance: number, what: string) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not within ${tolerance} of ${expected}`);

/** Fastest change of a value between samples half a second apart, per second: single samples are noisy. */
function fastest(samples: readonly AircraftSample[], value: (sample: AircraftSample) => number | undefined): number {
  let most = 0;
  for (let index = 10; index < samples.length; index += 1) {
    const [now, before] = [samples[index], samples[index - 10]];
    if (now === undefined || before === undefined) continue;
    const change = Math.abs((value(now) ?? 0) - (value(before) ?? 0));
    most = Math.max(most, (change * 1e6) / (now.timeUs - before.timeUs));
  }
  return most;
}

function describeSamples(test: Register, make: MakeAircraft): void {
  test('come 20 times per second, each later than the one before', async (trial) => {
    await trial.advance(10);
    near(trial.samples.length, 200, 1, 'samples in 10 s');
    for (const [index, sample] of trial.samples.entries()) {
      const before = trial.samples[index - 1];
      if (before !== undefined) near(sample.timeUs - before.timeUs, 50_000, 10_000, 'time between samples, us');
    }
  });

  test('of an aircraft that nobody has asked for anything show one at rest and healthy', async (trial) => {
    await trial.advance(30);
    const first = trial.samples[0]?.kite;
    assert.ok(first);
    for (const { kite, groundStation } of trial.samples) {
      assert.ok(kite);
      assert.equal(kite.contact, 'Grounded');
      near(kite.altitudeM ?? 0, 0, 0.3, 'altitude');
      near(kite.turnedDeg, first.turnedDeg, 0.5, 'turned');
      assert.equal(Object.values(kite.hazards).includes(true), false);
      assert.equal(kite.failsafeLanding || kite.isRotating, false);
      assert.notEqual(groundStation.kiteInCradle, false);
    }
  });

  it('end when the listener has been cancelled, for that listener alone', async () => {
    const subject = await make();
    let cancelled = 0;
    let kept = 0;
    const cancel = subject.aircraft.onSample(() => {
      cancelled += 1;
    });
    subject.aircraft.onSample(() => {
      kept += 1;
    });
    await subject.advance(1);
    cancel();
    cancel();
    await subject.advance(1);
    near(cancelled, 20, 1, 'samples before the cancel');
    near(kept, 40, 2, 'samples of the other');
    await subject.dispose();
  });
}

function describeHeight(test: Register): void {
  test('reaches its take-off height within 5 s and holds it', async (trial) => {
    await trial.openLids();
    trial.ask((aircraft) => aircraft.takeOff(1));
    await trial.advance(1);
    assert.equal(trial.kite.contact, 'Airborne');
    await trial.advance(4);
    near(trial.altitudeM, 1, 0.4, 'altitude after 5 s');
    await trial.advance(30);
    for (const { kite } of trial.lastS(30)) near(kite?.altitudeM ?? 0, 1, 0.5, 'altitude');
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
      near(tookS, Math.abs(toM - fromM) / NORMAL_MPS, 3, 'time of the way');
      assert.ok(fastest(trial.lastS(tookS), ({ kite }) => kite?.altitudeM) < 1.3 * NORMAL_MPS);
      await trial.advance(3);
      await trial.advance(40);
      for (const { kite } of trial.lastS(40)) near(kite?.altitudeM ?? 0, toM, 0.5, 'altitude held');
    }
  });

  test('stops a climb where it is when asked to hold', async (trial) => {
    await trial.flyAt(1);
    trial.ask((aircraft) => aircraft.setAltitude(30));
    await trial.advance(10);
    const askedAtM = trial.altitudeM;
    trial.ask((aircraft) => aircraft.holdAltitude());
    await trial.advance(5);
    near(trial.altitudeM, askedAtM, 1.2, 'altitude');
    const heldM = trial.altitudeM;
    await trial.advance(20);
    near(trial.altitudeM, heldM, 0.5, 'altitude held');
  });

  test('carries out the last height that was asked for', async (trial) => {
    await trial.flyAt(1);
    trial.ask((aircraft) => aircraft.setAltitude(30));
    await trial.advance(6);
    trial.ask((aircraft) => aircraft.setAltitude(3));
    await trial.advance(20);
    near(trial.altitudeM, 3, 0.5, 'altitude');
  });
}

const isGrounded = ({ kite }: AircraftSample) => kite?.contact === 'Grounded';

function describeLanding(test: Register): void {
  test('comes down at the normal rate, into its cradle, and switches its motors off', async (trial) => {
    await trial.flyAt(15);
    trial.ask((aircraft) => aircraft.land('normal'));
    const tookS = await trial.until('landed', isGrounded, 40);
    near(tookS, 15 / NORMAL_MPS, 7, 'time of the landing');
    await trial.advance(2);
    near(trial.altitudeM, 0, 0.3, 'altitude');
    assert.notEqual(trial.sample.groundStation.kiteInCradle, false);
  });

  test('comes down twice as fast for safety, whatever else is asked', async (trial) => {
    await trial.flyAt(20);
    trial.ask((aircraft) => aircraft.land('safety'));
    await trial.advance(2);
    trial.ask((aircraft) => aircraft.setAltitude(30));
    await trial.advance(2);
    trial.ask((aircraft) => aircraft.holdAltitude());
    await trial.advance(2);
    trial.ask((aircraft) => aircraft.land('normal'));
    const tookS = await trial.until('landed', isGrounded, 30);
    near(tookS + 6, 20 / SAFETY_MPS, 7, 'time of the landing');
    const descent = trial.samples.map(({ kite }) => kite?.climbRateMps ?? 0);
    near(Math.min(...descent), -SAFETY_MPS, 0.4, 'rate of descent');
  });

  test('stays locked after a safety landing until it is reset', async (trial) => {
    await trial.flyAt(2);
    trial.ask((aircraft) => aircraft.land('safety'));
    await trial.until('landed', isGrounded, 20);
    trial.ask((aircraft) => aircraft.takeOff(1));
    await trial.advance(5);
    assert.equal(trial.kite.contact, 'Grounded');
    trial.ask((aircraft) => {
      aircraft.reset();
      aircraft.takeOff(1);
    });
    await trial.advance(5);
    near(trial.altitudeM, 1, 0.4, 'altitude');
  });

  test('can be called off by a new height', async (trial) => {
    await trial.flyAt(10);
    trial.ask((aircraft) => aircraft.land('normal'));
    await trial.advance(6);
    trial.ask((aircraft) => aircraft.setAltitude(8));
    await trial.advance(15);
    near(trial.altitudeM, 8, 0.5, 'altitude');
    assert.equal(trial.kite.contact, 'Airborne');
  });

  test('can start again after a normal landing', async (trial) => {
    await trial.flyAt(2);
    trial.ask((aircraft) => aircraft.land('normal'));
    await trial.until('landed', isGrounded, 20);
    trial.ask((aircraft) => aircraft.takeOff(1));
    await trial.advance(5);
    near(trial.altitudeM, 1, 0.4, 'altitude');
  });
}

function describePan(test: Register): void {
  test('is led by the gimbal; the Kite follows until the gimbal is centred', async (trial) => {
    await trial.flyAt(3);
    const from = { panDeg: trial.camera.panDeg, turnedDeg: trial.kite.turnedDeg };
    trial.ask((aircraft) => aircraft.movePan({ kind: 'toAngle', angleDeg: from.panDeg + 90 }));
    await trial.advance(1);
    assert.equal(trial.kite.isRotating, true);
    const leadDeg = trial.camera.panDeg - from.panDeg - (trial.kite.turnedDeg - from.turnedDeg);
    assert.ok(leadDeg > 1, `the gimbal leads by ${leadDeg} degrees`);
    await trial.until('turned', ({ kite }) => kite?.isRotating === false, 20);
    near(trial.camera.panDeg, from.panDeg + 90, 0.6, 'pan');
    near(trial.kite.turnedDeg, from.panDeg + 90, 1, 'heading of the Kite');
    assert.ok(fastest(trial.samples, ({ camera }) => camera?.panDeg) < MAX_TURN_DPS + 1);
  });

  test('turns as far and the way that it is told, and counts the turns', async (trial) => {
    await trial.flyAt(3);
    const fromDeg = trial.camera.panDeg;
    for (const byDeg of [400, -720]) {
      const targetDeg = trial.camera.panDeg + byDeg;
      trial.ask((aircraft) => aircraft.movePan({ kind: 'toAngle', angleDeg: targetDeg }));
      await trial.advance(0.5);
      await trial.until('turned', ({ kite }) => kite?.isRotating === false, 60);
      near(trial.camera.panDeg, targetDeg, 0.6, 'pan');
      const { headingDeg, turnedDeg } = trial.kite;
      assert.ok(headingDeg !== undefined && headingDeg >= 0 && headingDeg < 360, `heading ${headingDeg}`);
      near(Math.cos(((headingDeg - turnedDeg) * Math.PI) / 180), 1, 0.001, 'heading and turned agree');
    }
    near(trial.kite.turnedDeg, fromDeg - 320, 2, 'turned');
  });

  test('turns at a rate for a time, then stops by itself', async (trial) => {
    await trial.flyAt(3);
    const fromDeg = trial.camera.panDeg;
    trial.ask((aircraft) => aircraft.movePan({ kind: 'atRate', rateDps: -20, durationS: 5 }));
    await trial.advance(0.5);
    await trial.until('turned', ({ kite }) => kite?.isRotating === false, 15);
    near(trial.camera.panDeg - fromDeg, -100, 3, 'pan');
    const stoodDeg = trial.camera.panDeg;
    await trial.advance(5);
    near(trial.camera.panDeg, stoodDeg, 0.5, 'pan at rest');
  });

  test('stops at once when it is told to', async (trial) => {
    await trial.flyAt(3);
    trial.ask((aircraft) => aircraft.movePan({ kind: 'atRate', rateDps: MAX_TURN_DPS, durationS: 60 }));
    await trial.advance(3);
    const askedAtDeg = trial.camera.panDeg;
    trial.ask((aircraft) => aircraft.movePan({ kind: 'stop' }));
    await trial.advance(0.5);
    const stoodDeg = trial.camera.panDeg;
    near(stoodDeg, askedAtDeg, 6, 'pan half a second later');
    await trial.until('at rest', ({ kite }) => kite?.isRotating === false, 5);
    near(trial.camera.panDeg, stoodDeg, 0.6, 'pan at rest');
  });

  test('carries out the last of two commands only', async (trial) => {
    await trial.flyAt(3);
    const fromDeg = trial.camera.panDeg;
    trial.ask((aircraft) => aircraft.movePan({ kind: 'atRate', rateDps: 20, durationS: 60 }));
    await trial.advance(2);
    trial.ask((aircraft) => aircraft.movePan({ kind: 'toAngle', angleDeg: fromDeg - 10 }));
    await trial.advance(0.5);
    await trial.until('turned', ({ kite }) => kite?.isRotating === false, 15);
    near(trial.camera.panDeg, fromDeg - 10, 0.6, 'pan');
  });
}

function describeTilt(test: Register): void {
  test('goes to an angle, on the ground too', async (trial) => {
    await trial.advance(0.5);
    trial.ask((aircraft) => aircraft.moveTilt({ kind: 'toAngle', angleDeg: 30 }));
    await trial.advance(0.5);
    assert.equal(trial.camera.isTilting, true);
    await trial.until('tilted', ({ camera }) => camera?.isTilting === false, 10);
    near(trial.camera.tiltDeg, 30, 0.5, 'tilt');
    assert.ok(fastest(trial.samples, ({ camera }) => camera?.tiltDeg) < MAX_TURN_DPS + 1);
  });

  test('ends at the end of the travel, both ways', async (trial) => {
    await trial.advance(0.5);
    trial.ask((aircraft) => aircraft.moveTilt({ kind: 'toAngle', angleDeg: 90 }));
    await trial.advance(10);
    near(trial.camera.tiltDeg, TILT_MAX_DEG, 0.5, 'tilt down');
    assert.equal(trial.camera.isTilting, false);
    trial.ask((aircraft) => aircraft.moveTilt({ kind: 'atRate', rateDps: -20, durationS: 30 }));
    await trial.advance(12);
    near(trial.camera.tiltDeg, TILT_MIN_DEG, 0.5, 'tilt up');
  });

  test('turns at a rate for a time, then stops by itself', async (trial) => {
    await trial.advance(0.5);
    const fromDeg = trial.camera.tiltDeg;
    trial.ask((aircraft) => aircraft.moveTilt({ kind: 'atRate', rateDps: 10, durationS: 3 }));
    await trial.advance(0.5);
    await trial.until('tilted', ({ camera }) => camera?.isTilting === false, 10);
    near(trial.camera.tiltDeg - fromDeg, 30, 1.5, 'tilt');
  });

  test('stops at once when it is told to, and leaves pan alone', async (trial) => {
    await trial.flyAt(2);
    const panDeg = trial.camera.panDeg;
    trial.ask((aircraft) => aircraft.moveTilt({ kind: 'atRate', rateDps: MAX_TURN_DPS, durationS: 60 }));
    await trial.advance(1);
    const askedAtDeg = trial.camera.tiltDeg;
    trial.ask((aircraft) => aircraft.moveTilt({ kind: 'stop' }));
    await trial.advance(0.5);
    near(trial.camera.tiltDeg, askedAtDeg, 6, 'tilt');
    near(trial.camera.panDeg, panDeg, 1, 'pan');
  });
}

/** Without a Rooftop Box there is nothing to test: an aircraft says so by leaving it out of its samples. */
function describeRooftopBox(test: Register): void {
  test('opens and closes its lids within 10 s', async (trial) => {
    await trial.advance(0.5);
    if (trial.sample.rooftopBox === undefined) return;
    trial.ask((aircraft) => aircraft.openLids());
    await trial.advance(1);
    assert.equal(trial.sample.rooftopBox?.lids, 'Between');
    await trial.until('open', ({ rooftopBox }) => rooftopBox?.lids === 'Opened', 10);
    trial.ask((aircraft) => aircraft.closeLids());
    await trial.until('closed', ({ rooftopBox }) => rooftopBox?.lids === 'Closed', 10);
  });

  test('never closes its lids under a flying Kite', async (trial) => {
    await trial.flyAt(2);
    if (trial.sample.rooftopBox === undefined) return;
    trial.ask((aircraft) => aircraft.closeLids());
    await trial.advance(12);
    assert.equal(trial.sample.rooftopBox?.lids, 'Opened');
  });
}
