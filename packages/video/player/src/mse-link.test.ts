import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
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
    url: () => new URL('http://station/'),
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

const HEVC = 'hvc1.1.6.L60.90';

/** A link in a browser that has decoders of these types. @returns what became of the pictures of a camera that sends H.265 */
async function hevcIn(t: TestContext, isTypeSupported: (type: string) => boolean) {
  const appended: number[] = [];
  const types: string[] = [];
  const buffer = Object.assign(new EventTarget(), {
    updating: false,
    buffered: { length: 0 },
    appendBuffer: ({ byteLength }: ArrayBuffer) => appended.push(byteLength),
  });
  class OpenSource extends EventTarget {
    static isTypeSupported = isTypeSupported;
    readonly readyState = 'open';
    addSourceBuffer(type: string) {
      types.push(type);
      return buffer;
    }
  }
  t.mock.method(URL, 'createObjectURL', () => 'blob:');
  t.mock.method(URL, 'revokeObjectURL', () => {});
  Object.assign(globalThis, { MediaSource: OpenSource });
  t.after(() => Reflect.deleteProperty(globalThis, 'MediaSource'));
  const socket = Object.assign(new EventTarget(), { close: () => {} });
  const access = { openSocket: () => socket } as unknown as StationAccess;
  const video = { load: () => {}, removeAttribute: () => {} } as unknown as HTMLVideoElement;
  const link = new MseLink(video, access, new PictureClock(), () => {});
  const receive = (data: unknown) => socket.dispatchEvent(new MessageEvent('message', { data }));
  receive(JSON.stringify({ codec: HEVC, widthPx: 160, heightPx: 120, framesPerS: 30 }));
  receive(new ArrayBuffer(64));
  const end = await Promise.race([link.ended, 'goes on']);
  return { appended, types, end };
}

it('gives pictures of H.265 to a browser that says it can', async (t) => {
  const asked: string[] = [];
  const found = await hevcIn(t, (type) => asked.push(type) > 0);
  const type = `video/mp4; codecs="${HEVC}"`;
  assert.deepEqual(found, { appended: [64], types: [type], end: 'goes on' });
  assert.deepEqual(asked, [type]);
});

it('ends as undecodable in a browser that says it cannot, and opens no buffer', async (t) => {
  const found = await hevcIn(t, () => false);
  assert.deepEqual(found, { appended: [], types: [], end: { kind: 'undecodable' } });
});
