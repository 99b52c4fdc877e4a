import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CameraMessageParser } from '../../src/ingest/camera-message-parser.ts';
import { SequenceFault } from '../../src/ingest/picture-format.ts';
import { PictureReceiver } from '../../src/ingest/picture-receiver.ts';
import { ReceivedPictures } from '../../src/ingest/received-pictures.ts';
import { readSequenceParameters } from '../../src/ingest/sequence-parameters.ts';
import { CLIP_SETS } from '../support/clip.ts';
import { described, interleaved, packed, ScriptedCamera, sdp, VIDEO } from './scripted-camera.ts';
import { PATIENT, WatchedCamera } from './watched-camera.ts';

/** Printed when it fails; set it to see a run again. */
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

const LIMITS = { headerBytes: 1024, bodyBytes: 2048, garbageBytes: 4096 };

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array));
const text = (value: string) => Buffer.from(value, 'latin1');
const header = fc.constantFrom(
  'CSeq: 1',
  'CSeq: 2',
  'CSeq: -1',
  'Content-Length: 5',
  'Content-Length: -5',
  'Content-Length: 99999999999',
  'Content-Base: rtsp://\r\n h/',
  'Session: ;timeout=0',
  'Session: 1;timeout=99999999999999',
  'Transport: RTP/AVP/TCP;interleaved=999-1000',
  'Transport: RTP/AVP;client_port=1-2',
  'WWW-Authenticate: Digest realm="', // not closed
  'WWW-Authenticate: Digest nonce="a", qop="auth-int"',
  `X: ${'y'.repeat(3000)}`,
  'no header at all',
);
const status = fc.constantFrom('200 OK', '200', '401 No', '454 Gone', '302 There', '999 ?', '20 OK', '-1');
const answer = fc
  .tuple(status, fc.array(header, { maxLength: 5 }), bytes(200))
  .map(([line, headers, body]) =>
    Buffer.concat([text(`${[`RTSP/1.0 ${line}`, ...headers].join('\r\n')}\r\n\r\n`), body]),
  );
const framed = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 65_535 }), bytes(400))
  .map(([channel, length, payload]) => Buffer.concat([Buffer.of(0x24, channel, length >> 8, length & 255), payload]));
const description = fc
  .array(
    fc.constantFrom(...VIDEO, 'm=video', 'm=', 'a=', 'a=control:rtsp://\x7f', 'a=rtpmap:96 H264/1', 'a=framerate:x'),
    { maxLength: 12 },
  )
  .map((lines) => text(described(sdp(...lines)).replace('CSEQ', '2')));
const packet = fc
  .tuple(fc.constantFrom(0x67, 0x68, 0x65, 0x41, 24, 28, 0, 31), bytes(120), fc.nat(0xffff), fc.boolean())
  .map(([first, rest, sequence, marker]) =>
    interleaved(Buffer.concat([Buffer.of(first), rest]), 0, { sequence, timestamp: sequence * 3000, marker }),
  );
const piece = fc.oneof(answer, answer, framed, description, packet, bytes(300));

/** Serves these bytes to every client, then closes. */
async function hostile(pieces: readonly Buffer[]) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.resume();
    for (const each of pieces) socket.write(each);
    socket.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `rtsp://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/x`,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('a hostile camera', () => {
  it('is lost, whatever it says, and nothing else happens', async (t) => {
    t.diagnostic(`seed ${SEED}`);
    const attack = fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
      using camera = await hostile(pieces);
      const troubles: string[] = [];
      using watched = new WatchedCamera(camera.url, { ...PATIENT, onTrouble: (reason) => troubles.push(reason) });
      await watched.until(() => watched.reason !== undefined);
      assert.deepEqual(troubles, []);
      assert.ok((watched.reason ?? '').length < 500);
      assert.match(watched.reason ?? '', /^[\x20-\x7e\u00a0-\uffff]+$/);
    });
    await fc.assert(attack, { numRuns: 200, seed: SEED });
  });

  it('may send any bytes between good answers: what it sends is dropped, pictures are not made up', async (t) => {
    t.diagnostic(`seed ${SEED}`);
    const attack = fc.asyncProperty(
      fc.array(fc.oneof(framed, packet, bytes(300)), { maxLength: 20 }),
      async (pieces) => {
        await using camera = await ScriptedCamera.start({
          packets: [...pieces, Buffer.from('RTSP/1.0 200 OK\r\n\r\n')],
        });
        using watched = new WatchedCamera(camera.url, {
          limits: { ...PATIENT.limits, firstPictureMs: 30, keyFrameMs: 30, silenceMs: 30 },
        });
        await watched.until(() => watched.reason !== undefined);
        for (const { nals } of watched.units) assert.ok(nals.length > 0);
      },
    );
    await fc.assert(attack, { numRuns: 60, seed: SEED });
  });

  it('with a picture that never ends takes a bounded part of the memory', async () => {
    const fragment = Buffer.alloc(60_000, 0x55);
    fragment.set([0x7c, 0x05]);
    const packets = Array.from({ length: 2000 }, (_, index) => {
      fragment[1] = index === 0 ? 0x85 : 0x05;
      return interleaved(fragment, 0, { sequence: index, timestamp: 1, marker: false });
    });
    const receiver = new PictureReceiver({
      payloadType: 96,
      codec: 'H.264',
      transport: 'tcp',
      nowMs: () => 0,
      onPicture: () => assert.fail('there is no picture'),
      onReport: () => {},
      onRestart: () => {},
      onBye: () => {},
    });
    const before = process.memoryUsage().arrayBuffers;
    for (const each of packets) receiver.takeRtp(each.subarray(4));
    assert.ok(process.memoryUsage().arrayBuffers - before < 32 * 2 ** 20);
  });
});

