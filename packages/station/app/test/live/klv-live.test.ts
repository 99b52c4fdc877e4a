import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { DEFAULT_VIDEO_SETTINGS } from '@kitestring/settings/video-settings.ts';
import { UAS_LOCAL_SET_KEY } from '@kitestring/video-process/klv';
import { missingCodecs, probe, WITHOUT_FFPROBE } from '@kitestring/video-process/test/support';
import { VideoStation } from '../support/video-station.ts';

const skip = WITHOUT_FFPROBE || missingCodecs();

describe('the transport stream of a station', { skip }, () => {
  it('comes by UDP, with video and the metadata of the camera', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kitestring-klv-'));
    const receiver = createSocket('udp4').bind(0, '127.0.0.1');
    await once(receiver, 'listening');
    const datagrams: Buffer[] = [];
    receiver.on('message', (datagram) => datagrams.push(datagram));
    const klvTarget = `udp://127.0.0.1:${receiver.address().port}`;
    const video = { ...DEFAULT_VIDEO_SETTINGS, rtspPort: 0, rtspsPort: 0, klvTarget };
    {
      await using _station = await VideoStation.start({ video, simulation: { cameraModel: 'Camera 1st Generation' } });
      while (datagrams.reduce((sum, { length }) => sum + length, 0) < 600_000) await once(receiver, 'message');
    }
    receiver.close();
    assert.ok(datagrams.every(({ length }) => length % 188 === 0 && length <= 1316));
    const path = join(folder, 'received.ts');
    writeFileSync(path, Buffer.concat(datagrams));
    const { codec, frames } = probe(path);
    assert.ok(codec === 'h264' && frames > 10, `${codec} ${frames}`);
    const klv = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:d', '-c', 'copy', '-f', 'data', '-']);
    assert.deepEqual(klv.subarray(0, 16), Buffer.from(UAS_LOCAL_SET_KEY));
    rmSync(folder, { recursive: true });
  });
});
