import Type, { type Static } from 'typebox';
import { named } from '../schema.ts';
import { THERMAL_COLOR_PALETTES } from './thermal-color-palettes.ts';

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
