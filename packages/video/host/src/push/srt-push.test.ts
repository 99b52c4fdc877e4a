import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { readPushAddress } from '@kitestring/video-process/push';
import { missing, probe } from '@kitestring/video-process/test/support';
import { CLIP_HEAD, CLIP_PICTURES, clipSegment } from '../../test/support/clip-segments.ts';
import { LossyLine } from '../../test/support/lossy-line.ts';
import { SegmentFanOut } from '../browser/segment-fan-out.ts';
import { srtPush } from './srt-push.ts';

const hasSrt = spawnSync('ffmpeg', ['-protocols'], { encoding: 'utf8' }).stdout?.includes('srt') === true;
const skip = missing('ffmpeg', 'ffprobe') || (!hasSrt && 'ffmpeg here has no SRT');

/** A push of the clip, which the test gives picture by picture. */
function pushed(address: string) {
  const target = readPushAddress(address);
  if ('refusal' in target) assert.fail(target.refusal);
  const { promise: live, resolve: onLive } = Promise.withResolvers<void>();
  const { promise: ended, resolve: onEnd } = Promise.withResolvers<string>();
  const segments = new SegmentFanOut(
    () => {},
    () => assert.fail('no browser watches'),
  );
  const push = srtPush(target, 'color', segments, { onLive, onEnd });
  return { push, live, ended, segments };
}

describe('a stream pushed over SRT', () => {
  it('says in one sentence that nothing listens', async () => {
    const port = await freePort();
    const reason = await pushed(`srt://127.0.0.1:${port}`).ended;
    assert.match(reason, new RegExp(`^the relay at 127\\.0\\.0\\.1:${port} (cannot be reached: |does not answer)`));
  });

  it('arrives whole at ffmpeg, though the line loses every tenth packet', { skip }, async () => {
    using folder = new TestFolder();
    const port = await freePort();
    const file = folder.file('pushed.ts');
    const listener = `srt://127.0.0.1:${port}?mode=listener&latency=1000000&timeout=60000000`;
    const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-f', 'mpegts', '-i', listener, '-c', 'copy', file]);
    const gone = once(ffmpeg, 'close');
    await using line = await LossyLine.start(port);
    const { live, push, segments } = await until('ffmpeg to listen', async () => {
      const attempt = pushed(`srt://127.0.0.1:${line.port}?streamid=kite/color&latency=1000`);
      return (await Promise.race([attempt.live.then(() => 'live'), attempt.ended])) === 'live' && attempt;
    });
    await live;
    segments.acceptHead('color', CLIP_HEAD);
    for (let index = 0; index < CLIP_PICTURES; index += 1) {
      const { bytes, isKeyFrame } = clipSegment(index);
      segments.acceptSegment('color', bytes, isKeyFrame);
    }
    await until('the receiver to have it all', () => push.sent !== undefined && line.isQuiet);
    push.stop();
    await gone;
    assert.ok(line.lost > 5, `${line.lost} packets were lost`);
    const { codec, frames } = probe(file);
    assert.deepEqual([codec, frames], ['h264', CLIP_PICTURES]);
  });
});
