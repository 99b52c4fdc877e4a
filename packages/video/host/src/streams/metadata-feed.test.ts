import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { CameraStreams } from './camera-streams.ts';
import { metadataFeeds } from './metadata-feed.ts';

const DOWNWARD = { panDeg: 0, tiltDeg: 90, rollDeg: 0 };

/** Distance to the centre of the picture of a camera that looks straight down, metres. */
function slantRangeM(altitudeM: number): number | undefined {
  const scripted = new ScriptedStation().flying();
  scripted.aircraft.kite({ altitudeM }).camera(DOWNWARD);
  scripted.run(0.05);
  const [feed] = metadataFeeds({
    settings: {},
    camera: new CameraStreams('Camera 2nd Generation'),
    sample: scripted.station.telemetry.sample,
    zoomOf: () => 1,
    hasCompass: true,
    baseHeightM: 2.4,
    isWanted: () => true,
  });
  return feed?.values.slantRangeM;
}

it('the ground lies below the vehicle that the Kite has taken off from', () => {
  assert.equal(slantRangeM(30), 32.4);
});

it('a landed Kite looks at no ground', () => {
  assert.equal(slantRangeM(0), undefined);
});
