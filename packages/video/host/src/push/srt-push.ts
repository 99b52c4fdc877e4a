import { boxAt, viewOf } from '@kitestring/video-process/fmp4/read-boxes.ts';
import type { SegmentHead } from '@kitestring/video-process/process';
import type { PushTarget } from '@kitestring/video-process/push';
import { TS_PACKET_BYTES, TsMuxer } from '@kitestring/video-process/ts';
import type { SegmentFanOut, SegmentTap } from '../browser/segment-fan-out.ts';
import { decoderConfiguration } from './flv-video.ts';
import type { PushAttempt, PushEvents } from './push-attempt.ts';
import { SrtSession } from './srt-session.ts';

const H264 = 'avc1.';
/** Payload of SRT in live mode. */
const DATAGRAM_BYTES = 7 * TS_PACKET_BYTES;

/** Brings a stream to a relay over SRT, as an MPEG transport stream. */
export function srtPush(
  target: PushTarget,
  streamId: string,
  segments: Pick<SegmentFanOut, 'tap'>,
  { onEnd, onLive }: PushEvents,
): PushAttempt {
  const sent = { bytes: 0, skipped: 0 };
  const muxer = new TsMuxer(false);
  let hasEnded = false;
  let needsKeyFrame = true;
  let sets: readonly Uint8Array[] = [];
  let leave = () => {};
  const stop = () => {
    hasEnded = true;
    leave();
    session.stop();
  };
  const fail = (reason: string) => {
    if (hasEnded) return;
    stop();
    onEnd(reason);
  };
  const tap: SegmentTap = {
    onHead: (head) => {
      if (!head.codec.startsWith(H264))
        return fail(`SRT is sent with H.264 only; the stream ${streamId} has ${head.codec}`);
      sets = parameterSets(head);
    },
    onSegment: (bytes, isKeyFrame) => {
      if (session.isBehind) needsKeyFrame = true;
      if (needsKeyFrame && (!isKeyFrame || session.isBehind)) {
        sent.skipped += 1;
        return;
      }
      needsKeyFrame = false;
      const rtpTime = Number(viewOf(boxAt(bytes, 'moof', 'traf', 'tfdt')).getBigUint64(4));
      const pictures = lengthPrefixed(boxAt(bytes, 'mdat'), 4);
      const packets = muxer.picture({ isKeyFrame, rtpTime, nals: isKeyFrame ? [...sets, ...pictures] : pictures });
      for (let at = 0; at < packets.length; at += DATAGRAM_BYTES)
        session.send(packets.subarray(at, at + DATAGRAM_BYTES));
      sent.bytes += packets.length;
    },
    onEnd: () => fail(`the stream ${streamId} gives no pictures now`),
  };
  const session = new SrtSession(target, {
    onEnd: fail,
    onLive: () => {
      onLive();
      leave = segments.tap(streamId, tap);
      if (hasEnded) leave();
    },
  });
  return { sent, stop };
}

/** Sequence and picture parameter sets. Source: ISO/IEC 14496-15, 5.3.3.1. */
function parameterSets(head: SegmentHead): readonly Uint8Array[] {
  const configuration = decoderConfiguration(head);
  const spsCount = (configuration[5] ?? 0) & 0x1f;
  const sps = lengthPrefixed(configuration.subarray(6), 2, spsCount);
  const ppsAt = 6 + sps.reduce((sum, { length }) => sum + 2 + length, 0);
  return [...sps, ...lengthPrefixed(configuration.subarray(ppsAt + 1), 2, configuration[ppsAt] ?? 0)];
}

/** NAL units with their lengths before them. */
function lengthPrefixed(bytes: Uint8Array, lengthBytes: 2 | 4, most = Number.POSITIVE_INFINITY): Uint8Array[] {
  const view = viewOf(bytes);
  const nals: Uint8Array[] = [];
  for (let at = 0; at + lengthBytes <= bytes.length && nals.length < most; ) {
    const length = lengthBytes === 2 ? view.getUint16(at) : view.getUint32(at);
    nals.push(bytes.subarray(at + lengthBytes, at + lengthBytes + length));
    at += lengthBytes + length;
  }
  return nals;
}
