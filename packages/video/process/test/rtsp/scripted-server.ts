import type { TestContext } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { EncodedSource } from '../../src/access-unit.ts';
import type { MediaLog } from '../../src/rtsp/ports.ts';
import { RtspServer, type RtspServerOptions } from '../../src/rtsp/rtsp-server.ts';
import { StreamDocuments } from '../../src/rtsp/stream-documents.ts';
import { RawViewer } from './raw-viewer.ts';
import { directory, ScriptedSource } from './scripted-source.ts';

export { StreamDocuments };
export const SILENT: MediaLog = { debug() {}, info() {}, warn() {} };

interface ScriptedServer {
  readonly server: RtspServer;
  readonly source: ScriptedSource;
  readonly sources: Set<EncodedSource>;
  readonly clock: VirtualClock;
  readonly viewer: () => Promise<RawViewer>;
  readonly tlsViewer: () => Promise<RawViewer>;
}

/** A server on free ports with one scripted stream and a clock that stands still. Ends with the test. */
export async function serve(t: TestContext, given: Partial<RtspServerOptions> = {}): Promise<ScriptedServer> {
  const source = new ScriptedSource();
  const sources = new Set<EncodedSource>([source]);
  const clock = new VirtualClock();
  const server = await RtspServer.start({
    directory: directory(sources),
    authentication: 'off',
    listeners: { rtsp: { host: '127.0.0.1', port: 0 } },
    udpPorts: 'off',
    clock,
    log: SILENT,
    ...given,
  });
  const viewers: RawViewer[] = [];
  t.after(async () => {
    for (const viewer of viewers) viewer.destroy();
    await server[Symbol.asyncDispose]();
  });
  const open = async (port = 0, isTls = false) => {
    const viewer = await RawViewer.open(port, { isTls });
    viewers.push(viewer);
    return viewer;
  };
  return {
    server,
    source,
    sources,
    clock,
    viewer: () => open(server.ports.rtsp),
    tlsViewer: () => open(server.ports.rtsps, true),
  };
}
