import type { SourceDirectory } from '../access-unit.ts';
import type { StreamMetadata } from '../klv/stream-metadata.ts';
import type { Authentication } from './authentication.ts';
import type { RtspRequest } from './message-parser.ts';
import type { PacketOutlet } from './packet-outlet.ts';
import type { Clock, Log } from './ports.ts';
import type { RefusedLogins } from './refused-logins.ts';
import type { RtspLimits } from './rtsp-limits.ts';
import type { RtspResponse } from './rtsp-response.ts';
import type { RtspSession } from './rtsp-session.ts';
import type { RtspSessions } from './rtsp-sessions.ts';
import type { UdpPorts } from './udp-ports.ts';

export type Channels = readonly [rtp: number, rtcp: number];

/** What the methods need of the connection that a request came by. */
export interface RtspPeer {
  /** Of the client. */
  readonly address: string;
  /** Of the station, as the client reached it. */
  readonly localAddress: string;
  readonly isEncrypted: boolean;
  readonly authentication: Authentication;
  /** @returns the channels that the client wants, or free ones; undefined when they are taken */
  freeChannels(wanted: Channels | undefined): Channels | undefined;
  /** @param onReport told what comes by the second channel */
  openInterleaved(channels: Channels, onReport: (bytes: Buffer) => void): PacketOutlet;
  /** The session rests on this connection from now on. */
  adopt(session: RtspSession): void;
  /** The session has ended: what went by this connection is over. */
  release(session: RtspSession): void;
}

/** What the connections of a server share. */
export interface RtspServices {
  readonly directory: SourceDirectory;
  readonly sessions: RtspSessions;
  /** Undefined when UDP is off. */
  readonly udpPorts: UdpPorts | undefined;
  /** Undefined where streams have no track for it. */
  readonly metadata: Pick<StreamMetadata, 'setOf'> | undefined;
  readonly refusedLogins: RefusedLogins;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: RtspLimits;
}

export interface RequestContext {
  readonly request: RtspRequest;
  readonly peer: RtspPeer;
  readonly services: RtspServices;
}

export type RtspMethod = (context: RequestContext) => RtspResponse | Promise<RtspResponse>;
