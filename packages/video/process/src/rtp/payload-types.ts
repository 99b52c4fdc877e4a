/**
 * NAL unit types that RTP adds to those of H.264: several units in one packet (STAP-A), one in several (FU-A). Source:
 * RFC 6184 table 1.
 */
export const AGGREGATE = 24;
export const FRAGMENT = 28;
