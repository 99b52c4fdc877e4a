import Type, { type Static } from 'typebox';
import { named, Quantity, Text, Timestamp } from '../schema.ts';
import { ThermalColorPalette } from '../videostreams/thermal-palette.ts';

/** Emissivity assumed for unknown surfaces: that of most materials except metal. */
export const ASSUMED_EMISSIVITY = 0.95;

const StreamId = Text('The thermal stream.', 'thermal');
const DegreesC = (description: string, example: number) => Quantity(`${description}, degrees Celsius.`, example);

const readingProperties = {
  stream_id: StreamId,
  time: Timestamp('When it was measured, in station time.'),
  error_c: Quantity(
    'Standard error, kelvin, as of an uncooled radiometric camera: emissivity (0.05) and reflection, the air between, calibration (2 K or 2 %) and noise.',
    2.3,
    { minimum: 0 },
  ),
  emissivity: Quantity(
    'Assumed emissivity; readings of metal and glass are off by far more than the error.',
    ASSUMED_EMISSIVITY,
    { minimum: 0, maximum: 1 },
  ),
  distance_m: Type.Optional(
    Quantity('Distance to the ground there, metres; absent if unknown, then 500 m of air are assumed.', 57.4, {
      minimum: 0,
    }),
  ),
};

export const RadiometricFormat = Type.Enum(['jpeg', 'tiff'], {
  description:
    '`jpeg`: a JPEG in the layout of FLIR, which ExifTool and thermal programs read. `tiff`: grey of 16 bits, 0.01 K for each count.',
  default: 'jpeg',
});

export const ThermalSpot = named('ThermalSpot', 'The temperature at a point of the picture.', {
  ...readingProperties,
  temperature_c: DegreesC('Mean of the 3 by 3 pixels there', 31.4),
});
export type ThermalSpot = Static<typeof ThermalSpot>;

const PlaceInPicture = (description: string) =>
  Type.Object(
    {
      x: Quantity('Fraction of the width from the left edge.', 0.41),
      y: Quantity('Fraction of the height from the top edge.', 0.62),
    },
    { description },
  );

export const ThermalArea = named('ThermalArea', 'Temperatures in a part of the picture.', {
  ...readingProperties,
  min_c: DegreesC('Lowest', 12.1),
  max_c: DegreesC('Highest', 64.8),
  mean_c: DegreesC('Mean of all pixels', 19.5),
  min_at: PlaceInPicture('Point of the lowest temperature.'),
  max_at: PlaceInPicture('Point of the highest temperature.'),
});
export type ThermalArea = Static<typeof ThermalArea>;

export const ThermalScale = named('ThermalScale', 'Temperature range of the colours of a thermal picture.', {
  stream_id: StreamId,
  palette: ThermalColorPalette,
  time: Type.Optional(Timestamp('When the picture was taken, in station time.')),
  low_c: Type.Optional(
    DegreesC('Temperature of the first colour of the palette; absent while the stream has no viewer', 12.3),
  ),
  high_c: Type.Optional(DegreesC('Temperature of its last colour; absent while the stream has no viewer', 31.8)),
});
export type ThermalScale = Static<typeof ThermalScale>;
