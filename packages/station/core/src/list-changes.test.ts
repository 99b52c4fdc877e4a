import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ALICE, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';

const CIRCLE = { latitude: 47.3769, longitude: 8.5417, radius: 60 };

it('the versions of lists tell who waits which of them is another', async () => {
  const { station } = new ScriptedStation().standBy();
  const { lists } = station;
  const release = lists.hold();
  const first = await lists.other(undefined, 20);
  const waiting = lists.other(first.version, 20);
  assert.ok(station.geofence.add(ALICE, { name: 'Circle', rule: 'stay_inside', circle: CIRCLE }).ok);
  const second = await waiting;
  assert.notEqual(second.geofence, first.geofence);
  assert.equal(second.pins, first.pins);

  const both = lists.other(second.version, 20);
  assert.ok(station.incident.set(ALICE, { number: '7', title: '' }).ok);
  assert.ok(station.pins.add(ALICE, { name: 'Gate', latitude: 1, longitude: 2 }).ok);
  const third = await both;
  assert.deepEqual(
    Object.entries(third).flatMap(([name, version]) =>
      second[name as keyof typeof second] === version || name === 'version' ? [] : [name],
    ),
    ['pins', 'incident'],
  );
  release();
  assert.deepEqual(await lists.other(third.version, 20), third);
});

it('a crossing of a zone and its end are changes of the geofence, and going on within it is none', async () => {
  const scripted = new ScriptedStation().standBy();
  const { geofence, lists } = scripted.station;
  const version = async () => (await lists.other(undefined, 0)).geofence;
  assert.ok(geofence.add(ALICE, { name: 'Circle', rule: 'stay_inside', circle: CIRCLE }).ok);
  const versions = [];
  for (const latDeg of [47.3769, 47.3868, 47.3869, 47.3769]) {
    geofence.follow({ at: { latDeg, lonDeg: 8.5417 }, altitudeM: 30 });
    versions.push(await version());
  }
  const [inside, outside, stillOutside, back] = versions;
  assert.ok(inside !== outside && outside === stillOutside && back !== outside, versions.join(' '));
});
