import { RealClock } from '../../src/rtsp/real-clock.ts';
import { RtspServer, type RtspServerOptions } from '../../src/rtsp/rtsp-server.ts';
import { ClipSource, type Film } from '../support/clip.ts';

const SILENT = { debug() {}, info() {}, warn() {} };

/** A camera over RTSP that shows a film over and over, in real time. */
export class ClipCamera implements AsyncDisposable {
  readonly source: ClipSource;
  readonly server: RtspServer;

  private constructor(source: ClipSource, server: RtspServer) {
    this.source = source;
    this.server = server;
  }

  /**
   * @param port 0 is any free one
   * @param film 160x120, 30 pictures a second, a key frame each second when absent
   */
  static async start(port = 0, options: Partial<RtspServerOptions> = {}, film?: Film): Promise<ClipCamera> {
    const source = new ClipSource('main', Date.now(), undefined, film).play();
    const server = await RtspServer.start({
      directory: { find: (id) => (id === source.id ? source : undefined), list: () => [source] },
      authentication: 'off',
      listeners: { rtsp: { host: '127.0.0.1', port } },
      udpPorts: 'off',
      clock: new RealClock(),
      log: SILENT,
      ...options,
    });
    return new ClipCamera(source, server);
  }

  get port(): number {
    return this.server.ports.rtsp ?? 0;
  }

  get url(): string {
    return `rtsp://127.0.0.1:${this.port}/main`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.source.end();
    await this.server[Symbol.asyncDispose]();
  }
}
