import type { AccessUnit } from '../access-unit.ts';
import type { RtpStreamStats } from '../rtp/rtp-stream.ts';

export interface TrackStats extends RtpStreamStats {
  readonly transport: 'tcp' | 'udp';
  readonly backlogBytes: number;
  /** Pictures, or what goes with them. */
  readonly framesSent: number;
  /** Left out because the client reads too slowly. */
  readonly framesSkipped: number;
}

/** One sequence of packets to one viewer: the pictures, or what is known of them. */
export interface MediaTrack {
  readonly ssrc: number;
  readonly nextSequence: number;
  readonly kind: 'tcp' | 'udp';
  readonly stats: TrackStats;
  /** What comes now continues nothing. */
  restart(): void;
  send(unit: AccessUnit): void;
  /** Takes a compound packet of the receiver. @returns whether it was one that says that the receiver lives */
  receive(bytes: Buffer): boolean;
  close(): void;
}
