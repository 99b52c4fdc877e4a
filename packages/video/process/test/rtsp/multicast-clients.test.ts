import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { inOwnNetwork, whyNoNetwork } from '@kitestring/lab-testing/own-network.ts';
import { missing, missingElements } from './programs.ts';

const SCRIPT = join(import.meta.dirname, 'receive-multicast.ts');
const PARTS = ['rtspsrc', 'sdpdemux', 'rtph264depay', 'h264parse', 'avdec_h264'];

interface Received {
  readonly seen: Readonly<Record<string, { readonly code: number; readonly frames: number; readonly output: string }>>;
  readonly texts: number;
  readonly left: number;
  readonly stopped: number;
}

const skip = missing('ffmpeg', 'gst-launch-1.0') || missingElements(...PARTS) || whyNoNetwork();

describe('programs that receive a stream by multicast', { skip }, () => {
  it('decode it, by RTSP and by a file without a session: ffmpeg and GStreamer', async () => {
    const [program = '', ...words] = inOwnNetwork(process.execPath, SCRIPT);
    const { stdout } = await promisify(execFile)(program, words, { timeout: 540_000, maxBuffer: 10_000_000 });
    const { left, seen, stopped, texts } = JSON.parse(stdout) as Received;
    const ways = ['ffmpegByRtsp', 'gstreamerByRtsp', 'ffmpegByFile', 'gstreamerByFile'];
    for (const way of ways) assert.ok((seen[way]?.frames ?? 0) >= 60, `${way}: ${JSON.stringify(seen[way])}`);
    assert.ok(texts > 0, 'no metadata');
    assert.deepEqual({ left, stopped }, { left: 0, stopped: 0 });
  });
});
