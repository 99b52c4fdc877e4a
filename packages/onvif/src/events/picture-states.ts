import { US_PER_S } from '@kitestring/base/clock.ts';
import type { FrameTruth } from '@kitestring/video-process/source';

/** Visible pixels of an object that is seen to move, and pixels by which it moves between two pictures. */
const MOVING = { areaPx: 64, byPx: 1 };
/** Someone who stops for a moment is one motion. */
const STILL_US = 2 * US_PER_S;
/** Mean luma below which a picture is too dark, and above which it is not any more. */
const DARK = { below: 16, endsAbove: 24, afterUs: 2 * US_PER_S };

/** Judgement of the pictures of one stream until now. */
export interface PictureStates {
  readonly isMotion: boolean;
  readonly isTooDark: boolean;
  /** Time of the last picture with motion, and of the first dark one. */
  readonly motionUs?: number | undefined;
  readonly darkUs?: number | undefined;
  readonly last?: Pick<FrameTruth, 'objects' | 'zoom'> & { readonly isStanding: boolean };
}

export const NOTHING_SEEN: PictureStates = { isMotion: false, isTooDark: false };

/** @param isStanding whether the camera does not turn: else everything moves in the picture */
export function nextStates(states: PictureStates, frame: FrameTruth, isStanding: boolean): PictureStates {
  const { objects, timeUs, zoom } = frame;
  const motionUs = isStanding && hasMotion(states, frame) ? timeUs : states.motionUs;
  const darkUs = frame.meanLuma < DARK.below ? (states.darkUs ?? timeUs) : undefined;
  const becomesDark = darkUs !== undefined && timeUs - darkUs >= DARK.afterUs;
  return {
    isMotion: motionUs !== undefined && timeUs - motionUs < STILL_US,
    isTooDark: states.isTooDark ? frame.meanLuma <= DARK.endsAbove : becomesDark,
    motionUs,
    darkUs,
    last: { objects, zoom, isStanding },
  };
}

/** A swaying Kite moves everything in the picture too: what stands on the ground is no motion. */
function hasMotion({ last }: PictureStates, { objects, zoom }: FrameTruth): boolean {
  if (last?.isStanding !== true || last.zoom !== zoom) return false;
  return objects.some(({ areaPx, box, id, kind, speedMps }) => {
    if ((kind !== 'person' && kind !== 'vehicle') || areaPx < MOVING.areaPx || speedMps === 0) return false;
    const before = last.objects.find((one) => one.id === id)?.box;
    if (before === undefined) return false;
    const across = box.x + box.width / 2 - before.x - before.width / 2;
    const down = box.y + box.height / 2 - before.y - before.height / 2;
    return Math.hypot(across, down) > MOVING.byPx;
  });
}
