import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { describe, it } from 'node:test';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { readPushAddress } from '@kitestring/video-process/push';
import { HEVC_FILM, missing, probe } from '@kitestring/video-process/test/support';
import { CLIP_HEAD, CLIP_PICTURES, clipSegment, HEVC_HEAD } from '../../test/support/clip-segments.ts';
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

const PASSPHRASE = '&passphrase=only-for-this-relay';
/** Streams, and how they are encrypted. */
const ARRIVALS: readonly { readonly name: string; readonly film?: typeof HEVC_FILM; readonly parameters?: string }[] = [
  { name: '' },
  { name: ' as H.265, encrypted with AES-128', film: HEVC_FILM, parameters: PASSPHRASE },
  { name: ' encrypted with AES-256', parameters: `${PASSPHRASE}&pbkeylen=32` },
];

const COPIED = ['-map', '0', '-c', 'copy', '-flush_packets', '1', '-f', 'data'];

/** A receiver that writes the bytes as they come, and ends with the stream, or when it is stopped. */
function listen(port: number, file: string, parameters: string) {
  const listener = `srt://127.0.0.1:${port}?mode=listener&latency=3000000&timeout=60000000${parameters}`;
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-y', '-f', 'data', '-i', listener, ...COPIED, file]);
  return {
    gone: once(ffmpeg, 'close'),
    isRunning: () => ffmpeg.exitCode === null && ffmpeg.signalCode === null,
    stop: () => ffmpeg.kill('SIGKILL'),
  };
}

describe('the address of a relay over SRT', () => {
  const refusal = (parameters: string) => {
    const target = readPushAddress(`srt://relay.example:9000?${parameters}`);
    return 'refusal' in target ? target.refusal : target.shown;
  };

  it('has a passphrase that is never shown, within the bounds of SRT', () => {
    assert.equal(refusal('passphrase=0123456789&pbkeylen=32'), 'srt://relay.example:9000?***');
    for (const length of [0, 9, 80]) {
      assert.equal(refusal(`passphrase=${'x'.repeat(length)}`), 'its passphrase must have 10 to 79 bytes');
    }
    assert.equal(refusal('passphrase=0123456789&pbkeylen=20'), 'its pbkeylen must be 16, 24 or 32, got 20');
  });
});

describe('a stream pushed over SRT', () => {
  it('says in one sentence that nothing listens', async () => {
    const port = await freePort();
    const reason = await pushed(`srt://127.0.0.1:${port}`).ended;
    assert.match(reason, new RegExp(`^the relay at 127\\.0\\.0\\.1:${port} (cannot be reached: |does not answer)`));
  });

  for (const { film, name, parameters = '' } of ARRIVALS) {
    it(`arrives whole at ffmpeg${name}, though the line loses every tenth packet`, { skip }, async () => {
      using folder = new TestFolder();
      const port = await freePort();
      const file = folder.file('pushed.ts');
      let receiver = listen(port, file, parameters);
      await using line = await LossyLine.start(port);
      const { live, push, segments } = await until('ffmpeg to listen', async () => {
        // It takes one stream only, also one that had given up when it began to listen.
        if (!receiver.isRunning()) receiver = listen(port, file, parameters);
        const attempt = pushed(`srt://127.0.0.1:${line.port}?streamid=kite/color&latency=3000${parameters}`);
        return (await Promise.race([attempt.live.then(() => 'live'), attempt.ended])) === 'live' && attempt;
      });
      await live;
      const pictures = film?.pictures.length ?? CLIP_PICTURES;
      segments.acceptHead('color', film === undefined ? CLIP_HEAD : HEVC_HEAD);
      for (let index = 0; index < pictures; index += 1) {
        const { bytes, isKeyFrame } = clipSegment(index, film);
        segments.acceptSegment('color', bytes, isKeyFrame);
      }
      // Told the end, it drops what it has not delivered yet.
      await until('the receiver to have it all', () => existsSync(file) && statSync(file).size === push.sent?.bytes);
      push.stop();
      await receiver.gone;
      assert.ok(line.lost > 0, `${line.lost} packets were lost`);
      const { codec, frames } = probe(file);
      assert.deepEqual([codec, frames], [film === undefined ? 'h264' : 'hevc', pictures]);
    });
  }

  it('says in one sentence that the passphrases of both ends differ, and sends nothing', { skip }, async () => {
    using folder = new TestFolder();
    const port = await freePort();
    const receiver = listen(port, folder.file('none.ts'), PASSPHRASE);
    for (const [parameters, what] of [
      ['', 'one end has a passphrase, the other has none'],
      ['&passphrase=another-secret', 'another passphrase is wanted'],
    ]) {
      const reason = await until('ffmpeg to listen', async () => {
        const attempt = pushed(`srt://127.0.0.1:${port}?latency=20${parameters}`);
        const ended = await Promise.race([attempt.ended, attempt.live.then(() => assert.fail('it is live'))]);
        return /refuses/.test(ended) && ended;
      });
      assert.equal(reason, `the relay at 127.0.0.1:${port} refuses the stream: ${what}`);
    }
    receiver.stop();
    await receiver.gone;
  });
});
