import { binary, Nothing, operation } from '../operation.ts';
import { DownloadHeaders } from '../recordings/download-headers.ts';
import { MapArchiveState } from './map-archive.ts';
import { READS } from './paths.ts';

export const getMap = operation({
  ...READS,
  id: 'station.map',
  path: '/map',
  summary: 'State of the map archive',
  description:
    'Whether a map archive (`console.map_archive`) is set and can be used, and its contents. A changed file is read again.',
  replies: { 200: MapArchiveState },
  replyExample: {
    state: 'ready',
    tiles: {
      size: 52428800,
      type: 'vector',
      zoom_min: 0,
      zoom_max: 15,
      west: 5.9,
      south: 45.8,
      east: 10.5,
      north: 47.9,
    },
  },
});

const ARCHIVE_TYPE = 'application/vnd.pmtiles';

export const getMapArchive = operation({
  ...READS,
  id: 'station.map.archive',
  path: '/map/archive',
  summary: 'The map archive',
  description:
    'The archive of tiles (PMTiles 3), or the ranges requested by `Range` (206), several as `multipart/byteranges`. Clients read its header and directories, and then the tiles that they need.',
  headers: DownloadHeaders,
  replies: { 200: binary(ARCHIVE_TYPE), 206: binary(ARCHIVE_TYPE, 'multipart/byteranges'), 304: Nothing },
  errors: ['INVALID_REQUEST', 'MAP_ARCHIVE_NOT_FOUND', 'RANGE_NOT_SATISFIABLE', 'TOO_MANY_DOWNLOADS'],
});
