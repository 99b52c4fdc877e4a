import type { AccessUnit } from '../access-unit.ts';
import type { RtpStreamStats } from '../rtp/rtp-stream.ts';

export interface TrackStats extends RtpStreamStats {
  readonly transport: 'tcp' | 'udp';
  readonly backlogBytes: number;
  /** Skipped because the client reads too slowly. */
  readonly framesSkipped: number;
}

/** One RTP stream to a viewer: pictures or metadata. */
export interface MediaTrack {
  readonly ssrc: number;
  readonly nextSequence: number;
  readonly kind: 'tcp' | 'udp';
  readonly stats: TrackStats;
  /** Resets: later units are independent of earlier ones. */
  restart(): void;
  send(unit: AccessUnit): void;
  /** Processes a compound packet of the receiver. @returns true when it shows that the receiver is alive */
  receive(bytes: Buffer): boolean;
  close(): void;
}
