import { DEG_PER_RAD } from '@kitestring/base/angles.ts';
import type { CameraModel } from '@kitestring/station-contract/camera/camera-models.ts';

/** Picture and optics of one stream. */
export interface Lens {
  readonly streamId: 'color' | 'zoom' | 'overview' | 'thermal';
  readonly type: 'Color' | 'Thermal';
  /** Pixels; even, because chroma has one sample for two by two pixels. */
  readonly frameWidth: number;
  readonly frameHeight: number;
  readonly sensorWidthMm: number;
  readonly sensorHeightMm: number;
  /** Focal length at zoom 1. */
  readonly focalLengthMm: number;
  readonly zoomMin: number;
  readonly zoomMax: number;
  /** Source of the figures: published by the manufacturer, or assumed. */
  readonly source: 'published' | 'assumed';
}

const ZOOM: Lens = {
  streamId: 'zoom',
  type: 'Color',
  frameWidth: 1920,
  frameHeight: 1080,
  sensorWidthMm: 5.952,
  sensorHeightMm: 3.348,
  focalLengthMm: 2.7,
  zoomMin: 1,
  zoomMax: 32,
  source: 'published',
};

const OVERVIEW: Lens = { ...ZOOM, streamId: 'overview', zoomMax: 1 };

const THERMAL: Lens = {
  streamId: 'thermal',
  type: 'Thermal',
  frameWidth: 320,
  frameHeight: 240,
  sensorWidthMm: 3.84,
  sensorHeightMm: 2.88,
  focalLengthMm: 9.1,
  zoomMin: 1,
  zoomMax: 1,
  source: 'published',
};

/**
 * The streams of each camera model. Of the 2nd Generation all is published; of the IR Plus only its 640x512 thermal pixels:
 * pixels of 12 µm like those of the 2nd Generation and a lens for the same field of view are assumed. Of the 1st Generation
 * only that it has one colour and one thermal module: a common sensor of 1/3 inch and the thermal module of the 2nd are assumed.
 */
export const CAMERA_LENSES: Readonly<Record<CameraModel, readonly Lens[]>> = {
  'Camera 1st Generation': [
    {
      streamId: 'color',
      type: 'Color',
      frameWidth: 1280,
      frameHeight: 720,
      sensorWidthMm: 4.8,
      sensorHeightMm: 2.7,
      focalLengthMm: 3.6,
      zoomMin: 1,
      zoomMax: 8,
      source: 'assumed',
    },
    { ...THERMAL, source: 'assumed' },
  ],
  'Camera 2nd Generation': [ZOOM, OVERVIEW, THERMAL],
  'Camera 2nd Generation IR Plus': [
    ZOOM,
    OVERVIEW,
    {
      ...THERMAL,
      frameWidth: 640,
      frameHeight: 512,
      sensorWidthMm: 7.68,
      sensorHeightMm: 6.144,
      focalLengthMm: 18.2,
      source: 'assumed',
    },
  ],
};

/** The lens of one stream; undefined where the model has no such stream. */
export const lensOf = (model: CameraModel, streamId: string): Lens | undefined =>
  CAMERA_LENSES[model].find((lens) => lens.streamId === streamId);

export interface FieldOfView {
  readonly horizontalDeg: number;
  readonly verticalDeg: number;
}

/**
 * Field of view at a zoom level: that of the bare lens divided by the zoom, as published (47.785 x 31.8 degrees at zoom 2).
 * Both angles are exact in the picture, so that at a zoom above 1 pixels are not quite square.
 */
export function fieldOfView(
  lens: Pick<Lens, 'sensorWidthMm' | 'sensorHeightMm' | 'focalLengthMm'>,
  zoom: number,
): FieldOfView {
  const angleDeg = (sizeMm: number) => (2 * Math.atan(sizeMm / (2 * lens.focalLengthMm)) * DEG_PER_RAD) / zoom;
  return { horizontalDeg: angleDeg(lens.sensorWidthMm), verticalDeg: angleDeg(lens.sensorHeightMm) };
}
