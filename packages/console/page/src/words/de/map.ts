import { mapArchiveDe } from '@kitestring/console-ui/map/map-archive-words.ts';
import type { Words } from '../words.ts';
import { flight } from './flight.ts';

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

export const place: Words['place'] = {
  title: 'Wo ist das?',
  crosshair: 'Fadenkreuz',
  clicked: 'Gewählter Punkt',
  follow: 'Fadenkreuz',
  hint: 'Klick ins Bild wählt einen Punkt. Boden eben wie an der Station angenommen.',
  bearing: 'Peilung',
  distance: 'Distanz am Boden',
  slantRange: 'Schrägdistanz',
  error: 'Unsicherheit (90 %)',
  plusMinus: (distance) => `± ${distance}`,
  none: {
    aboveHorizon: 'Dort ist kein Boden: über dem Horizont.',
    nearHorizon: 'Zu nah am Horizont für eine Position. Tiefer zielen.',
    onGround: 'Kite am Boden.',
    noPosition: 'Kite-Position oder Kamerarichtung unbekannt.',
  },
  notHere: (systems) => `${systems}: hier nicht definiert, nur von 80° S bis 84° N.`,
  copy: (system) => `${system} kopieren`,
  copied: (text) => `Kopiert: ${text}`,
  pin: 'Setzen',
  pinName: 'Name des Pins',
  pinNumber: (number) => `Pin ${number}`,
  pins: 'Pins',
  pinsLead: (count, limit) => `${count} von ${limit}. Für alle an dieser Station sichtbar.`,
  setBy: (who, time) => `${time}, ${who}`,
  look: 'Dorthin schauen',
  lookOf: (name) => `Dorthin schauen: ${name}`,
  coordinates: 'Koordinaten',
  coordinatesOf: (name) => `Koordinaten von ${name}`,
  delete: 'Löschen',
  deleteOf: (name) => `Löschen: ${name}`,
};

const said = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(' ');

const wind = (speed: string, fromDeg: number | undefined): string =>
  fromDeg === undefined ? speed : `${speed} aus ${Math.round(fromDeg) % 360}°`;

export const situation: Words['situation'] = {
  views: { side: 'Seite', top: 'Oben', plots: 'Verläufe' },
  sideSummary: (now) =>
    said([
      `${flight.states[now.state].name}.`,
      now.altitude !== undefined && `Kite auf ${now.altitude}.`,
      now.target !== undefined && `Ziel ${now.target}.`,
      now.wind !== undefined && `Wind ${wind(now.wind, now.windFromDeg)}.`,
    ]),
  topSummary: (now) =>
    said([
      now.drift === undefined
        ? 'Kite-Position unbekannt.'
        : `Kite ${now.drift} von der Station, Peilung ${Math.round(now.driftDeg ?? 0)}°.`,
      now.headingDeg !== undefined && `Ausrichtung ${Math.round(now.headingDeg)}°.`,
      now.panDeg !== undefined && `Kamerarichtung ${Math.round(now.panDeg)}°.`,
      now.looksAt !== undefined && `Zielpunkt am Boden in ${now.looksAt} Entfernung.`,
    ]),
  wind,
  looksAt: (distance) => `Kamera am Boden in ${distance}`,
  windUnknown: 'Wind nicht verfügbar',
  estimated: 'Kabel geschätzt',
  noPlace: 'über der Station dargestellt',
  tilesMissing: 'Kartenkacheln laden nicht.',
  downwind: 'windabwärts',
  towards: (degrees) => `Richtung ${degrees}°`,
  target: (altitude) => `Ziel ${altitude}`,
  driftMax: (limit) => `${limit}: sinkt`,
  north: 'N',
  zoomIn: 'Karte vergrößern',
  zoomOut: 'Karte verkleinern',
  lookHere: 'Klick richtet die Kamera dorthin',
  plots: { altitude: 'Höhe', wind: 'Wind', tension: 'Kabelzug', battery: 'Akku' },
  series: { target: 'Ziel', kiteBattery: 'Kite', stationBattery: 'Station' },
  notAvailable: 'nicht verfügbar',
  minutesAgo: (minutes) => (minutes === 0 ? 'jetzt' : minutes < 60 ? `−${minutes}` : `−${minutes / 60} h`),
  spans: { minutes: '10 min', hours: '8 h' },
  span: 'Zeitraum der Verläufe',
  plotSummary: (name, now, low, high, span) =>
    `${name}: jetzt ${now}; in den letzten ${span === 'hours' ? '8 Stunden' : '10 Minuten'} von ${low} bis ${high}.`,
};
