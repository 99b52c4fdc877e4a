import { StatusVectorChunk, type TransportWideCC } from 'werift';
import type { Arrival } from '../relay/arrival-log.ts';

/** Milliseconds of the unit of the reference time. */
const REFERENCE_MS = 64;

/**
 * Arrivals in a report of transport-wide congestion control. The library's own list omits most of them (werift 0.24.4).
 */
export function arrivals(report: TransportWideCC): Arrival[] {
  const { baseSequenceNumber, packetChunks, packetStatusCount, recvDeltas, referenceTime } = report;
  const received = packetChunks
    .flatMap((chunk) =>
      chunk instanceof StatusVectorChunk
        ? chunk.symbolList.map((symbol) => symbol !== 0)
        : new Array<boolean>(chunk.runLength).fill(chunk.packetStatus !== 0),
    )
    .slice(0, packetStatusCount);
  let atMs = referenceTime * REFERENCE_MS;
  let next = 0;
  return received.map((isReceived, index) => {
    const sequence = (baseSequenceNumber + index) & 0xffff;
    const delta = isReceived ? recvDeltas[next] : undefined;
    if (delta === undefined) return { sequence, atMs: undefined };
    next += 1;
    // The library has microseconds.
    atMs += delta.delta / 1000;
    return { sequence, atMs };
  });
}
