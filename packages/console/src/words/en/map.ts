import { mapArchiveEn } from '@kitestring/kit/map/map-archive-words.ts';

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
  ...mapArchiveEn,
};
