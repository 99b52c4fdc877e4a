import { pushReason } from '@kitestring/station-contract/station/push-reasons.ts';
import type { PictureCodec } from '@kitestring/video-process/access-unit.ts';
import { boxAt, viewOf } from '@kitestring/video-process/fmp4/read-boxes.ts';
import type { PushTarget } from '@kitestring/video-process/push';
import { TS_PACKET_BYTES, TsMuxer } from '@kitestring/video-process/ts';
import type { SegmentFanOut, SegmentTap } from '../browser/segment-fan-out.ts';
import { avcConfiguration, hevcConfiguration } from './flv-video.ts';
import type { PushAttempt, PushEvents } from './push-attempt.ts';
import { SrtSession } from './srt-session.ts';

const HEVC = 'hvc1.';
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
  let codec: PictureCodec = 'H.264';
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
      codec = head.codec.startsWith(HEVC) ? 'H.265' : 'H.264';
      sets = codec === 'H.265' ? hevcSets(hevcConfiguration(head)) : avcSets(avcConfiguration(head));
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
      const nals = isKeyFrame ? [...sets, ...pictures] : pictures;
      const packets = muxer.picture({ codec, isKeyFrame, rtpTime, nals });
      for (let at = 0; at < packets.length; at += DATAGRAM_BYTES)
        session.send(packets.subarray(at, at + DATAGRAM_BYTES));
      sent.bytes += packets.length;
    },
    onEnd: () => fail(pushReason('no_pictures', { stream: streamId })),
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
function avcSets(configuration: Uint8Array): readonly Uint8Array[] {
  const spsCount = (configuration[5] ?? 0) & 0x1f;
  const sps = lengthPrefixed(configuration.subarray(6), 2, spsCount);
  const ppsAt = 6 + sps.reduce((sum, { length }) => sum + 2 + length, 0);
  return [...sps, ...lengthPrefixed(configuration.subarray(ppsAt + 1), 2, configuration[ppsAt] ?? 0)];
}

/** Video, sequence and picture parameter sets: one of each. Source: ISO/IEC 14496-15, 8.3.3.1. */
function hevcSets(configuration: Uint8Array): readonly Uint8Array[] {
  const sets: Uint8Array[] = [];
  for (let at = HEVC_ARRAYS_AT; at + 3 < configuration.length; ) {
    const [set = new Uint8Array()] = lengthPrefixed(configuration.subarray(at + 3), 2, 1);
    sets.push(set);
    at += 5 + set.length;
  }
  return sets;
}

const HEVC_ARRAYS_AT = 23;

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
