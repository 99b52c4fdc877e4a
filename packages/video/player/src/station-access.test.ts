import assert from 'node:assert/strict';
import { it } from 'node:test';
import { StationAccess } from './station-access.ts';

it('paths of video are below the root of the station, or below its base at a hub', () => {
  const url = (stationUrl: string) => {
    return new StationAccess({ stationUrl, streamId: 'a/b', token: () => '', requestMs: 1000 }).url('whep').href;
  };
  assert.equal(url('http://gs.local:3128'), 'http://gs.local:3128/video/v1/a%2Fb/whep');
  assert.equal(url('http://gs.local:3128/'), 'http://gs.local:3128/video/v1/a%2Fb/whep');
  const base = 'https://hub.example/fleet/v1/stations/sabcdefghijkl';
  assert.equal(url(base), `${base}/video/v1/a%2Fb/whep`);
});

for (const [name, token, offers] of [
  ['a token', () => 'secret', ['kitestring.v1', 'bearer.secret']],
  ['the cookie of a sign-in', undefined, ['kitestring.v1']],
] as const) {
  it(`opens a WebSocket with ${name}`, async (t) => {
    const asked: unknown[] = [];
    const WebSocket = class {
      constructor(...args: unknown[]) {
        asked.push(...args.map(String));
      }
    };
    t.mock.property(globalThis, 'WebSocket', WebSocket as unknown as typeof globalThis.WebSocket);
    const access = new StationAccess({ stationUrl: 'http://gs', streamId: 'zoom', token, requestMs: 1000 });
    await access.renewToken(false);
    access.openSocket();
    assert.deepEqual(asked, ['ws://gs/video/v1/zoom/mse', String(offers)]);
  });
}
