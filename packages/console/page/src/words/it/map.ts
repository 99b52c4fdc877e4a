import { mapArchiveIt } from '@kitestring/console-ui/map/map-archive-words.ts';
import type { Words } from '../words.ts';
import { flight } from './flight.ts';

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

export const place: Words['place'] = {
  title: 'Dov’è?',
  crosshair: 'Reticolo',
  clicked: 'Punto scelto',
  follow: 'Reticolo',
  hint: 'Clic nel video per scegliere un punto. Terreno assunto piano, come alla stazione.',
  bearing: 'Rilevamento',
  distance: 'Distanza a terra',
  slantRange: 'Distanza obliqua',
  error: 'Incertezza (90 %)',
  plusMinus: (distance) => `± ${distance}`,
  none: {
    aboveHorizon: 'Lì non c’è terreno: sopra l’orizzonte.',
    nearHorizon: 'Troppo vicino all’orizzonte per una posizione. Mirare più in basso.',
    onGround: 'Kite a terra.',
    noPosition: 'Posizione del Kite o direzione della telecamera sconosciuta.',
  },
  notHere: (systems) => `${systems}: qui non definito, solo da 80° S a 84° N.`,
  copy: (system) => `Copia ${system}`,
  copied: (text) => `Copiato: ${text}`,
  pin: 'Segna',
  pinName: 'Nome del segno',
  pinNumber: (number) => `Segno ${number}`,
  pins: 'Segni',
  pinsLead: (count, limit) => `${count} di ${limit}. Visibili a tutti su questa stazione.`,
  setBy: (who, time) => `${time}, ${who}`,
  look: 'Guarda lì',
  lookOf: (name) => `Guarda lì: ${name}`,
  coordinates: 'Coordinate',
  coordinatesOf: (name) => `Coordinate di ${name}`,
  delete: 'Elimina',
  deleteOf: (name) => `Elimina ${name}`,
};

const said = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(' ');

const wind = (speed: string, fromDeg: number | undefined): string =>
  fromDeg === undefined ? speed : `${speed} da ${Math.round(fromDeg) % 360}°`;

export const situation: Words['situation'] = {
  views: { side: 'Profilo', top: 'Dall’alto', plots: 'Andamenti' },
  sideSummary: (now) =>
    said([
      `${flight.states[now.state].name}.`,
      now.altitude !== undefined && `Kite a ${now.altitude}.`,
      now.target !== undefined && `Obiettivo ${now.target}.`,
      now.wind !== undefined && `Vento ${wind(now.wind, now.windFromDeg)}.`,
    ]),
  topSummary: (now) =>
    said([
      now.drift === undefined
        ? 'Posizione del Kite sconosciuta.'
        : `Kite a ${now.drift} dalla stazione, rilevamento ${Math.round(now.driftDeg ?? 0)}°.`,
      now.headingDeg !== undefined && `Prua ${Math.round(now.headingDeg)}°.`,
      now.panDeg !== undefined && `Rilevamento della telecamera ${Math.round(now.panDeg)}°.`,
      now.looksAt !== undefined && `Mira il terreno a ${now.looksAt}.`,
    ]),
  wind,
  looksAt: (distance) => `Telecamera: terreno a ${distance}`,
  windUnknown: 'Vento non disponibile',
  estimated: 'cavo stimato',
  noPlace: 'mostrato sopra la stazione',
  tilesMissing: 'I tasselli della mappa non si caricano.',
  downwind: 'sottovento',
  towards: (degrees) => `verso ${degrees}°`,
  target: (altitude) => `obiettivo ${altitude}`,
  driftMax: (limit) => `${limit}: scende`,
  north: 'N',
  zoomIn: 'Ingrandisci la mappa',
  zoomOut: 'Riduci la mappa',
  lookHere: 'Clic per puntare qui la telecamera',
  plots: { altitude: 'Altezza', wind: 'Vento', tension: 'Trazione', battery: 'Batteria' },
  series: { target: 'obiettivo', kiteBattery: 'Kite', stationBattery: 'stazione' },
  notAvailable: 'non disponibile',
  minutesAgo: (minutes) => (minutes === 0 ? 'ora' : minutes < 60 ? `−${minutes}` : `−${minutes / 60} h`),
  spans: { minutes: '10 min', hours: '8 h' },
  span: 'Periodo degli andamenti',
  plotSummary: (name, now, low, high, span) =>
    `${name}: ora ${now}; ${span === 'hours' ? 'nelle ultime 8 ore' : 'negli ultimi 10 minuti'} da ${low} a ${high}.`,
};
