import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OutputParts } from '../../src/process/outputs.ts';
import { startRtspOutput } from '../../src/rtsp/rtsp-output.ts';
import { RawViewer } from './raw-viewer.ts';
import { tlsPair } from './scripted-server.ts';
import { directoryOf, ScriptedSource } from './scripted-source.ts';

describe('RTSP as a way out of the media process', { timeout: 30_000 }, () => {
  it('serves in clear and over TLS on the ports that it tells, asks who may watch, and ends with the permission', async (t) => {
    const source = new ScriptedSource();
    const parts: OutputParts = {
      directory: directoryOf(new Set([source])),
      settings: { host: '127.0.0.1', rtspPort: 0, rtspsPort: 0, tls: await tlsPair(), isAuthenticated: true },
      authorize: async () => ({ kind: 'allowed', viewerId: 'ops' }),
      onTrouble: (reason: string) => assert.fail(reason),
    };
    const output = await startRtspOutput(parts);
    t.after(() => output.stop());
    const clear = await RawViewer.open(output.ports.rtspPort as number);
    const tls = await RawViewer.open(output.ports.rtspsPort as number, { isTls: true });
    for (const viewer of [clear, tls]) {
      assert.equal((await viewer.ask('DESCRIBE', '/zoom')).status, 401);
      assert.equal((await viewer.ask('DESCRIBE', '/zoom?ticket=abc')).status, 200);
      await viewer.play(source);
    }
    output.endViewer('ops');
    await clear.closed();
    await tls.closed();
    assert.equal(source.watching, 0);
  });
});
