import type { SendQueues } from '@kitestring/os/send-queues.ts';
import type { SourceDirectory } from '../access-unit.ts';
import type { StreamMetadata } from '../klv/stream-metadata.ts';
import type { Authentication } from './authentication.ts';
import type { RtspRequest } from './message-parser.ts';
import type { MulticastTracks } from './multicast-tracks.ts';
import type { PacketSender } from './packet-sender.ts';
import type { DeadlineClock, MediaLog } from './ports.ts';
import type { RefusedLogins } from './refused-logins.ts';
import type { RtspLimits } from './rtsp-limits.ts';
import type { RtspResponse } from './rtsp-response.ts';
import type { RtspSession } from './rtsp-session.ts';
import type { RtspSessions } from './rtsp-sessions.ts';
import type { StreamDocuments } from './stream-documents.ts';
import type { UdpPorts } from './udp-ports.ts';

export type Channels = readonly [rtp: number, rtcp: number];

/** Connection of a request, as the methods need it. */
export interface RtspPeer {
  /** Remote address. */
  readonly address: string;
  /** Local address that the client reached. */
  readonly localAddress: string;
  readonly isEncrypted: boolean;
  /** The only stream of the port; undefined on a port with all of them. */
  readonly streamId: string | undefined;
  readonly authentication: Authentication;
  /** @returns the requested channels, or free ones; undefined when they are taken */
  freeChannels(wanted: Channels | undefined): Channels | undefined;
  /** @param onReport receives data of the second channel */
  openInterleaved(channels: Channels, onReport: (bytes: Buffer) => void): PacketSender;
  /** Binds the session to this connection. */
  adopt(session: RtspSession): void;
  /** Releases the channels of an ended session. */
  release(session: RtspSession): void;
}

/** Shared by all connections of a server. */
export interface RtspServices {
  readonly directory: SourceDirectory;
  readonly sessions: RtspSessions;
  /** Undefined when UDP is off. */
  readonly udpPorts: UdpPorts | undefined;
  /** Undefined when multicast is off. */
  readonly multicast: MulticastTracks | undefined;
  /** Undefined without a metadata track. */
  readonly metadata: Pick<StreamMetadata, 'setOf'> | undefined;
  /** Undefined without a track of ONVIF metadata. */
  readonly documents: StreamDocuments | undefined;
  readonly refusedLogins: RefusedLogins;
  readonly sendQueues: SendQueues;
  readonly clock: DeadlineClock;
  readonly log: MediaLog;
  readonly limits: RtspLimits;
}

export interface RequestContext {
  readonly request: RtspRequest;
  readonly peer: RtspPeer;
  readonly services: RtspServices;
}

export type RtspMethod = (context: RequestContext) => RtspResponse | Promise<RtspResponse>;
