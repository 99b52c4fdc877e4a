import type { Words } from '../words.ts';
import { flight } from './flight.ts';

const said = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(' ');

export const situation: Words['situation'] = {
  views: { side: 'Seite', top: 'Oben', plots: 'Verläufe' },
  sideSummary: (now) =>
    said([
      `${flight.states[now.state].name}.`,
      now.altitude !== undefined && `Kite auf ${now.altitude}.`,
      now.target !== undefined && `Ziel ${now.target}.`,
      now.wind !== undefined && `Wind ${now.wind} aus ${Math.round(now.windFromDeg ?? 0)}°.`,
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
  wind: (speed, fromDeg) => `${speed} aus ${fromDeg}°`,
  looksAt: (distance) => `Kamera am Boden in ${distance}`,
  windUnknown: 'Wind nicht verfügbar',
  estimated: 'Kabel geschätzt',
  noPlace: 'Position unbekannt: über der Station dargestellt',
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
