import assert from 'node:assert/strict';
import { it } from 'node:test';
import { StationAccess } from './station-access.ts';

it('paths of video are below the root of the station, or below its base at a hub', () => {
  const urlOf = (stationUrl: string) => {
    return new StationAccess({ stationUrl, streamId: 'a/b', token: () => '', requestMs: 1000 }).urlOf('whep').href;
  };
  assert.equal(urlOf('http://gs.local:3128'), 'http://gs.local:3128/video/v1/a%2Fb/whep');
  assert.equal(urlOf('http://gs.local:3128/'), 'http://gs.local:3128/video/v1/a%2Fb/whep');
  const base = 'https://hub.example/fleet/v1/stations/sabcdefghijkl';
  assert.equal(urlOf(base), `${base}/video/v1/a%2Fb/whep`);
});
