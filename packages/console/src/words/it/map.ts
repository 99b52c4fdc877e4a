import { mapArchiveIt } from '@kitestring/kit/map/map-archive-words.ts';
import type { Words } from '../words.ts';

export const map: Words['map'] = {
  title: 'Mappa',
  open: 'Mappa grande (M)',
  close: 'Video grande (M)',
  enlarge: 'Mappa grande',
  canvas: 'Mappa: le frecce la spostano, più e meno zoomano, Invio punta la telecamera sul suo centro',
  follow: 'Segui il Kite',
  centre: (distance, bearingDeg) => `Centro: ${distance} dalla stazione, rilevamento ${bearingDeg}°`,
  pins: (count) => (count === 1 ? '1 segno sulla mappa.' : `${count} segni sulla mappa.`),
  pinsOutside: (count) =>
    count === 1 ? '1 segno è fuori dalla mappa (oltre 85°).' : `${count} segni sono fuori dalla mappa (oltre 85°).`,
  outside: 'Posizione della stazione fuori dalla mappa (oltre 85° di latitudine).',
  noStation: 'Posizione della stazione sconosciuta: mostrata sotto il Kite.',
  noGraphics: 'Nessuna mappa grande: questo browser non ha WebGL 2.',
  graphicsLost: 'Grafica della mappa interrotta - il browser la ripristina.',
  tilesMissing: (host) => `Tasselli della mappa mancanti: ${host} non risponde o non ammette questa pagina (CORS).`,
  ...mapArchiveIt,
};
