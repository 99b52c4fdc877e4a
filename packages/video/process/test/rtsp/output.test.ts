import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';
import type { LogLine } from '../../src/process/protocol.ts';
import { type RtspOutputDeps, startRtspOutput } from '../../src/rtsp/rtsp-output.ts';
import { StreamDocuments } from '../../src/rtsp/stream-documents.ts';
import { RawViewer } from './raw-viewer.ts';
import { directory, ScriptedSource } from './scripted-source.ts';

describe('RTSP as a way out of the media process', () => {
  it('serves in clear and over TLS on the ports that it tells, asks who may watch, and ends with the permission', async (t) => {
    const source = new ScriptedSource();
    const lines: LogLine[] = [];
    const deps: RtspOutputDeps = {
      directory: directory(new Set([source])),
      settings: {
        host: '127.0.0.1',
        rtspPort: 0,
        rtspsPort: 0,
        udpPorts: 'any',
        hasMetadataTrack: false,
        tls: selfSignedPair(),
        authentication: 'always',
      },
      metadata: { setOf: () => undefined },
      documents: new StreamDocuments(() => {}),
      authorize: async () => ({ kind: 'allowed', viewerId: 'ops' }),
      onTrouble: (reason: string) => assert.fail(reason),
      onLog: (line) => lines.push(line),
    };
    const output = await startRtspOutput(deps);
    t.after(() => output.server[Symbol.asyncDispose]());
    const clear = await RawViewer.open(output.ports.rtspPort as number);
    const tls = await RawViewer.open(output.ports.rtspsPort as number, { isTls: true });
    for (const viewer of [clear, tls]) {
      assert.equal((await viewer.ask('DESCRIBE', '/zoom')).status, 401);
      assert.equal((await viewer.ask('DESCRIBE', '/zoom?ticket=abc')).status, 200);
      await viewer.play(source);
    }
    const [overTcp, , overTls] = output.server.report.viewers;
    assert.deepEqual([overTcp?.viewers, overTls?.viewers], [1, 1]);
    output.server.endViewer('ops');
    await clear.closed();
    await tls.closed();
    assert.equal(source.watching, 0);
    const { refusedLogins, viewers } = output.server.report;
    assert.deepEqual(
      viewers.map(({ protocol, viewers: now, packets }) => [protocol, now, packets > 0]),
      [
        ['rtsp-tcp', 0, true],
        ['rtsp-udp', 0, false],
        ['rtsps', 0, true],
      ],
    );
    assert.equal(refusedLogins, 0);
    const said = lines.filter(({ level }) => level === 'info').map(({ message }) => message);
    const life = ['RTSP session set up', 'RTSP session plays'];
    assert.deepEqual(said, [...life, ...life, 'RTSP session ended', 'RTSP session ended']);
    assert.ok(lines.some(({ message }) => message === 'RTSP client connected'));
    assert.doesNotMatch(JSON.stringify(lines), /abc/);
  });
});
