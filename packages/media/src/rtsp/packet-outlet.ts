import type { PacketBatch } from '../rtp/packet-batch.ts';

/** The way of one track to its viewer. */
export interface PacketOutlet {
  readonly kind: 'tcp' | 'udp';
  /** What was given and has not left the process. */
  readonly backlogBytes: number;
  sendPackets(batch: PacketBatch): void;
  sendReport(bytes: Buffer): void;
  close(): void;
}
