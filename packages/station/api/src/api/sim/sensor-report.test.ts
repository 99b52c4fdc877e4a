import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Sensors } from '@kitestring/station-contract/sim/sensors.ts';
import { type AircraftSample, NO_GROUND_STATION_HAZARDS, NO_KITE_HAZARDS } from '@kitestring/station-core/ports';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { sensorReport } from './sensor-report.ts';

const GPS = { latDeg: 47.37691234567, lonDeg: 8.5417, elevationM: 408, accuracyM: 0.8 };

/** With a value for everything that a simulated aircraft can report. */
const FULL: Required<Omit<AircraftSample, 'lostShare'>> = {
  timeUs: 1_772_357_400_250_000,
  kiteUs: 1_772_357_400_200_000,
  payload: 'Other',
  kite: {
    landedState: 'InAir',
    altitudeM: 20.1,
    climbRateMps: 0.02,
    headingDeg: 93,
    headingUnwrappedDeg: 453,
    gps: GPS,
    batteryPercent: 100,
    batteryTemperatureC: 24,
    batteryVoltageV: 16.7,
    supplyVoltageV: 95,
    thrustShare: 0.53,
    airframeTiltDeg: 3,
    driftM: 0.5,
    temperatureC: 42,
    windSpeedMps: 5,
    hazards: NO_KITE_HAZARDS,
    failsafeLanding: false,
    isRotating: false,
  },
  camera: { model: 'Camera 2nd Generation', online: true, panDeg: 93, tiltDeg: 30, rollDeg: 0, isTilting: false },
  groundStation: {
    gps: GPS,
    batteryPercent: 100,
    batteryTemperatureC: 22,
    batteryVoltageV: 12.6,
    inputVoltageV: 112,
    vehicleVoltageV: 13.6,
    spoolTemperatureC: 27,
    tether: { lengthM: 20, tensionN: 7, angleDeg: 4 },
    hazards: NO_GROUND_STATION_HAZARDS,
    isMoving: false,
    kiteInCradle: false,
  },
  rooftopBox: { lids: 'Opened', safetyLandButtonPressed: false, parkingBrakeEngaged: true },
  remoteId: { selfTest: 'Passed' },
};

/** The schema with every object closed, so that a name that it does not know is found. */
function closed(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(closed);
  const members = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in members ? { ...members, additionalProperties: false } : members;
}

const findings = (value: unknown) => [...Compile(closed(Sensors) as TSchema).Errors(value)];

describe('sensorReport', () => {
  it('has a place in its schema for everything that an aircraft can report', () => {
    assert.deepEqual(findings(sensorReport(FULL)), []);
  });

  it('gives the values under the same names in snake case, rounded to what can be known', () => {
    const { time, kite, ground_station } = sensorReport(FULL);
    assert.equal(time, '2026-03-01T09:30:00.250000+00:00');
    assert.equal(kite?.climb_rate_mps, 0.02);
    assert.equal(kite.gps?.lat_deg, 47.3769123);
    assert.equal(ground_station.tether?.tension_n, 7);
    assert.equal(ground_station.hazards.main_power_lost, false);
  });

  it('leaves out what is unknown', () => {
    const { groundStation, remoteId, timeUs } = FULL;
    const bare = sensorReport({
      timeUs,
      remoteId,
      groundStation: { ...groundStation, kiteInCradle: undefined } as never,
    });
    assert.deepEqual(findings(bare), []);
    assert.equal('kite' in bare, false);
    assert.equal('kite_in_cradle' in bare.ground_station, false);
  });
});
