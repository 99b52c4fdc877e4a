import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import { shownAddress } from '@kitestring/base/client-address.ts';
import { ConnectionGate } from '@kitestring/base/connection-gate.ts';
import { Fault } from '@kitestring/base/fault.ts';
import { SendQueues } from '@kitestring/os/send-queues.ts';
import { TLS_RULES } from '@kitestring/os/tls-rules.ts';
import type { SourceDirectory } from '../access-unit.ts';
import type { StreamMetadata } from '../klv/stream-metadata.ts';
import type { OutputReport } from '../process/output-report.ts';
import type { PortChoice } from '../process/protocol.ts';
import type { AuthenticationRules } from './authentication.ts';
import { multicastGroup, type TrackGroup } from './multicast-group.ts';
import { MulticastTracks } from './multicast-tracks.ts';
import { type DeadlineClock, type MediaLog, US_PER_MS, US_PER_S } from './ports.ts';
import { RefusedLogins } from './refused-logins.ts';
import { RtspConnection } from './rtsp-connection.ts';
import { RTSP_LIMITS, type RtspLimits } from './rtsp-limits.ts';
import type { RtspServices } from './rtsp-peer.ts';
import type { SessionStats } from './rtsp-session.ts';
import { RtspSessions } from './rtsp-sessions.ts';
import { type StandingStream, StandingStreams } from './standing-streams.ts';
import type { StreamDocuments } from './stream-documents.ts';
import { type UdpPortChoice, udpPortsOf } from './udp-ports.ts';

/** Listening address; all addresses without a host. */
interface ListenAt {
  readonly host?: string;
  readonly port: PortChoice;
}

/** Key and certificate chain, PEM. */
interface TlsKeyPair {
  readonly key: string;
  readonly cert: string;
}

export interface RtspServerOptions {
  readonly directory: SourceDirectory;
  /** `off`: no authentication. */
  readonly authentication: AuthenticationRules | 'off';
  readonly listeners: {
    readonly rtsp?: ListenAt;
    readonly rtsps?: ListenAt & { readonly tls: TlsKeyPair };
    /** One stream each. */
    readonly streams?: readonly (ListenAt & { readonly streamId: string })[];
  };
  readonly udpPorts: UdpPortChoice;
  /** Address and port of the first stream's group; absent: no multicast. */
  readonly multicast?: string | undefined;
  /** Enables the metadata track. */
  readonly metadata?: Pick<StreamMetadata, 'setOf'>;
  /** Enables the track of ONVIF metadata. */
  readonly documents?: StreamDocuments;
  readonly limits?: Partial<RtspLimits>;
  /** Real time. */
  readonly clock: DeadlineClock;
  readonly log: MediaLog;
}

interface RtspListener {
  readonly name: string;
  readonly server: Server;
  readonly at: ListenAt;
}

interface RtspServerStats {
  readonly connections: number;
  /** Connections refused at the limit. */
  readonly refusedConnections: number;
  readonly udpPairsFree: number;
  readonly sessions: readonly SessionStats[];
}

/** A listener could not be opened. */
class RtspListenFault extends Fault {
  readonly code = 'RTSP_LISTEN_FAILED';
}

/** Serves the streams of a directory over RTSP 1.0 (RFC 2326), in clear or over TLS. */
export class RtspServer implements AsyncDisposable {
  readonly #options: RtspServerOptions;
  readonly #services: RtspServices;
  readonly #gate: ConnectionGate;
  readonly #standing: StandingStreams | undefined;
  readonly #connections = new Set<RtspConnection>();
  readonly #plain: Server | undefined;
  readonly #secure: TlsServer | undefined;
  readonly #ofStreams: ReadonlyMap<string, Server>;
  #cancelCheck = () => {};
  #dropped = 0;

