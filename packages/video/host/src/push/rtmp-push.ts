import { pushReason } from '@kitestring/station-contract/station/push-reasons.ts';
import type { PushTarget } from '@kitestring/video-process/push';
import type { SegmentFanOut, SegmentTap } from '../browser/segment-fan-out.ts';
import { SegmentViewer } from '../browser/segment-viewer.ts';
import { flvHead, flvPicture } from './flv-video.ts';
import type { PushAttempt, PushEvents } from './push-attempt.ts';
import { RtmpSession } from './rtmp-session.ts';

interface RtmpPushDeps {
  readonly segments: Pick<SegmentFanOut, 'tap'>;
  readonly checksCertificate: boolean;
}

const H264 = 'avc1.';

/** Brings a stream to a relay over RTMP. Memory is bounded as for a viewer: pictures that a slow relay cannot take are skipped. */
export function rtmpPush(
  target: PushTarget,
  streamId: string,
  { checksCertificate, segments }: RtmpPushDeps,
  { onEnd, onLive }: PushEvents,
): PushAttempt {
  const sent = { bytes: 0, skipped: 0 };
  let hasEnded = false;
  let firstMs: number | undefined;
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
      const { codec, framesPerS, heightPx, widthPx } = head;
      if (!codec.startsWith(H264)) return fail(pushReason('wrong_codec', { stream: streamId, codec }));
      session.describe({ width: widthPx, height: heightPx, framerate: framesPerS });
      viewer.sendHead([session.video(0, flvHead(head))]);
    },
    onSegment: (bytes, isKeyFrame) => {
      const { parts, timeMs } = flvPicture(bytes, isKeyFrame);
      firstMs ??= timeMs;
      const message = session.video(Math.max(0, timeMs - firstMs), parts);
      const outcome = viewer.sendPicture(message, isKeyFrame);
      if (outcome === 'sent') sent.bytes += message.length;
      else if (outcome === 'skipped') sent.skipped += 1;
    },
    onEnd: () => fail(pushReason('no_pictures', { stream: streamId })),
  };
  const session = new RtmpSession(target, checksCertificate, {
    onEnd: fail,
    onLive: () => {
      onLive();
      leave = segments.tap(streamId, tap);
      if (hasEnded) leave();
    },
  });
  const viewer = new SegmentViewer(session);
  return { sent, stop };
}
