import { CandidatePairState, Connection, type RTCPeerConnection, TcpActiveProtocol } from 'werift';

/** UDP has had four checks before TCP gets its first patient one: reports of arrivals come over UDP only. */
const AGAIN_EVERY_MS = 500;
/** A connection is made first. */
const TCP_CHECK_MS = 3000;

/**
 * Repeats the connectivity checks of an offerer until there is a connection. The library checks each path for 1.5 s, over TCP for
 * 50 ms, and then never again: a mobile link that is dead at that moment, or TCP over any longer way, would not connect.
 *
 * @returns ends it
 */
export function keepChecking(peer: RTCPeerConnection): () => void {
  const timer = setInterval(() => {
    for (const { connection, state } of peer.iceTransports) {
      if (state === 'checking' && connection instanceof Connection) checkFailed(connection);
    }
  }, AGAIN_EVERY_MS);
  return () => clearInterval(timer);
}

function checkFailed(connection: Connection): void {
  for (const pair of connection.candidatePairs) {
    if (pair.state !== CandidatePairState.FAILED) continue;
    if (pair.protocol instanceof TcpActiveProtocol) waitLonger(pair.protocol);
    pair.handle = connection.checkStart(pair);
  }
}

function waitLonger(protocol: TcpActiveProtocol): void {
  const check = { retransmissions: 0, responseTimeout: TCP_CHECK_MS };
  protocol.request = (message, address, key, options) =>
    TcpActiveProtocol.prototype.request.call(
      ...([protocol, message, address, key, typeof options === 'object' ? options : check] as const),
    );
}
