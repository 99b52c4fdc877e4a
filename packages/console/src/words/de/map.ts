import { mapArchiveDe } from '@kitestring/kit/map/map-archive-words.ts';
import type { Words } from '../words.ts';

export const map: Words['map'] = {
  title: 'Karte',
  open: 'Große Karte (M)',
  close: 'Großes Video (M)',
  enlarge: 'Karte groß zeigen',
  canvas: 'Karte: Pfeiltasten verschieben, Plus und Minus zoomen, Enter richtet die Kamera auf die Mitte',
  follow: 'Kite folgen',
  centre: (distance, bearingDeg) => `Mitte: ${distance} von der Station, Peilung ${bearingDeg}°`,
  pins: (count) => (count === 1 ? '1 Pin auf der Karte.' : `${count} Pins auf der Karte.`),
  pinsOutside: (count) =>
    count === 1
      ? '1 Pin liegt außerhalb der Karte (jenseits von 85°).'
      : `${count} Pins liegen außerhalb der Karte (jenseits von 85°).`,
  outside: 'Position der Station außerhalb der Karte (jenseits von 85° Breite).',
  noStation: 'Position der Station unbekannt: unter dem Kite dargestellt.',
  noGraphics: 'Keine große Karte: dieser Browser hat kein WebGL 2.',
  graphicsLost: 'Kartengrafik unterbrochen - der Browser stellt sie wieder her.',
  tilesMissing: (host) => `Kartenkacheln fehlen: ${host} antwortet nicht oder lässt diese Seite nicht zu (CORS).`,
  ...mapArchiveDe,
};
