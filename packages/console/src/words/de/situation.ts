import type { Words } from '../words.ts';
import { flight } from './flight.ts';

const meters = (value: number) => `${Math.round(value)} m`;
const tenths = (value: number) => value.toFixed(1);
const said = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(' ');

export const situation: Words['situation'] = {
  title: 'Lage',
  views: { side: 'Seite', top: 'Von oben', plots: 'Letzte 10 min' },
  sideSummary: (now) =>
    said([
      `${flight.states[now.state].name}.`,
      now.altitudeM !== undefined && `Kite auf ${meters(now.altitudeM)}.`,
      now.targetM !== undefined && `Ziel ${meters(now.targetM)}.`,
      now.windMps !== undefined && `Wind ${Math.round(now.windMps)} m/s aus ${Math.round(now.windFromDeg ?? 0)}°.`,
    ]),
  topSummary: (now) =>
    said([
      now.driftM === undefined
        ? 'Position des Kites unbekannt.'
        : `Kite ${tenths(now.driftM)} m von der Station, in Richtung ${Math.round(now.driftDeg ?? 0)}°.`,
      now.headingDeg !== undefined && `Kurs ${Math.round(now.headingDeg)}°.`,
      now.panDeg !== undefined && `Kamera blickt nach ${Math.round(now.panDeg)}°.`,
      now.looksAtM !== undefined && `Sie blickt auf den Boden in ${meters(now.looksAtM)} Entfernung.`,
    ]),
  wind: (mps, fromDeg) => `${tenths(mps)} m/s aus ${fromDeg}°`,
  windUnknown: 'Wind nicht verfügbar',
  estimated: 'Seil geschätzt',
  noPlace: 'Position unbekannt: über der Station gezeichnet',
  downwind: 'mit dem Wind',
  towards: (degrees) => `Richtung ${degrees}°`,
  target: (altitudeM) => `Ziel ${altitudeM.replace('.', ',')} m`,
  driftMax: (m) => `${m} m sinkt`.replace('.', ','),
  north: 'N',
  zoomIn: 'Weniger Umgebung zeigen',
  zoomOut: 'Mehr Umgebung zeigen',
  scale: (m) => (m >= 1000 ? `${m / 1000} km` : `${m} m`),
  old: (seconds) => `${seconds} s alt`,
  plots: { altitude: 'Höhe', wind: 'Wind', tension: 'Seilzug', battery: 'Akku' },
  series: { target: 'Ziel', kiteBattery: 'Kite', stationBattery: 'Station' },
  notAvailable: 'nicht verfügbar',
  minutesAgo: (minutes) => (minutes === 0 ? 'jetzt' : `−${minutes}`),
  plotSummary: (name, now, low, high) => `${name}: jetzt ${now}; in den letzten 10 Minuten von ${low} bis ${high}.`,
};
