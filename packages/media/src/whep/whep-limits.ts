/** What viewers over WebRTC may take. */
export const WHEP_LIMITS = {
  /** Each costs one port and its own encryption of every packet. */
  peers: 32,
  /** Of one session: all streams of a camera on two screens, and those that have just been closed without a word. */
  peersPerViewer: 8,
  /** From the offer until the first encrypted packet can be sent. */
  connectMs: 10_000,
  /** A browser asks every 2.5 s whether we are there, and reports every second what it got. */
  silenceMs: 8000,
  /** Of an RTP packet with its header, before encryption: fits into 1,280 bytes with SRTP, UDP and IPv6. */
  packetBytes: 1200,
} as const;
