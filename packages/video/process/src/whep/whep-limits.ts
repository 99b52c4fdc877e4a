/** Limits of WebRTC viewers. */
export const WHEP_LIMITS = {
  /** Each uses one port, and separate encryption of every packet. */
  peers: 32,
  /** Per session: all streams of a camera on two screens, and connections that have just closed without notice. */
  peersPerViewer: 8,
  /** Streams that are published to relays: all of a camera. */
  publications: 4,
  /** From the offer to the first encrypted packet. */
  connectMs: 10_000,
  /** From the offer for a relay to its answer, which the station requests over a mobile network. */
  publishMs: 12_000,
  /** From the answer of a relay to the first encrypted packet. Both together are less than the hub waits for the station. */
  reachMs: 7000,
  /** A browser checks the connection every 2.5 s, and sends receiver reports every second. */
  silenceMs: 8000,
  /** Size of an RTP packet with its header, before encryption: fits into 1,280 bytes with SRTP, UDP and IPv6. */
  packetBytes: 1200,
} as const;
