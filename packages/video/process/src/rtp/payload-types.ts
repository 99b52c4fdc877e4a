import type { PictureCodec } from '../access-unit.ts';

/**
 * NAL unit types that RTP adds to those of a codec: several units in one packet (STAP-A, AP), one in several (FU-A, FU).
 * Source: RFC 6184 table 1, RFC 7798 section 4.4.
 */
export const PAYLOAD_TYPES: Readonly<Record<PictureCodec, { readonly aggregate: number; readonly fragment: number }>> =
  {
    'H.264': { aggregate: 24, fragment: 28 },
    'H.265': { aggregate: 48, fragment: 49 },
  };
