import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Capabilities } from '@kitestring/station-core/ports';
import { describePan, describeTilt } from './aircraft-camera-suite.ts';
import { describeHeight, describeLanding } from './aircraft-flight-suite.ts';
import { describeSamples } from './aircraft-samples-suite.ts';
import { type AircraftTiming, AircraftTrial, type MakeAircraft, type Register, WIRED } from './aircraft-trial.ts';

export type { AircraftTiming, AircraftUnderTest, MakeAircraft } from './aircraft-trial.ts';

interface SuiteOptions {
  readonly timing?: AircraftTiming;
  /** Which tests are registered, by their place in the suite; all by default. */
  readonly isChosen?: (index: number) => boolean;
}

/**
 * Requirements of the station on every `Aircraft`, simulated or real, as far as it has the parts. `make` returns one on
 * the ground, healthy, in calm air. @param has its capability record
 */
export function describeAircraft(
  name: string,
  make: MakeAircraft,
  has: Capabilities,
  { isChosen = () => true, timing = WIRED }: SuiteOptions = {},
): void {
  let index = 0;
  const test: Register = (sentence, run) => {
    index += 1;
    if (!isChosen(index)) return;
    it(sentence, async () => {
      const subject = await make();
      try {
        await run(new AircraftTrial(subject, timing));
      } finally {
        await subject.dispose();
      }
    });
  };
  const { pan, tilt } = has.gimbal;
  describe(`${name}: samples`, () => describeSamples(test, make, has));
  describe(`${name}: height`, () => describeHeight(test, has));
  describe(`${name}: landing`, () => describeLanding(test, has));
  if (pan !== undefined) describe(`${name}: pan`, () => describePan(test, pan, has.compass));
  if (tilt !== undefined) describe(`${name}: tilt`, () => describeTilt(test, tilt));
  if (has.lids) describe(`${name}: Rooftop Box`, () => describeRooftopBox(test));
}

function describeRooftopBox(test: Register): void {
  test('opens and closes its lids within 10 s', async (trial) => {
    await trial.advance(0.5);
    trial.ask((aircraft) => aircraft.openLids());
    await trial.advance(1);
    assert.equal(trial.sample.rooftopBox?.lids, 'Between');
    await trial.until('open', ({ rooftopBox }) => rooftopBox?.lids === 'Opened', 10);
    trial.ask((aircraft) => aircraft.closeLids());
    await trial.until('closed', ({ rooftopBox }) => rooftopBox?.lids === 'Closed', 10);
  });

  test('never closes its lids under a flying Kite', async (trial) => {
    await trial.flyAt(2);
    trial.ask((aircraft) => aircraft.closeLids());
    await trial.advance(12);
    assert.equal(trial.sample.rooftopBox?.lids, 'Opened');
  });
}