  private constructor(options: RtspServerOptions) {
    const { directory, clock, documents, log, listeners, metadata } = options;
    const limits = { ...RTSP_LIMITS, ...options.limits };
    const sessions = new RtspSessions({ clock, log, limits, metadata, documents });
    const udpPorts = udpPortsOf(options.udpPorts);
    this.#options = options;
    const refusedLogins = new RefusedLogins(clock, limits.refusedLoginsPerMin);
    const sendQueues = new SendQueues(() => clock.nowUs() / US_PER_MS);
    const { multicast: first } = options;
    const multicast = first === undefined ? undefined : new MulticastTracks((id) => multicastGroup(first, id));
    const content = { directory, sessions, metadata, documents, multicast };
    this.#services = { ...content, udpPorts, refusedLogins, sendQueues, clock, log, limits };
    this.#standing =
      multicast && new StandingStreams({ directory, sessions, multicast, hasDocuments: documents !== undefined, log });
    this.#gate = new ConnectionGate(limits);
    if (listeners.rtsp !== undefined) this.#plain = this.#makePlain();
    if (listeners.rtsps !== undefined) this.#secure = this.#makeSecure(listeners.rtsps.tls);
    this.#ofStreams = new Map(listeners.streams?.map(({ streamId }) => [streamId, this.#makePlain(streamId)]));
  }

