import type { MapArchiveFault } from '@kitestring/contract/station/map-archive.ts';

export const map = {
  title: 'Map',
  open: 'Large map (M)',
  close: 'Large video (M)',
  enlarge: 'Enlarge map',
  canvas: 'Map: arrow keys move it, plus and minus zoom, Enter aims the camera at its centre',
  follow: 'Follow the Kite',
  centre: (distance: string, bearingDeg: number) => `Centre: ${distance} from the station, bearing ${bearingDeg}°`,
  pins: (count: number) => (count === 1 ? '1 pin on the map.' : `${count} pins on the map.`),
  pinsOutside: (count: number) =>
    count === 1 ? '1 pin is outside the map (beyond 85°).' : `${count} pins are outside the map (beyond 85°).`,
  outside: 'Station position outside the map (beyond 85° of latitude).',
  noStation: 'Station position unknown: shown below the Kite.',
  noGraphics: 'No large map: this browser has no WebGL 2.',
  graphicsLost: 'Map graphics interrupted - the browser is restoring them.',
  tilesMissing: (host: string) => `Map tiles missing: ${host} does not answer or does not allow this page (CORS).`,
  archiveMissing: 'Map archive: tiles cannot be read.',
  archiveBroken: (fault: string) => `Map archive unusable: ${fault}.`,
  archiveFaults: {
    missing: 'file not found',
    unreadable: 'file not readable',
    not_pmtiles: 'not a PMTiles archive',
    version: 'PMTiles version not supported',
    cut_off: 'file truncated',
    outside_world: 'bounds outside the world',
    unsupported: 'format or compression not supported',
  } satisfies Record<MapArchiveFault, string>,
  overviewOnly: 'No map at this scale: overview of the world only.',
  overview: 'Overview: Natural Earth',
};
