import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { DEFAULT_VIDEO_SETTINGS } from '@kitestring/settings/video-settings.ts';
import { startTestStation } from './support/test-station.ts';

describe('a station whose chosen RTSP port another program has', () => {
  for (const [setting, flag, purpose] of [
    ['rtspPort', '--video-rtsp-port', 'RTSP'],
    ['rtspsPort', '--video-rtsps-port', 'RTSPS'],
  ] as const) {
    it(`does not start, and says what chooses another one: ${purpose}`, async (t) => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      t.after(() => other.close());
      const { port } = other.address() as AddressInfo;
      const video = { ...DEFAULT_VIDEO_SETTINGS, rtspPort: 0, rtspsPort: 0, [setting]: port };
      await assert.rejects(startTestStation({ video }), {
        name: 'ListenFault',
        code: 'PORT_IN_USE',
        message: `port ${port} on 127.0.0.1 for ${purpose} is in use by another program; choose another one with ${flag} (0 takes any free one)`,
      });
    });
  }
});