  /** @throws RtspListenFault */
  static async start(options: RtspServerOptions): Promise<RtspServer> {
    const server = new RtspServer(options);
    try {
      await server.#listen();
      return server;
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Ports of the active listeners; those of single streams by the id of the stream. */
  get ports(): { rtsp: number | undefined; rtsps: number | undefined; streams: Readonly<Record<string, number>> } {
    const streams = [...this.#ofStreams].map(([id, server]) => [id, listeningPort(server) ?? 0] as const);
    return {
      rtsp: listeningPort(this.#plain),
      rtsps: listeningPort(this.#secure),
      streams: Object.fromEntries(streams),
    };
  }

  get stats(): RtspServerStats {
    const { sessions, udpPorts } = this.#services;
    const { count, refused } = this.#gate;
    return {
      connections: count,
      refusedConnections: refused,
      udpPairsFree: udpPorts?.free ?? 0,
      sessions: sessions.stats,
    };
  }

  /** The same values as counters. */
  get report(): OutputReport {
    const { refusedLogins, sessions } = this.#services;
    return {
      viewers: sessions.viewerCounts,
      droppedViewers: this.#dropped,
      refusedLogins: refusedLogins.total,
      refusedConnections: this.#gate.refused,
    };
  }

  /** Uses another key and certificate for later connections; open ones stay. */
  renewTls(pair: TlsKeyPair): void {
    this.#secure?.setSecureContext({ ...TLS_RULES, ...pair });
  }

  /** Streams that are sent to their groups without a session, and the groups that were chosen; replaces those before. */
  setStanding(streams: readonly StandingStream[], groups: readonly TrackGroup[] = []): void {
    this.#services.multicast?.choose(groups);
    this.#standing?.set(streams);
  }

  /** Ends all sessions based on a permission. */
  endViewer(viewerId: string): void {
    this.#services.sessions.endViewer(viewerId);
    for (const connection of [...this.#connections]) {
      if (connection.authentication.isGrantedTo(viewerId)) connection.destroy();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#cancelCheck();
    const closed = this.#listeners.map(({ server }) => close(server));
    this.#standing?.set([]);
    this.#services.sessions.stop();
    // One turn of the event loop for the sessions' BYE packets.
    await new Promise(setImmediate);
    this.#gate.destroyAll();
    await Promise.all(closed);
  }

  async #listen(): Promise<void> {
    // Configured ports first, or a server with a free choice could take one of them.
    const isFree = ({ at }: RtspListener) => Number(typeof at.port === 'object');
    const listeners = this.#listeners.toSorted((one, other) => isFree(one) - isFree(other));
    for (const { at, server } of listeners) await listen(server, at);
    this.#tellMoved();
    this.#checkEverySecond();
  }

  get #listeners(): readonly RtspListener[] {
    const { rtsp, rtsps, streams = [] } = this.#options.listeners;
    return [
      { name: 'RTSP', server: this.#plain, at: rtsp },
      ...streams.map((at) => ({ name: `RTSP of ${at.streamId}`, server: this.#ofStreams.get(at.streamId), at })),
      { name: 'RTSPS', server: this.#secure, at: rtsps },
    ].filter((each): each is RtspListener => each.server !== undefined);
  }

  /** Logs once when the default port was not available. */
  #tellMoved(): void {
    const moved = this.#listeners.flatMap(({ at: { port: wanted }, name, server }) =>
      typeof wanted === 'object' && wanted.from !== listeningPort(server)
        ? [`port ${wanted.from} is in use: ${name} is on ${listeningPort(server)}`]
        : [],
    );
    if (moved.length > 0) this.#options.log.info(this.ports, moved.join(', '));
  }

  /** @param streamId the only stream of this port */
  #makePlain(streamId?: string): Server {
    const server = createServer({ allowHalfOpen: false }, (socket) => {
      if (this.#gate.admit(socket)) this.#serve(socket, false, streamId);
    });
    return this.#outlivesFaults(server);
  }

  /** Without a free file descriptor a connection cannot be accepted; the others go on. Faults of the start are those of `listen`. */
  #outlivesFaults<Kind extends Server>(server: Kind): Kind {
    return server.on('error', (error) => {
      if (server.listening) this.#options.log.warn({ err: error }, 'a connection could not be accepted');
    });
  }

  #makeSecure(tls: TlsKeyPair): TlsServer {
    const handshakeTimeout = this.#services.limits.requestMs;
    const server = createTlsServer({ ...TLS_RULES, ...tls, handshakeTimeout }, (socket) => this.#serve(socket, true));
    // Counted before the handshake, or connections without one would cost nothing.
    server.on('connection', (socket: Socket) => this.#gate.admit(socket));
    server.on('tlsClientError', (error, socket) => {
      this.#options.log.debug({ err: error, address: socket.remoteAddress }, 'TLS handshake failed');
      socket.destroy();
    });
    return this.#outlivesFaults(server);
  }

  #serve(socket: Socket, isEncrypted: boolean, streamId?: string): void {
    const { remoteAddress, localAddress } = socket;
    // Disconnected before its turn.
    if (remoteAddress === undefined || localAddress === undefined) {
      socket.destroy();
      return;
    }
    const connection = new RtspConnection({
      socket,
      address: shownAddress(remoteAddress),
      localAddress: shownAddress(localAddress),
      isEncrypted,
      streamId,
      rules: this.#options.authentication,
      services: this.#services,
    });
    this.#options.log.debug({ address: connection.address, isEncrypted }, 'RTSP client connected');
    this.#connections.add(connection);
    socket.once('close', () => {
      this.#connections.delete(connection);
      this.#options.log.debug({ address: connection.address }, 'RTSP client disconnected');
    });
  }

  #checkEverySecond(): void {
    const { clock, sessions } = this.#services;
    this.#cancelCheck = clock.schedule(clock.nowUs() + US_PER_S, () => {
      this.#checkEverySecond();
      sessions.check();
      this.#standing?.check();
      for (const connection of [...this.#connections]) if (connection.check() === 'stalled') this.#dropped += 1;
    });
  }
}

function listeningPort(server: Server | undefined): number | undefined {
  const address = server?.address();
  return typeof address === 'object' ? address?.port : undefined;
}

/** Number of ports tried when the first free one is wanted. */
const PORT_TRIES = 64;

async function listen(server: Server, { host, port }: ListenAt): Promise<void> {
  if (typeof port === 'number') return await listenAt(server, host, port);
  for (let candidate = port.from; ; candidate += 1) {
    try {
      return await listenAt(server, host, candidate);
    } catch (fault) {
      const { code } = (fault as RtspListenFault).cause as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE' || candidate + 1 >= port.from + PORT_TRIES) throw fault;
    }
  }
}

function listenAt(server: Server, host: string | undefined, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (cause: Error) => {
      reject(new RtspListenFault(`cannot listen on ${host ?? '*'} port ${port}: ${cause.message}`, { cause }));
    };
    server.once('error', failed);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off('error', failed);
      resolve();
    });
  });
}

/** Also of one that does not listen. */
const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
