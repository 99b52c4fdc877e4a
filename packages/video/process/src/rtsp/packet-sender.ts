import type { PacketBatch } from '../rtp/packet-batch.ts';

/** Transport of one track to its viewer. */
export interface PacketSender {
  readonly kind: 'tcp' | 'udp';
  /** Bytes queued in the process. */
  readonly backlogBytes: number;
  sendPackets(batch: PacketBatch): void;
  sendReport(bytes: Buffer): void;
  close(): void;
}
