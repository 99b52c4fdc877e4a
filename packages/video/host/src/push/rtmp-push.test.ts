import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { type PushTarget, readPushAddress } from '@kitestring/video-process/push';
import { missing, probe } from '@kitestring/video-process/test/support';
import { CLIP_HEAD, CLIP_PICTURES, clipSegment } from '../../test/support/clip-segments.ts';
import { ScriptedRelay } from '../../test/support/scripted-relay.ts';
import { SegmentFanOut } from '../browser/segment-fan-out.ts';
import { ChunkReader, chunks, RTMP } from './rtmp-chunks.ts';
import { rtmpPush } from './rtmp-push.ts';

function target(address: string): PushTarget {
  const read = readPushAddress(address);
  return 'refusal' in read ? assert.fail(read.refusal) : read;
}

/** A push of the clip, which the test gives picture by picture. */
function pushed(address: string, checksCertificate = true) {
  const { promise: live, resolve: onLive } = Promise.withResolvers<void>();
  const { promise: ended, resolve: onEnd } = Promise.withResolvers<string>();
  const segments = new SegmentFanOut(
    () => {},
    () => assert.fail('no browser watches'),
  );
  const push = rtmpPush(target(address), 'color', { segments, checksCertificate }, { onLive, onEnd });
  let index = 0;
  const give = (count: number) => {
    for (const last = index + count; index < last; index += 1) {
      if (index === 0) segments.acceptHead('color', CLIP_HEAD);
      const { bytes, isKeyFrame } = clipSegment(index);
      segments.acceptSegment('color', bytes, isKeyFrame);
    }
  };
  return { push, live, ended, give, segments };
}

describe('a stream pushed over RTMP', () => {
  it('reaches the relay as its decoder configuration, then pictures from a key frame on', async () => {
    await using relay = await ScriptedRelay.start();
    const { give, live, push } = pushed(`rtmp://127.0.0.1:${relay.port}/live/house/k3y?user=a`);
    await live;
    give(3);
    await relay.received(4);
    assert.deepEqual(
      relay.videos.map((video) => [video[0], video[1]]),
      [
        [0x17, 0],
        [0x17, 1],
        [0x27, 1],
        [0x27, 1],
      ],
    );
    const names = relay.commands.map(([name]) => name);
    assert.deepEqual(names, ['connect', 'releaseStream', 'FCPublish', 'createStream', 'publish']);
    assert.equal(JSON.stringify(relay.commands[0]?.[2]).includes('"app":"live/house"'), true);
    assert.deepEqual(relay.commands[4]?.slice(2), [null, 'k3y?user=a', 'live']);
    assert.ok((push.sent?.bytes ?? 0) > 1000);
    push.stop();
  });

  it('is encrypted with RTMPS, and a certificate of no authority is refused', async () => {
    await using relay = await ScriptedRelay.start({ tls: selfSignedPair() });
    const address = `rtmps://127.0.0.1:${relay.port}/live/k3y`;
    const open = pushed(address, false);
    await open.live;
    open.push.stop();
    assert.match(
      await pushed(address).ended,
      /^the relay at 127\.0\.0\.1:\d+ cannot be reached: self-signed certificate$/,
    );
  });

  it('says in one sentence why a relay refuses it, without the key', async () => {
    const refusal = { code: 'NetStream.Publish.BadName', description: 'k3y is\nin use' };
    await using relay = await ScriptedRelay.start({ refusal });
    const { ended } = pushed(`rtmp://127.0.0.1:${relay.port}/live/k3y`);
    assert.equal(
      await ended,
      `the relay at 127.0.0.1:${relay.port} refuses the stream: NetStream.Publish.BadName: *** is in use`,
    );
  });

  it('skips pictures for a relay that reads nothing, and keeps at most a second of them', async () => {
    await using relay = await ScriptedRelay.start({ isDeaf: true });
    const { give, live, push, segments } = pushed(`rtmp://127.0.0.1:${relay.port}/live/k3y`);
    await live;
    give(1);
    const { bytes } = clipSegment(0);
    for (let count = 0; count < 20_000; count += 1) segments.acceptSegment('color', bytes, true);
    const { bytes: sent = 0, skipped = 0 } = push.sent ?? {};
    assert.ok(skipped > 1000, `${skipped} of them are skipped`);
    assert.ok(sent < 16_000_000, `${sent} bytes are in sockets and buffers`);
    push.stop();
  });

  it('ends with the stream, and with a relay that sends no RTMP', async () => {
    await using relay = await ScriptedRelay.start();
    const first = pushed(`rtmp://127.0.0.1:${relay.port}/live/k3y`);
    await first.live;
    first.segments.end('color');
    assert.equal(await first.ended, 'the stream color gives no pictures now');
    const second = pushed(`rtmp://127.0.0.1:${relay.port}/live/k3y`);
    await second.live;
    relay.sockets.at(-1)?.write(Buffer.alloc(4096, 0xff));
    assert.match(await second.ended, /sends no RTMP: a message has no beginning$/);
  });
});

describe('messages of RTMP', () => {
  it('come out of their chunks as they went in, at every time and however they are cut', () => {
    for (const timeMs of [0, 0xff_fffe, 0xff_ffff, 2 ** 31]) {
      const parts = [Buffer.alloc(5, 7), Buffer.from(Array.from({ length: 40_000 }, (_, at) => at & 0xff))];
      const bytes = Buffer.concat([
        chunks({ chunkStream: 2, type: RTMP.chunkSize, streamId: 0, timeMs: 0, parts: [Buffer.of(0, 0, 0x40, 0)] }),
        chunks({ chunkStream: 4, type: RTMP.video, streamId: 1, timeMs, parts }),
      ]);
      const reader = new ChunkReader();
      const messages = [];
      for (let at = 0; at < bytes.length; at += 997) messages.push(...reader.push(bytes.subarray(at, at + 997)));
      assert.deepEqual(messages, [{ type: RTMP.video, payload: Buffer.concat(parts) }]);
    }
  });
});

describe('ffmpeg as the relay', { skip: missing('ffmpeg', 'ffprobe') }, () => {
  it('writes every picture of the stream to its file', async () => {
    using folder = new TestFolder();
    const port = await freePort();
    const file = join(folder.path, 'pushed.flv');
    const address = `rtmp://127.0.0.1:${port}/live/k3y`;
    const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-listen', '1', '-f', 'flv', '-i', address, '-c', 'copy', file]);
    const gone = once(ffmpeg, 'close');
    const { give, push } = await whenItListens(address, ffmpeg);
    give(CLIP_PICTURES);
    push.stop();
    await gone;
    const { codec, complaints, durationS, frames } = probe(file);
    assert.deepEqual([codec, frames, complaints], ['h264', CLIP_PICTURES, '']);
    assert.ok(Math.abs(durationS - (CLIP_PICTURES - 1) / 30) < 0.1, `${durationS} s`);
    assert.ok(readFileSync(file).length > 10_000);
  });
});

/** It listens a moment after its start, and says nothing of it. */
async function whenItListens(address: string, ffmpeg: ChildProcess): Promise<ReturnType<typeof pushed>> {
  for (;;) {
    assert.equal(ffmpeg.exitCode, null, 'ffmpeg has ended');
    const attempt = pushed(address);
    const reason = await Promise.race([attempt.live, attempt.ended]);
    if (reason === undefined) return attempt;
  }
}
