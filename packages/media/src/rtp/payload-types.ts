/** Kinds that RTP adds to the NAL units of H.264: several in one packet (STAP-A), one in several (FU-A). Source: RFC 6184 table 1. */
export const AGGREGATE = 24;
export const FRAGMENT = 28;
