/* Apart from its schemas: the media process reads these names, and loads no library of schemas. */

export const CAMERA_MODELS = [
  'Camera 1st Generation',
  'Camera 2nd Generation',
  'Camera 2nd Generation IR Plus',
] as const;
export type CameraModel = (typeof CAMERA_MODELS)[number];

/** Models that 0.5.0 knows. */
export const PREVIEW_CAMERA_MODELS = [
  'Camera 2nd Generation',
  'Camera 2nd Generation IR Plus',
] as const satisfies readonly CameraModel[];
