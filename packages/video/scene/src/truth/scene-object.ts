import type { ScenePoint } from '../camera/camera-view.ts';
import type { BodyKind } from '../world/body.ts';

export type SceneObjectKind = BodyKind | 'fire' | 'smoke';

/** A box in a picture, pixels from its upper left corner. */
export interface PixelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An object that is seen in a picture. */
export interface SceneObject {
  /** The same in every picture of a world: `person-4`. */
  readonly id: string;
  readonly kind: SceneObjectKind;
  /** Around its visible pixels. */
  readonly box: PixelBox;
  /** Visible pixels. */
  readonly areaPx: number;
  /** Part of its pixels in the picture that nothing stands in front of, above 0 to 1. */
  readonly visibleShare: number;
  /** Whether it goes on beyond the edge of the picture. */
  readonly isTruncated: boolean;
  /** Its middle. */
  readonly place: ScenePoint;
  /** From the camera to its middle, metres. */
  readonly distanceM: number;
  /** Over the ground, m/s. */
  readonly speedMps: number;
  /** The hottest of its visible pixels, degrees Celsius; in thermal pictures only. */
  readonly hottestC?: number;
}
