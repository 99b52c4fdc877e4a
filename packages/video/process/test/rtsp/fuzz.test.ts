import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { serve } from './scripted-server.ts';

/** Printed when it fails; set it to see a run again. */
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array).toString('latin1'));
const method = fc.constantFrom(
  'OPTIONS',
  'DESCRIBE',
  'SETUP',
  'PLAY',
  'PAUSE',
  'TEARDOWN',
  'GET_PARAMETER',
  'GET',
  'X',
);
const url = fc.oneof(
  fc.constantFrom(
    '*',
    'rtsp://h/zoom',
    'rtsp://h/zoom/trackID=0',
    'rtsp://h/..%2f',
    'rtsp://',
    'http://h/zoom',
    '/zoom',
  ),
  fc.webUrl({ withQueryParameters: true }),
);
const headerLine = fc.oneof(
  fc.constantFrom(
    'Transport: RTP/AVP/TCP;interleaved=0-1',
    'Transport: RTP/AVP;client_port=1-2,;;=,RTP/AVP/TCP;interleaved=999999',
    'Session: 00000000000000000000000000000000;timeout=1',
    'Authorization: Digest username="',
    'Authorization: Basic !!!',
    'Range: npt=now-',
    'Content-Length: 5',
    'Content-Length: -5',
    'Content-Length: 99999999999999999999',
    `X: ${'y'.repeat(9000)}`,
    'Require: everything',
  ),
  bytes(60),
);
const cseq = fc.oneof(
  fc.nat().map((n) => `CSeq: ${n}`),
  fc.constantFrom('CSeq: -1', 'CSeq: x', 'CSeq:', 'CSeq: 1\r\nCSeq: 2'),
);
const request = fc
  .tuple(method, url, cseq, fc.array(headerLine, { maxLength: 4 }))
  .map(([name, to, number, lines]) => `${[`${name} ${to} RTSP/1.0`, number, ...lines].join('\r\n')}\r\n\r\n`);
const interleaved = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 65_535 }), bytes(300))
  .map(([channel, length, payload]) => `$${String.fromCharCode(channel, length >> 8, length & 255)}${payload}`);
const piece = fc.oneof(request, request, interleaved, bytes(300), fc.constant('\r\n'.repeat(500)));

describe('RTSP under nonsense', () => {
  it('answers or closes, and serves a good client all the while', async (t) => {
    const warnings: unknown[] = [];
    const log = { debug() {}, info() {}, warn: (fields: object) => warnings.push(fields) };
    const { server, source, viewer } = await serve(t, { log, udpPorts: 'any' });
    const watcher = await viewer();
    await watcher.play(source);
    const attack = fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), async (pieces) => {
      const socket = connect(server.ports.rtsp as number, '127.0.0.1').on('error', () => {});
      socket.resume();
      await once(socket, 'connect');
      for (const text of pieces) socket.write(Buffer.from(text, 'latin1'));
      // Its end is read behind all that was written, so the server has seen everything when it closes.
      if (!socket.destroyed) socket.end();
      if (!socket.closed) await once(socket, 'close');
      const before = watcher.packets.length;
      source.show();
      await watcher.until(() => watcher.packets.length > before);
      assert.deepEqual(warnings, []);
    });
    await fc.assert(attack, { numRuns: 300, seed: SEED });
    t.diagnostic(`seed ${SEED}`);
    while (server.stats.connections > 1) await new Promise(setImmediate);
    assert.equal((await (await viewer()).ask('DESCRIBE', '/zoom')).status, 200);
  });
});
