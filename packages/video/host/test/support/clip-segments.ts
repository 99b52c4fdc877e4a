import { fragment, initSegment } from '@kitestring/video-process/fmp4';
import type { SegmentHead } from '@kitestring/video-process/process';
import { nalType } from '@kitestring/video-process/test/support';
import { CLIP, CLIP_SETS, clipUnit } from '@kitestring/video-process/test/support/clip.ts';

const SIZE = { widthPx: 160, heightPx: 120 };

/** The stream of the clip as the media process sends it for browsers. */
export const CLIP_HEAD: SegmentHead = {
  codec: 'avc1.42C00B',
  ...SIZE,
  framesPerS: 30,
  init: initSegment({ size: SIZE, sets: CLIP_SETS, createdUs: 0 }),
};

const isPicture = (nal: Uint8Array): boolean => nalType(nal) < 7;

export function clipSegment(index: number): { readonly bytes: Uint8Array; readonly isKeyFrame: boolean } {
  const { isKeyFrame, nals, realTimeMs, rtpTime } = clipUnit(index);
  const samples = [{ nals: nals.filter(isPicture), isKeyFrame, duration: 3000 }];
  return { isKeyFrame, bytes: fragment({ sequence: index + 1, time: rtpTime, realTimeMs, samples }) };
}

export const CLIP_PICTURES = CLIP.length;
