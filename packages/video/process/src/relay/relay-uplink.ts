/* The station imports this file, and must not load code of the media process. */

/** Reason for the target. */
export const UPLINK_REASONS = [
  /** Nothing speaks against more. */
  'free',
  /** Packets wait on the way. */
  'queue',
  /** Packets are lost. */
  'loss',
  /** The relay has not reported for a while. */
  'silent',
  /** The hub allows no more. */
  'ceiling',
  /** Less would be no picture. */
  'floor',
] as const;

export type UplinkReason = (typeof UPLINK_REASONS)[number];

/** A publication to a relay as its link has it. */
export interface RelayUplink {
  /** Maximum rate of the stream. */
  readonly targetKbps: number;
  readonly reason: UplinkReason;
  /** The smaller pictures that the relay gets; absent while it gets the stream as it is. */
  readonly made?: { readonly widthPx: number; readonly heightPx: number; readonly framesPerS: number };
}
