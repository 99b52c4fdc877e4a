import Type, { type Static } from 'typebox';
import { named } from '../schema.ts';

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

export const ThermalColorPalette = Type.Enum(THERMAL_COLOR_PALETTES, {
  $id: 'ThermalColorPalette',
  description: 'Mapping of temperatures to colours.',
  examples: ['Ironbow'],
});
export type ThermalColorPalette = Static<typeof ThermalColorPalette>;

export const ThermalPalette = named('ThermalPalette', 'The palette of a thermal stream.', {
  thermal_color_palette: ThermalColorPalette,
});
export type ThermalPalette = Static<typeof ThermalPalette>;
