import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FlightData } from '@kitestring/station-contract/station/flights.ts';
import { pieceFor, sampleAt, timeOf } from './flight-moment.ts';

const from_time = '2026-03-01T09:00:00.000000+00:00';
const NOTHING = [null, null];
const DATA: FlightData = {
  from_time,
  period_s: 2,
  altitude: [1, null],
  altitude_target: [null, 20],
  wind: NOTHING,
  tension: NOTHING,
  tether_out: NOTHING,
  kite_battery: NOTHING,
  gs_battery: NOTHING,
  heading: NOTHING,
  camera_pan: [370, 0],
  camera_tilt: NOTHING,
  east: NOTHING,
  north: NOTHING,
};

it('A moment has the readings of its period, and none where the log has none', () => {
  const from = timeOf(from_time);
  assert.deepEqual(sampleAt(DATA, from + 1.9e6), { altitude: 1, camera_pan: 370 });
  assert.deepEqual(sampleAt(DATA, from + 2e6), { altitude_target: 20, camera_pan: 0 });
  assert.equal(sampleAt(DATA, from - 1), undefined);
  assert.equal(sampleAt(DATA, from + 4e6), undefined);
});

it('Fine readings are fetched anew only when what is there will soon be over', () => {
  const first = pieceFor(1000e6, undefined);
  assert.equal(pieceFor(1100e6, first), first);
  assert.notEqual(pieceFor(1270e6, first), first);
  assert.notEqual(pieceFor(900e6, first), first);
});
