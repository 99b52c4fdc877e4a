/** Limits of WebRTC viewers. */
export const WHEP_LIMITS = {
  /** Each takes one port, and separate encryption of every packet. */
  peers: 32,
  /** Per session: all streams of a camera on two screens, and connections that have just closed without notice. */
  peersPerViewer: 8,
  /** Streams that are published to relays: all of a camera. */
  publications: 4,
  /** From the offer to the first encrypted packet. */
  connectMs: 10_000,
  /** The same for a relay, which the station asks over a mobile network first. */
  publishMs: 20_000,
  /** A browser checks the connection every 2.5 s, and sends receiver reports every second. */
  silenceMs: 8000,
  /** Size of an RTP packet with its header, before encryption: fits into 1,280 bytes with SRTP, UDP and IPv6. */
  packetBytes: 1200,
} as const;
