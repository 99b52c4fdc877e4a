import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { streamStart, UniformStream } from '@kitestring/base/random.ts';
import { checkMessage } from '@kitestring/hub-contract/read-message.ts';
import { RECORD_KINDS } from '@kitestring/hub-contract/record.ts';
import type { StationEvent } from '@kitestring/hub-link/station-feed.ts';
import { CameraState } from '@kitestring/station-contract/camera/camera-state.ts';
import { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import { distanceM, offsetOf } from '@kitestring/station-contract/place/geo.ts';
import { SystemState } from '@kitestring/station-contract/system/system-state.ts';
import { type LightBehaviour, LightStation } from './light-station.ts';

const AREA = { latDeg: 47.4, lonDeg: 8.5, radiusM: 20_000 };
const STARTED_MS = Date.UTC(2026, 2, 1, 9, 30);

const stationOf = (number: number, behaviour: Partial<LightBehaviour> = {}) =>
  new LightStation({
    name: `light-${number}`,
    software: '0.1.0',
    apiVersion: '1.1.2',
    nowMs: STARTED_MS,
    behaviour: { area: AREA, flyingShare: 0.25, alarmsPerS: 0.02, ...behaviour },
    random: new UniformStream(streamStart(7, `station ${number}`)),
  });

/** Lets seconds pass. @returns how many of them it was in the air */
function live(station: LightStation, seconds: number, each: () => void = () => {}): number {
  let inFlightS = 0;
  for (let second = 1; second <= seconds; second += 1) {
    station.step(STARTED_MS + 1000 * second);
    if (station.beat().phase !== 'StandBy') inFlightS += 1;
    each();
  }
  return inFlightS;
}

const text = (station: LightStation, name: string) =>
  JSON.parse(Buffer.from(station.topic(name)?.bytes ?? []).toString());

describe('a light station', () => {
  it('is the same for the same seed, and another for each number', () => {
    const [first, again, second] = [stationOf(1), stationOf(1), stationOf(2)];
    for (const station of [first, again, second]) live(station, 600);
    assert.deepEqual(first.sample(), again.sample());
    assert.notDeepEqual(first.sample(), second.sample());
  });

  it('stays in its area, flies for its share of the time, and publishes states as the API has them', () => {
    const hours = 4;
    let inFlightS = 0;
    const stations = Array.from({ length: 20 }, (_, index) => stationOf(index));
    for (const station of stations) {
      inFlightS += live(station, hours * 3600, () => {
        const { alt = 0, lat = 0, lon = 0 } = station.beat();
        assert.ok(alt >= 0 && alt < 45);
        assert.ok(distanceM(offsetOf(AREA, { latDeg: lat, lonDeg: lon })) <= AREA.radiusM + 1);
      });
      for (const [name, schema] of [
        ['flight', FlightState],
        ['camera', CameraState],
        ['system', SystemState],
      ] as const) {
        const read = checkMessage(schema, text(station, `${name}/state`));
        assert.ok(read.ok, read.ok ? '' : read.message);
      }
      assert.ok(checkMessage(RECORD_KINDS.state, station.sample()).ok);
    }
    const share = inFlightS / (stations.length * hours * 3600);
    assert.ok(share > 0.15 && share < 0.4, String(share));
    assert.equal(stations[0]?.topic('handoff/state'), undefined);
  });

  it('has an alarm now and then at the rate of the default, and all that are wanted at a high one', () => {
    for (const { alarmsPerS, least, most } of [
      { alarmsPerS: 1 / 500, least: 0.02, most: 0.12 },
      { alarmsPerS: 0.5, least: 0.3, most: 0.7 },
    ]) {
      let [alarmed, told] = [0, 0];
      for (let number = 0; number < 40; number += 1) {
        const station = stationOf(number, { alarmsPerS });
        station.onEvent(({ kind }) => {
          if (kind.startsWith('notification')) told += 1;
        });
        live(station, 3600, () => {
          if (station.activeNotifications().length > 0) alarmed += 1;
        });
      }
      const stationsS = 40 * 3600;
      assert.ok(alarmed > least * stationsS && alarmed < most * stationsS, `${alarmed / stationsS}`);
      const wanted = alarmsPerS * stationsS;
      assert.ok(told > 0.8 * wanted && told < 1.2 * wanted, `${told} of ${wanted}`);
    }
  });

  it('ends only notifications that have begun, and never has more open than it tells in its beat', () => {
    const station = stationOf(3, { alarmsPerS: 0.5 });
    const open = new Set<string>();
    const key = ({ data }: StationEvent) => JSON.stringify(data);
    const events: StationEvent[] = [];
    station.onEvent((event) => events.push(event));
    live(station, 2000, () => {
      for (const event of events.splice(0)) {
        if (event.kind === 'notification.begin') open.add(key(event));
        else if (event.kind === 'notification.end') assert.ok(open.delete(key(event)));
      }
      const [fatal, critical, warning, info] = station.beat().alarms;
      assert.equal(fatal + critical + warning + info, open.size);
      assert.equal(station.activeNotifications().length, open.size);
    });
  });

  it('takes off, climbs, changes its height and lands when it is told to, and refuses what cannot be', () => {
    const station = stationOf(4, { flyingShare: 0 });
    const phases: string[] = [];
    station.onEvent((event) => event.kind === 'flight.phase' && phases.push(event.data.state));
    assert.deepEqual([station.land(), station.flyTo(20)], [false, false]);
    assert.ok(station.takeOff());
    assert.ok(!station.takeOff());
    live(station, 2);
    assert.deepEqual([station.beat().phase, station.beat().alt], ['Flying', 1]);
    assert.ok(station.flyTo(4));
    for (let second = 3; second <= 6; second += 1) station.step(STARTED_MS + 1000 * second);
    assert.equal(station.beat().alt, 4);
    assert.ok(station.land());
    for (let second = 7; second <= 20; second += 1) station.step(STARTED_MS + 1000 * second);
    assert.deepEqual(phases, ['TakingOff', 'Flying', 'Landing', 'StandBy']);
  });
});
