import { codecOf } from '@kitestring/video-process/access-unit.ts';
import { fragment, initSegment } from '@kitestring/video-process/fmp4';
import type { SegmentHead } from '@kitestring/video-process/process';
import { CLIP, CLIP_SETS, clipUnit, HEVC_FILM, nalSyntax } from '@kitestring/video-process/test/support';

const SIZE = { widthPx: 160, heightPx: 120 };

/** The stream of the clip as the media process sends it for browsers. */
export const CLIP_HEAD: SegmentHead = {
  codec: 'avc1.42C00B',
  ...SIZE,
  framesPerS: 30,
  init: initSegment({ size: SIZE, sets: CLIP_SETS, createdUs: 0 }),
};

/** The same of the film of H.265. */
export const HEVC_HEAD: SegmentHead = {
  ...CLIP_HEAD,
  codec: 'hvc1.1.6.L60.90',
  init: initSegment({ size: SIZE, sets: HEVC_FILM.sets, createdUs: 0 }),
};

export function clipSegment(
  index: number,
  film?: typeof HEVC_FILM,
): { readonly bytes: Uint8Array; readonly isKeyFrame: boolean } {
  const { isKeyFrame, nals, realTimeMs, rtpTime } = clipUnit(index, undefined, index, film);
  const { isSlice, typeOf } = nalSyntax(codecOf(film?.sets ?? CLIP_SETS));
  const samples = [{ nals: nals.filter((nal) => isSlice(typeOf(nal))), isKeyFrame, duration: 3000 }];
  return { isKeyFrame, bytes: fragment({ sequence: index + 1, time: rtpTime, realTimeMs, samples }) };
}

export const CLIP_PICTURES = CLIP.length;
