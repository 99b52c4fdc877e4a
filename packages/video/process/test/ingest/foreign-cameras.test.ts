import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { describe, it } from 'node:test';
import { nalType } from '../../src/encode/nal-units.ts';
import { missing } from '../rtsp/programs.ts';
import { type Answers, described, response, ScriptedCamera, sdp } from './scripted-camera.ts';
import { PATIENT, WatchedCamera } from './watched-camera.ts';

const BARE_VIDEO = ['m=video 0 RTP/AVP 96', 'a=rtpmap:96 H264/90000', 'a=fmtp:96 packetization-mode=1', 'a=control:0'];

/** Senders that packetize a test picture and send it to a port. */
const SENDERS: Readonly<Record<string, (port: number) => readonly string[]>> = {
  ffmpeg: (port) => [
    ...['-v', 'error', '-re', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '25', '-pix_fmt', 'yuv420p'],
    ...['-x264-params', 'repeat-headers=1:slices=3', '-f', 'rtp', `rtp://127.0.0.1:${port}?rtcpport=${port + 1}`],
  ],
  'gst-launch-1.0': (port) => [
    ...['-q', 'videotestsrc', 'is-live=true', '!', 'video/x-raw,width=640,height=360,framerate=25/1'],
    ...[
      '!',
      'openh264enc',
      'gop-size=25',
      '!',
      'rtph264pay',
      'pt=96',
      'config-interval=-1',
      'aggregate-mode=zero-latency',
    ],
    ...['!', 'udpsink', 'host=127.0.0.1', `port=${port}`],
  ],
};

/** Speaks RTSP as a camera does, and lets a program send the pictures. */
function dialect(name: string, children: ChildProcess[]): Answers {
  let port = 0;
  return {
    DESCRIBE: () => described(sdp(...BARE_VIDEO)),
    SETUP: ({ headers }) => {
      const transport = headers.get('transport') ?? '';
      port = Number(/client_port=(\d+)/.exec(transport)?.[1]);
      return response('200 OK', [`Transport: ${transport};server_port=40000-40001`, 'Session: 1']);
    },
    PLAY: () => {
      children.push(spawn(name, SENDERS[name]?.(port) ?? [], { stdio: 'ignore' }));
      return response('200 OK');
    },
  };
}

describe('pictures that other programs put into packets', () => {
  for (const name of Object.keys(SENDERS)) {
    it(`are taken from ${name}`, { skip: missing(name) }, async () => {
      const children: ChildProcess[] = [];
      await using camera = await ScriptedCamera.start({ answers: dialect(name, children), packets: [] });
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
      for (const { nals } of keyFrames) assert.deepEqual(nals.slice(0, 2).map(nalType), [7, 8]);
    });
  }
});
