import Type, { type Static } from 'typebox';
import { named, OneOf, Quantity, Text, Whole } from '../schema.ts';

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
  size: Whole('Bytes.', 52428800, { minimum: 0 }),
  type: OneOf(MAP_TILE_TYPES, 'Format of the tiles.', 'vector'),
  zoom_min: Whole('Lowest zoom level.', 0, { minimum: 0 }),
  zoom_max: Whole('Highest zoom level.', 15, { minimum: 0 }),
  west: Quantity('Degrees WGS 84.', 5.9, { minimum: -180, maximum: 180 }),
  south: Quantity('Degrees WGS 84.', 45.8, { minimum: -90, maximum: 90 }),
  east: Quantity('Degrees WGS 84.', 10.5, { minimum: -180, maximum: 180 }),
  north: Quantity('Degrees WGS 84.', 47.9, { minimum: -90, maximum: 90 }),
});
export type MapArchiveTiles = Static<typeof MapArchiveTiles>;

export const MapArchiveState = named('MapArchiveState', 'The map archive of the station.', {
  state: OneOf(
    MAP_ARCHIVE_STATES,
    '`none`: no archive is set; `broken`: an archive is set that cannot be used.',
    'ready',
  ),
  reason: Type.Optional(OneOf(MAP_ARCHIVE_FAULTS, 'Reason for `broken`.', 'cut_off')),
  message: Type.Optional(Text('The reason as text.', 'the file is truncated: 100 of 4096 bytes')),
  tiles: Type.Optional(MapArchiveTiles),
});
export type MapArchiveState = Static<typeof MapArchiveState>;
