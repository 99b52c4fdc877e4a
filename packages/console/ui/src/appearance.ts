export const THEMES = ['dark', 'light', 'contrast', 'night'] as const;
export type Theme = (typeof THEMES)[number];
/** Brightness of pictures, percent. */
export const PICTURE_LIGHTS = ['100', '60', '30', '15'] as const;
export type PictureLight = (typeof PICTURE_LIGHTS)[number];
/** Percent of the usual size. */
export const TEXT_SIZES = ['100', '125', '150'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];
