import type { SceneObject } from '@kitestring/video-scene/truth/scene-object.ts';
import {
  type Check,
  type Checked,
  isBoolean,
  isCount,
  isNumber,
  isOneOf,
  isShape,
  isText,
  maybe,
} from '../process/message-checks.ts';

/** Objects of one picture. */
const OBJECTS_MAX = 200;

const isObject: Check<SceneObject> = isShape({
  id: isText,
  kind: isOneOf('person', 'vehicle', 'fire', 'smoke'),
  box: isShape({ x: isNumber, y: isNumber, width: isNumber, height: isNumber }),
  areaPx: isCount,
  visibleShare: isNumber,
  isTruncated: isBoolean,
  place: isShape({ eastM: isNumber, northM: isNumber, upM: isNumber }),
  distanceM: isNumber,
  speedMps: isNumber,
  hottestC: maybe(isNumber),
});

/** A stream whose pictures are to come with the objects in them. */
export const isTruthWish = isShape({
  streamId: isText,
  /** Pictures per second that suffice; absent: each one. */
  framesPerS: maybe(isNumber),
});
export type TruthWish = Checked<typeof isTruthWish>;

/** Objects in one picture of a synthetic stream. */
export const isFrameTruth = isShape({
  /** Station time, microseconds since 1970. */
  timeUs: isNumber,
  /** 90 kHz, not wrapped. */
  rtpTime: isNumber,
  /** Size of the picture, pixels. */
  widthPx: isCount,
  heightPx: isCount,
  zoom: isNumber,
  /** 0 black to 255 white. */
  meanLuma: isNumber,
  /** The Ground Station, from which places are counted. */
  origin: isShape({ latDeg: isNumber, lonDeg: isNumber }),
  /** The largest first. */
  objects: ((value) => Array.isArray(value) && value.length <= OBJECTS_MAX && value.every(isObject)) as Check<
    readonly SceneObject[]
  >,
});
export type FrameTruth = Checked<typeof isFrameTruth>;
