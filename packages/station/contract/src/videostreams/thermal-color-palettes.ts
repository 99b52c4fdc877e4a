/** Apart from their schema: the media process reads these names, and loads no library of schemas. */
export const THERMAL_COLOR_PALETTES = [
  'WhiteHot',
  'BlackHot',
  'Rainbow',
  'RainbowHighContrast',
  'Ironbow',
  'Lava',
  'Arctic',
  'Glowbow',
  'GradedFire',
  'Hottest',
] as const;
