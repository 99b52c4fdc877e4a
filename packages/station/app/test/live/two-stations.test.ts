import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_VIDEO_SETTINGS } from '@kitestring/settings/video-settings.ts';
import { VideoStation } from '../support/video-station.ts';

describe('two stations on one machine, as they are by default', () => {
  it('serve their video side by side, each at the addresses that it tells', async () => {
    const { rtspPort, rtspsPort } = DEFAULT_VIDEO_SETTINGS;
    await using first = await VideoStation.start({ video: { ...DEFAULT_VIDEO_SETTINGS } });
    await using second = await VideoStation.start({ video: { ...DEFAULT_VIDEO_SETTINGS } });
    const [taken, moved] = [first.video.supervisor.ports, second.video.supervisor.ports];
    assert.notEqual(moved.rtspPort, taken.rtspPort);
    assert.notEqual(moved.rtspsPort, taken.rtspsPort);
    assert.deepEqual([rtspPort, rtspsPort], [{ from: 8554 }, { from: 8322 }]);
    const lines = second.log.map(({ message }) => message).filter((message) => message.includes(' is in use: '));
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', new RegExp(`RTSP is on ${moved.rtspPort}, .*RTSPS is on ${moved.rtspsPort}`));
    for (const { client, video } of [first, second]) {
      const { body } = await client.get('videostreams');
      for (const { rtsp_url: clear, rtsps_url: tls } of body as { rtsp_url: string; rtsps_url: string }[]) {
        assert.equal(new URL(clear).port, String(video.supervisor.ports.rtspPort));
        assert.equal(new URL(tls).port, String(video.supervisor.ports.rtspsPort));
      }
    }
    // Each answers at its own address, with its own ticket.
    const viewers = await Promise.all([first.watch('thermal'), second.watch('thermal')]);
    assert.equal(viewers.length, 2);
  });
});
