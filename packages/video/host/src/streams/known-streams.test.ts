import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { ZURICH } from '@kitestring/lab-testing/scripted-aircraft.ts';
import { ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import type { PictureState } from '@kitestring/video-process/source';
import { KnownStreams } from './known-streams.ts';
import { LostStreams } from './lost-streams.ts';
import { PictureSettings } from './picture-settings.ts';
import { RealCameras } from './real-cameras.ts';

it('a report of the Kite that the link has lost switches no stream off, and takes no position from a snapshot', () => {
  const scripted = new ScriptedStation().flying();
  const real = new RealCameras({ targets: new Map(), clock: scripted.clock, log: SILENT_LOG });
  const streams = new KnownStreams({
    lost: new LostStreams(),
    real,
    station: scripted.station,
    pictures: new PictureSettings(),
    seed: 1,
    hasTimeStrip: false,
    supervisor: () => ({ state: 'ready' }),
    masks: () => ({ areUnreadable: false, of: () => [], version: 0 }),
  });
  scripted.aircraft.onSample((sample) => streams.follow(sample));
  scripted.run(0.05);
  const { version } = streams;
  const zoom = streams.find('zoom');
  assert.ok(zoom.ok && streams.isUp(zoom.value));
  scripted.aircraft.kite(undefined).camera(undefined);
  scripted.run(1.9);
  assert.equal(streams.version, version);
  assert.ok(streams.ready('zoom').ok);
  const picture = { timeUs: 0, zoom: 1 } as PictureState;
  assert.equal(streams.facts(zoom.value, picture, '1', undefined).position?.latDeg, ZURICH.latDeg);
  scripted.run(0.2);
  assert.ok(!streams.isUp(zoom.value));
});
