import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { describe, it } from 'node:test';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';
import type { OutputSettings } from '../../src/process/protocol.ts';
import { startRtspOutput } from '../../src/rtsp/rtsp-output.ts';
import { StreamDocuments } from '../../src/rtsp/stream-documents.ts';
import { RawViewer, sessionOf } from './raw-viewer.ts';
import { directory, ScriptedSource } from './scripted-source.ts';

/** A port that another program has. */
async function takenPort(t: { after(end: () => void): void }): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

function outputAt(
  ports: Pick<OutputSettings, 'rtspPort' | 'rtspsPort' | 'streamPorts'>,
  said: string[],
  troubles?: string[],
) {
  return startRtspOutput({
    directory: directory(new Set([new ScriptedSource()])),
    settings: {
      ...ports,
      host: '127.0.0.1',
      udpPorts: 'any',
      hasMetadataTrack: false,
      authentication: 'never',
      tls: selfSignedPair(),
    },
    metadata: { setOf: () => undefined },
    documents: new StreamDocuments(() => {}),
    authorize: async () => ({ kind: 'refused' }),
    onTrouble: (reason: string) => void (troubles?.push(reason) ?? assert.fail(reason)),
    onLog: ({ level, message }) => void (level === 'info' && said.push(message)),
  });
}

describe('the ports of RTSP', () => {
  it('are the next free ones where others are taken, which one line says', async (t) => {
    const [first, second] = [await takenPort(t), await takenPort(t)];
    const said: string[] = [];
    const output = await outputAt({ rtspPort: { from: first }, rtspsPort: { from: second } }, said);
    t.after(() => output.server[Symbol.asyncDispose]());
    const { rtspPort = 0, rtspsPort = 0 } = output.ports;
    assert.ok(rtspPort > first && rtspsPort > second);
    assert.deepEqual(said, [
      `port ${first} is in use: RTSP is on ${rtspPort}, port ${second} is in use: RTSPS is on ${rtspsPort}`,
    ]);
    const clear = await RawViewer.open(rtspPort);
    const tls = await RawViewer.open(rtspsPort, { isTls: true });
    for (const viewer of [clear, tls]) assert.equal((await viewer.ask('DESCRIBE', '/zoom')).status, 200);
  });

  it('that are set are not taken for one that may be any', async (t) => {
    const port = await freePort();
    const output = await outputAt({ rtspPort: { from: port }, rtspsPort: port }, []);
    t.after(() => output.server[Symbol.asyncDispose]());
    assert.equal(output.ports.rtspsPort, port);
    assert.ok((output.ports.rtspPort ?? 0) > port);
  });

  it('stay open when a connection cannot be accepted, which is logged', async (t) => {
    const servers: Server[] = [];
    const note = (message: unknown) => servers.push((message as { server: Server }).server);
    subscribe('tracing:net.server.listen:asyncEnd', note);
    t.after(() => unsubscribe('tracing:net.server.listen:asyncEnd', note));
    const troubles: string[] = [];
    const output = await outputAt({ rtspPort: 0, rtspsPort: 0 }, [], troubles);
    t.after(() => output.server[Symbol.asyncDispose]());
    assert.equal(servers.length, 2);
    for (const server of servers) server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
    assert.deepEqual(troubles, Array(2).fill('a connection could not be accepted: accept EMFILE'));
    const viewer = await RawViewer.open(output.ports.rtspPort ?? 0);
    assert.equal((await viewer.ask('DESCRIBE', '/zoom')).status, 200);
  });

  it('may be one for each stream, which is at the same path on each of them and at no other', async (t) => {
    const output = await outputAt({ rtspPort: 'off', rtspsPort: 0, streamPorts: { zoom: 0, thermal: 0 } }, []);
    t.after(() => output.server[Symbol.asyncDispose]());
    assert.equal(output.ports.rtspPort, undefined);
    const { zoom = 0, thermal = 0 } = output.ports.streamPorts ?? {};
    const viewer = await RawViewer.open(zoom);
    const described = await viewer.ask('DESCRIBE', '/video', { Accept: 'application/sdp' });
    assert.equal(described.status, 200);
    assert.deepEqual(described.headers.get('content-base'), [`rtsp://127.0.0.1:${zoom}/video/`]);
    const transport = { Transport: 'RTP/AVP/TCP;unicast;interleaved=0-1' };
    const setUp = await viewer.ask('SETUP', '/video/trackID=0', transport);
    assert.equal((await viewer.ask('PLAY', '/video', { Session: sessionOf(setUp) })).status, 200);
    assert.equal((await viewer.ask('TEARDOWN', '/video', { Session: sessionOf(setUp) })).status, 200);
    for (const path of ['/zoom', '/overview', '/video2'])
      assert.equal((await viewer.ask('DESCRIBE', path)).status, 404, path);
    // The scripted camera has no thermal stream.
    assert.equal((await (await RawViewer.open(thermal)).ask('DESCRIBE', '/video')).status, 404);
  });

  it('are those that were chosen or none, and nothing is said of them', async (t) => {
    const port = await takenPort(t);
    const said: string[] = [];
    await assert.rejects(outputAt({ rtspPort: port, rtspsPort: 0 }, said), { code: 'RTSP_LISTEN_FAILED' });
    const output = await outputAt({ rtspPort: 0, rtspsPort: 0 }, said);
    t.after(() => output.server[Symbol.asyncDispose]());
    assert.deepEqual(said, []);
  });
});
