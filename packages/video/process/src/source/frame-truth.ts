import type { SceneObject } from '@kitestring/video-scene/truth/scene-object.ts';
import {
  type Check,
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

/** Objects in one picture of a synthetic stream. */
export interface FrameTruth {
  /** Station time, microseconds since 1970. */
  readonly timeUs: number;
  /** 90 kHz, not wrapped. */
  readonly rtpTime: number;
  /** Size of the picture, pixels. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly zoom: number;
  /** 0 black to 255 white. */
  readonly meanLuma: number;
  /** The Ground Station, from which places are counted. */
  readonly origin: { readonly latDeg: number; readonly lonDeg: number };
  /** The largest first. */
  readonly objects: readonly SceneObject[];
}

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

export const isFrameTruth: Check<FrameTruth> = isShape({
  timeUs: isNumber,
  rtpTime: isNumber,
  widthPx: isCount,
  heightPx: isCount,
  zoom: isNumber,
  meanLuma: isNumber,
  origin: isShape({ latDeg: isNumber, lonDeg: isNumber }),
  objects: ((value) => Array.isArray(value) && value.length <= OBJECTS_MAX && value.every(isObject)) as Check<
    readonly SceneObject[]
  >,
});
