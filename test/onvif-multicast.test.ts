import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { inOwnNetwork, OWN_ADDRESS, whyNoNetwork } from '@kitestring/lab-testing/own-network.ts';
import { missing } from '@kitestring/video-process/test/support';

const SCRIPT = join(import.meta.dirname, 'support/multicast-camera.ts');

describe('a camera that ONVIF tells to send to a group', { skip: missing('ffmpeg') || whyNoNetwork() }, () => {
  it('is seen there by ffmpeg, as H.264 and as JPEG', async () => {
    const [program = '', ...words] = inOwnNetwork(process.execPath, SCRIPT, OWN_ADDRESS);
    const { stdout } = await promisify(execFile)(program, words, { timeout: 540_000 });
    const seen = JSON.parse(stdout) as Readonly<Record<string, readonly number[]>>;
    assert.deepEqual(Object.keys(seen), ['H264', 'JPEG']);
    for (const [codec, means] of Object.entries(seen)) {
      assert.ok(means.length >= 5, `${codec}: ${means.length} pictures`);
      for (const mean of means) assert.ok(mean > 20 && mean < 235, `${codec}: ${mean}`);
    }
  });
});
