import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { GRAVITY_MPS2 } from '../air/atmosphere.ts';
import { DEFAULT_PARAMETERS } from '../parameters.ts';
import { waveResponse } from './vessel-response.ts';

const { vessel } = DEFAULT_PARAMETERS;
const FROM_PORT = Math.PI / 2;
const FROM_ASTERN = 0;
const FROM_AHEAD = Math.PI;
const respond = (frequencyRadps: number, towards: number, speedMps = 0) =>
  waveResponse(vessel, frequencyRadps, towards, speedMps);
describe('a vessel in a regular wave', () => {
  it('goes with a wave that is long: up with it, along its slope, round with its water', () => {
    const frequency = 0.1;
    const slope = frequency ** 2 / GRAVITY_MPS2;
    const { heave, pitch, surge, roll, rollLate, sway } = respond(frequency, FROM_ASTERN);
    near(heave, 1, 0.01);
    near(pitch / slope, 1, 0.01);
    near(surge, 1, 0.01);
    near(Math.abs(roll) + Math.abs(rollLate) + Math.abs(sway), 0, 1e-12);
    const beam = respond(frequency, FROM_PORT);
    near(beam.rollLate / (slope * vessel.rollSlopeShare), -1, 0.02);
    near(beam.sway, 1, 0.01);
    near(beam.pitch, 0, 1e-12);
  });

  it('lifts its bow before the crest of a wave from ahead, after that of one from astern', () => {
    assert.ok(respond(0.6, FROM_AHEAD).pitch < 0);
    assert.ok(respond(0.6, FROM_ASTERN).pitch > 0);
  });

  it('rolls most where the wave has its own period, by its damping', () => {
    const natural = (2 * Math.PI) / vessel.rollPeriodS;
    const { roll, rollLate } = respond(natural, FROM_PORT);
    const slope = (vessel.rollSlopeShare * natural ** 2) / GRAVITY_MPS2;
    near(roll / slope, 1 / (2 * vessel.rollDamping), 1e-3);
    near(rollLate / slope, 0, 1e-9);
  });

  it('does not feel waves that are short against it', () => {
    const { heave, pitch } = respond(3, FROM_AHEAD);
    near(heave, 0, 0.01);
    near(pitch, 0, 0.002);
  });

  it('meets waves from ahead sooner and those from astern later the faster it goes', () => {
    near(respond(0.7, FROM_AHEAD, 5).encounterRadps, 0.7 + (0.49 * 5) / GRAVITY_MPS2, 1e-12);
    near(respond(0.7, FROM_ASTERN, 5).encounterRadps, 0.7 - (0.49 * 5) / GRAVITY_MPS2, 1e-12);
  });

  it('has a response to everything', () => {
    for (const frequency of [0.01, 0.3, 1, 5]) {
      for (const towards of [0, 0.3, FROM_PORT, 2, FROM_AHEAD, 4, 6]) {
        for (const speed of [0, GRAVITY_MPS2 / frequency, 15]) {
          const response = respond(frequency, towards, speed);
          for (const [name, value] of Object.entries(response)) {
            assert.ok(
              Number.isFinite(value) && Math.abs(value) < 100,
              `${name} at ${frequency}, ${towards}, ${speed}: ${value}`,
            );
          }
        }
      }
    }
  });
});
