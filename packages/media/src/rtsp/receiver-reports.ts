import { readRtcp } from '../rtp/rtcp.ts';
import type { RtpStream } from '../rtp/rtp-stream.ts';
import { type DeadlineClock, US_PER_MS } from './ports.ts';

/** Passes a receiver's compound packet to its stream. @returns true when the receiver is alive */
export function aliveBy(bytes: Buffer, stream: RtpStream, clock: DeadlineClock): boolean {
  const received = readRtcp(bytes);
  const nowMs = clock.nowUs() / US_PER_MS;
  for (const report of received?.reports ?? []) if (report.ssrc === stream.ssrc) stream.receive(report, nowMs);
  return received !== undefined && !received.isBye;
}
