import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MseLink } from './mse-link.ts';
import { PictureClock } from './picture-clock.ts';
import type { StationAccess } from './station-access.ts';

class ClosedSource extends EventTarget {
  readonly readyState = 'closed';
}

it('tells how long a station with too many viewers asks to wait, which a page cannot see of the WebSocket', async (t) => {
  t.mock.method(URL, 'createObjectURL', () => 'blob:');
  t.mock.method(URL, 'revokeObjectURL', () => {});
  Object.assign(globalThis, { MediaSource: ClosedSource });
  t.after(() => Reflect.deleteProperty(globalThis, 'MediaSource'));
  const socket = Object.assign(new EventTarget(), { close: () => {} });
  const full = { status: 429, headers: { 'retry-after': '5' } };
  const access = {
    openSocket: () => socket,
    fetch: async () => new Response('{"code":"TOO_MANY_CONNECTIONS"}', full),
    urlOf: () => new URL('http://station/'),
  } as unknown as StationAccess;
  const video = { load: () => {}, removeAttribute: () => {} } as unknown as HTMLVideoElement;
  const link = new MseLink(video, access, new PictureClock(), () => {});
  socket.dispatchEvent(new Event('close'));
  assert.deepEqual(await link.ended, {
    kind: 'refused',
    status: 429,
    retryAfterS: 5,
    reply: '{"code":"TOO_MANY_CONNECTIONS"}',
  });
});
