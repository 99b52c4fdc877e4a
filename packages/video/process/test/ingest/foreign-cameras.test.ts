import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { describe, it } from 'node:test';
import type { PictureCodec } from '../../src/access-unit.ts';
import { nalSyntax } from '../../src/encode/nal-syntax.ts';
import { missing } from '../rtsp/programs.ts';
import { type Answers, described, response, ScriptedCamera, sdp } from './scripted-camera.ts';
import { PATIENT, WatchedCamera } from './watched-camera.ts';

const bareVideo = (codec: PictureCodec): readonly string[] => [
  'm=video 0 RTP/AVP 96',
  `a=rtpmap:96 ${codec.replace('.', '')}/90000`,
  ...(codec === 'H.264' ? ['a=fmtp:96 packetization-mode=1'] : []),
  'a=control:0',
];

interface Sender {
  readonly codec: PictureCodec;
  readonly program: string;
  readonly arguments: (port: number) => readonly string[];
}

const ffmpeg = (port: number, coding: readonly string[]): readonly string[] => [
  ...['-v', 'error', '-re', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25', '-pix_fmt', 'yuv420p'],
  ...[...coding, '-f', 'rtp', `rtp://127.0.0.1:${port}?rtcpport=${port + 1}`],
];
const gStreamer = (port: number, encoder: readonly string[], payloader: readonly string[]): readonly string[] => [
  ...['-q', 'videotestsrc', 'is-live=true', '!', 'video/x-raw,format=I420,width=640,height=360,framerate=25/1', '!'],
  ...[...encoder, '!', ...payloader, 'pt=96', 'config-interval=-1', 'aggregate-mode=zero-latency'],
  ...['!', 'udpsink', 'host=127.0.0.1', `port=${port}`],
];
const FAST = ['-preset', 'ultrafast', '-tune', 'zerolatency'];
const X264 = ['-c:v', 'libx264', ...FAST, '-g', '25', '-x264-params', 'repeat-headers=1:slices=3'];
const X265 = ['-c:v', 'libx265', ...FAST, '-x265-params', 'log-level=none:repeat-headers=1:keyint=25:slices=3'];
const X265_ENC = ['x265enc', 'speed-preset=ultrafast', 'tune=zerolatency', 'key-int-max=25'];

/** Senders that packetize a test picture and send it to a port. */
const SENDERS: readonly Sender[] = [
  { codec: 'H.264', program: 'ffmpeg', arguments: (port) => ffmpeg(port, X264) },
  { codec: 'H.265', program: 'ffmpeg', arguments: (port) => ffmpeg(port, X265) },
  {
    codec: 'H.264',
    program: 'gst-launch-1.0',
    arguments: (port) => gStreamer(port, ['openh264enc', 'gop-size=25'], ['rtph264pay']),
  },
  { codec: 'H.265', program: 'gst-launch-1.0', arguments: (port) => gStreamer(port, X265_ENC, ['rtph265pay']) },
];

/** Speaks RTSP as a camera does, and lets a program send the pictures. */
function dialect(sender: Sender, children: ChildProcess[]): Answers {
  let port = 0;
  return {
    DESCRIBE: () => described(sdp(...bareVideo(sender.codec))),
    SETUP: ({ headers }) => {
      const transport = headers.get('transport') ?? '';
      port = Number(/client_port=(\d+)/.exec(transport)?.[1]);
      return response('200 OK', [`Transport: ${transport};server_port=40000-40001`, 'Session: 1']);
    },
    PLAY: () => {
      children.push(spawn(sender.program, sender.arguments(port), { stdio: 'ignore' }));
      return response('200 OK');
    },
  };
}

describe('pictures that other programs put into packets', () => {
  for (const sender of SENDERS) {
    it(`are taken from ${sender.program} as ${sender.codec}`, { skip: missing(sender.program) }, async () => {
      const children: ChildProcess[] = [];
      await using camera = await ScriptedCamera.start({ answers: dialect(sender, children), packets: [] });
      using watched = new WatchedCamera(camera.url.replace('rtsp:', 'rtspu:'), PATIENT);
      try {
        await watched.until(() => watched.units.length >= 60 || watched.reason !== undefined);
      } finally {
        for (const child of children) child.kill('SIGKILL');
      }
      assert.equal(watched.reason, undefined);
      assert.deepEqual(watched.source.size, { widthPx: 640, heightPx: 360 });
      assert.equal(watched.source.framesPerS, 25);
      const keyFrames = watched.units.filter(({ isKeyFrame }) => isKeyFrame);
      assert.ok(keyFrames.length >= 2);
      const { sets, typeOf } = nalSyntax(sender.codec);
      for (const { nals } of keyFrames) assert.deepEqual(nals.slice(0, sets.size).map(typeOf), [...sets.keys()]);
    });
  }
});
