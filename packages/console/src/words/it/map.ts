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
  archiveMissing: 'Archivio della mappa: tasselli illeggibili.',
  archiveBroken: (fault) => `Archivio della mappa inutilizzabile: ${fault}.`,
  archiveFaults: {
    missing: 'file non trovato',
    unreadable: 'file illeggibile',
    not_pmtiles: 'non è un archivio PMTiles',
    version: 'versione di PMTiles non supportata',
    cut_off: 'file troncato',
    outside_world: 'limiti fuori dal mondo',
    unsupported: 'formato o compressione non supportati',
  },
  overviewOnly: 'Nessuna mappa a questa scala: solo la panoramica del mondo.',
  overview: 'Panoramica: Natural Earth',
};
