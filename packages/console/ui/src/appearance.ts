export const THEMES = ['dark', 'light', 'contrast', 'night'] as const;
export type Theme = (typeof THEMES)[number];
/** Percent of the usual size. */
export const TEXT_SIZES = ['100', '125', '150'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];
