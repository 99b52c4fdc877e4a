import { readRtcp } from '../rtp/rtcp.ts';
import type { RtpStream } from '../rtp/rtp-stream.ts';
import { type Clock, US_PER_MS } from './ports.ts';

/** Hands a compound packet of a receiver to the stream that it is about. @returns whether the receiver lives */
export function aliveBy(bytes: Buffer, stream: RtpStream, clock: Clock): boolean {
  const received = readRtcp(bytes);
  const nowMs = clock.nowUs() / US_PER_MS;
  for (const report of received?.reports ?? []) if (report.ssrc === stream.ssrc) stream.receive(report, nowMs);
  return received !== undefined && !received.isBye;
}
