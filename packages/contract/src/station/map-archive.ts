import Type, { type Static } from 'typebox';
import { named } from '../schema.ts';

const MAP_ARCHIVE_STATES = ['none', 'ready', 'broken'] as const;
export const MAP_ARCHIVE_FAULTS = [
  'missing',
  'unreadable',
  'not_pmtiles',
  'version',
  'cut_off',
  'outside_world',
  'unsupported',
] as const;
export type MapArchiveFault = (typeof MAP_ARCHIVE_FAULTS)[number];
const MAP_TILE_TYPES = ['vector', 'png', 'jpeg', 'webp', 'avif'] as const;

export const MapArchiveTiles = named('MapArchiveTiles', 'Contents of a map archive, from its header.', {
  size: Type.Integer({ minimum: 0, description: 'Bytes.', examples: [52428800] }),
  type: Type.Enum(MAP_TILE_TYPES, { description: 'Format of the tiles.', examples: ['vector'] }),
  zoom_min: Type.Integer({ minimum: 0, description: 'Lowest zoom level.', examples: [0] }),
  zoom_max: Type.Integer({ minimum: 0, description: 'Highest zoom level.', examples: [15] }),
  west: Type.Number({ minimum: -180, maximum: 180, description: 'Degrees WGS 84.', examples: [5.9] }),
  south: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees WGS 84.', examples: [45.8] }),
  east: Type.Number({ minimum: -180, maximum: 180, description: 'Degrees WGS 84.', examples: [10.5] }),
  north: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees WGS 84.', examples: [47.9] }),
});
export type MapArchiveTiles = Static<typeof MapArchiveTiles>;

export const MapArchiveState = named('MapArchiveState', 'The map archive of the station.', {
  state: Type.Enum(MAP_ARCHIVE_STATES, {
    description: '`none`: no archive is set; `broken`: an archive is set that cannot be used.',
    examples: ['ready'],
  }),
  reason: Type.Optional(Type.Enum(MAP_ARCHIVE_FAULTS, { description: 'Reason for `broken`.', examples: ['cut_off'] })),
  message: Type.Optional(
    Type.String({ description: 'The reason as text.', examples: ['the file is truncated: 100 of 4096 bytes'] }),
  ),
  tiles: Type.Optional(MapArchiveTiles),
});
export type MapArchiveState = Static<typeof MapArchiveState>;
