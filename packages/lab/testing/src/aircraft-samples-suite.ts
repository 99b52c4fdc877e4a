import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Capabilities } from '@kitestring/station-core/ports';
import type { AircraftTrial, MakeAircraft, Register } from './aircraft-trial.ts';
import { near } from './near.ts';

/** Expected content and rate of an aircraft's samples. */
export function describeSamples(test: Register, make: MakeAircraft, has: Capabilities): void {
  const { sampleHz } = has.rates;

  test('say what the record says, and have no reading of a part that is not there', async (trial) => {
    trial.ask(({ capabilities }) => assert.deepEqual(capabilities, has));
    await trial.flyAt(2);
    for (const { camera, groundStation, kite, remoteId, rooftopBox } of trial.samples) {
      assert.equal(rooftopBox !== undefined, has.lids);
      assert.equal(remoteId !== undefined, has.remoteId);
      assert.equal(groundStation.kiteInCradle !== undefined, has.cradleSwitch);
      assert.equal(groundStation.isMoving !== undefined, has.motionSensor);
      assert.equal(groundStation.tether !== undefined, has.winch);
      if (!has.winch) assert.equal(groundStation.spoolTemperatureC, undefined);
      if (!has.compass) assert.equal(kite?.headingDeg, undefined);
      if (!has.groundGps) assert.equal(groundStation.gps, undefined);
      if (!has.mainPower) assert.equal(groundStation.hazards.mainPowerLost, false);
      if (camera !== undefined && has.gimbal.tilt === undefined) assert.equal(camera.isTilting, false);
    }
  });

  test(`come ${sampleHz} times per second, each later than the one before`, async (trial) => {
    assert.ok(sampleHz >= 4 && sampleHz <= 20);
    await trial.advance(10);
    near(trial.samples.length, 10 * sampleHz, 1, 'samples in 10 s');
    for (const [index, sample] of trial.samples.entries()) {
      const before = trial.samples[index - 1];
      if (before !== undefined)
        near(sample.timeUs - before.timeUs, 1e6 / sampleHz, 0.2e6 / sampleHz, 'time between samples, us');
    }
  });

  test('come from a Kite with a Remote ID serial number after ANSI/CTA-2063-A', async (trial) => {
    trial.ask(({ capabilities, identity: { remoteIdSerial } }) => {
      assert.equal(remoteIdSerial !== undefined, capabilities.remoteId);
      if (remoteIdSerial === undefined) return;
      const [, length = '', rest = ''] =
        /^[0-9A-HJ-NP-Z]{4}([1-9A-F])([0-9A-HJ-NP-Z]{1,15})$/.exec(remoteIdSerial) ?? [];
      assert.equal(rest.length, Number.parseInt(length, 16), remoteIdSerial);
    });
  });

  test('of an aircraft that nobody has asked for anything show one at rest and healthy', async (trial) => {
    await trial.advance(30);
    const [first] = trial.kites;
    assert.ok(first);
    isHeard(trial);
    for (const { groundStation } of trial.samples) {
      assert.equal(Object.values(groundStation.hazards).includes(true), false);
      assert.notEqual(groundStation.kiteInCradle, false);
    }
    for (const kite of trial.kites) {
      assert.equal(kite.landedState, 'OnGround');
      near(kite.altitudeM ?? 0, 0, 0.3, 'altitude');
      near(kite.headingUnwrappedDeg, first.headingUnwrappedDeg, 0.5, 'turned');
      assert.equal(Object.values(kite.hazards).includes(true), false);
      assert.equal(kite.failsafeLanding || kite.isRotating, false);
    }
  });

  test('in the air give figures within their ranges, and leave out what is not measured', async (trial) => {
    await trial.flyAt(5);
    await trial.advance(10);
    isHeard(trial);
    for (const kite of trial.kites) {
      within(kite.thrustShare, 0, 1, 'thrustShare');
      within(kite.airframeTiltDeg, 0, 90, 'airframeTiltDeg');
      within(kite.driftM, 0, 20, 'driftM');
      within(kite.windSpeedMps, 0, 20, 'windSpeedMps');
      within(kite.windFromDeg, 0, 360, 'windFromDeg');
      within(kite.batteryPercent, 0, 100, 'batteryPercent');
      within(kite.batteryVoltageV, 0, 100, 'batteryVoltageV');
      within(kite.supplyVoltageV, 0, 1000, 'supplyVoltageV');
      within(kite.temperatureC, -60, 100, 'temperatureC');
    }
    for (const { groundStation } of trial.samples) {
      within(groundStation.tether?.lengthM, 0, 60, 'tether.lengthM');
      within(groundStation.tether?.tensionN, -1, 300, 'tether.tensionN');
      within(groundStation.tether?.angleDeg, 0, 90, 'tether.angleDeg');
      within(groundStation.spoolTemperatureC, -60, 100, 'spoolTemperatureC');
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
    near(cancelled, sampleHz, 1, 'samples before the cancel');
    near(kept, 2 * sampleHz, 2, 'samples of the other');
    await subject.dispose();
  });
}

/** Data of the Kite come as often as its link allows. */
function isHeard({ kites, samples, timing }: AircraftTrial): void {
  assert.ok(kites.length >= timing.heardShare * samples.length, `${kites.length} of ${samples.length} samples`);
}

/** NaN is outside every range. */
function within(value: number | undefined, least: number, most: number, what: string): void {
  assert.ok(
    value === undefined || (value >= least && value <= most),
    `${what} is ${value}, not from ${least} to ${most}`,
  );
}