describe('the readers of what a camera sends', () => {
  it('keep no more than their limits, whatever comes in whatever pieces', (t) => {
    t.diagnostic(`seed ${SEED}`);
    const property = fc.property(
      fc.array(piece, { maxLength: 20 }),
      fc.integer({ min: 1, max: 700 }),
      (pieces, size) => {
        const parser = new CameraMessageParser(LIMITS, (channel) => channel < 2);
        const all = Buffer.concat(pieces);
        for (let at = 0; at < all.length; at += size) {
          parser.push(all.subarray(at, at + size));
          for (let message = parser.next(); message !== undefined; message = parser.next()) {
            if (message.kind === 'response') assert.ok(message.response.body.length <= LIMITS.bodyBytes);
            if (message.kind === 'malformed') return;
          }
        }
      },
    );
    fc.assert(property, { numRuns: 500, seed: SEED });
  });

  it('read a parameter set or refuse it, and never anything else', (t) => {
    t.diagnostic(`seed ${SEED}`);
    const damaged = fc
      .tuple(fc.nat(CLIP_SETS.sps.length - 1), fc.nat(255))
      .map(([at, value]) => CLIP_SETS.sps.with(at, value));
    fc.assert(
      fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 1200 })), (sps) => {
        try {
          const { size } = readSequenceParameters(sps);
          assert.ok(size.widthPx >= 16 && size.widthPx <= 8192 && size.heightPx >= 16 && size.heightPx <= 8192);
        } catch (fault) {
          if (!(fault instanceof SequenceFault)) throw fault;
        }
      }),
      { numRuns: 2000, seed: SEED },
    );
  });

  it('give key frames with their sets, or nothing, when packets are lost, doubled or damaged', (t) => {
    t.diagnostic(`seed ${SEED}`);
    const damage = fc.array(fc.tuple(fc.nat(400), fc.constantFrom('lose', 'double', 'swap', 'spoil')), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(damage, fc.constantFrom('tcp', 'udp'), (hits, transport) => {
        const packets = packed().map((each) => each.subarray(4));
        for (const [at, how] of hits) spoil(packets, at % packets.length, how);
        const pictures = new ReceivedPictures({});
        let nowMs = 0;
        const receiver = new PictureReceiver({
          payloadType: 96,
          codec: 'H.264',
          transport,
          nowMs: () => (nowMs += 1),
          onPicture: (picture, lost) => {
            if (lost > 0) pictures.interrupt();
            const outcome = pictures.take(picture);
            if (outcome.kind !== 'picture' || !outcome.picture.isKeyFrame) return;
            const types = outcome.picture.nals.map((nal) => (nal[0] ?? 0) & 0x1f);
            assert.ok(types.includes(7) && types.includes(8) && types.includes(5));
          },
          onReport: () => {},
          onRestart: () => {},
          onBye: () => {},
        });
        for (const each of packets) receiver.takeRtp(each);
        assert.ok(receiver.report().length > 0);
      }),
      { numRuns: 200, seed: SEED },
    );
  });
});

function spoil(packets: Buffer[], at: number, how: string): void {
  const packet = packets[at] ?? Buffer.alloc(0);
  if (how === 'lose') packets.splice(at, 1);
  else if (how === 'double') packets.splice(at, 0, packet);
  else if (how === 'swap') packets.splice(at, 2, ...packets.slice(at, at + 2).reverse());
  else packets[at] = packet.subarray(0, Math.max(12, packet.length - 7));
}
