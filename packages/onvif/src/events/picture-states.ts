import { US_PER_S } from '@kitestring/base/clock.ts';
import type { FrameTruth } from '@kitestring/video-process/source';

/**
 * Visible pixels of an object that is seen to move, pixels by which it moves, and the time that may pass between the two pictures.
 * In a thermal picture of 320 pixels a walker moves by less than one between two at 30 per second.
 */
export const MOVING = {
  main: { areaPx: 64, byPx: 1, withinUs: 0 },
  thermal: { areaPx: 16, byPx: 1, withinUs: 0.25 * US_PER_S },
};
type MovingLimits = (typeof MOVING)[keyof typeof MOVING];
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
  readonly last?: Pick<FrameTruth, 'objects' | 'timeUs' | 'zoom'> & { readonly isStanding: boolean };
}

export const NOTHING_SEEN: PictureStates = { isMotion: false, isTooDark: false };

/** @param isStanding whether the camera does not turn: else everything moves in the picture */
export function nextStates(
  states: PictureStates,
  frame: FrameTruth,
  isStanding: boolean,
  limits: MovingLimits = MOVING.main,
): PictureStates {
  const { objects, timeUs, zoom } = frame;
  const motionUs = isStanding && hasMotion(states, frame, limits) ? timeUs : states.motionUs;
  const { last } = states;
  const isComparable = isStanding && last?.isStanding && last.zoom === zoom && timeUs - last.timeUs < limits.withinUs;
  const darkUs = frame.meanLuma < DARK.below ? (states.darkUs ?? timeUs) : undefined;
  const becomesDark = darkUs !== undefined && timeUs - darkUs >= DARK.afterUs;
  return {
    isMotion: motionUs !== undefined && timeUs - motionUs < STILL_US,
    isTooDark: states.isTooDark ? frame.meanLuma <= DARK.endsAbove : becomesDark,
    motionUs,
    darkUs,
    last: isComparable ? last : { objects, timeUs, zoom, isStanding },
  };
}

/** A swaying Kite moves everything in the picture too: what stands on the ground is no motion. */
function hasMotion({ last }: PictureStates, { objects, zoom }: FrameTruth, limits: MovingLimits): boolean {
  if (last?.isStanding !== true || last.zoom !== zoom) return false;
  return objects.some(({ areaPx, box, id, kind, speedMps }) => {
    if ((kind !== 'person' && kind !== 'vehicle') || areaPx < limits.areaPx || speedMps === 0) return false;
    const before = last.objects.find((one) => one.id === id)?.box;
    if (before === undefined) return false;
    const across = box.x + box.width / 2 - before.x - before.width / 2;
    const down = box.y + box.height / 2 - before.y - before.height / 2;
    return Math.hypot(across, down) > limits.byPx;
  });
}
