import type { Words } from '../words.ts';
import { flight } from './flight.ts';

const said = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(' ');

export const situation: Words['situation'] = {
  views: { side: 'Profilo', top: 'Dall’alto', plots: 'Andamenti' },
  sideSummary: (now) =>
    said([
      `${flight.states[now.state].name}.`,
      now.altitude !== undefined && `Kite a ${now.altitude}.`,
      now.target !== undefined && `Obiettivo ${now.target}.`,
      now.wind !== undefined && `Vento ${now.wind} da ${Math.round(now.windFromDeg ?? 0)}°.`,
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
  wind: (speed, fromDeg) => `${speed} da ${fromDeg}°`,
  looksAt: (distance) => `Telecamera: terreno a ${distance}`,
  windUnknown: 'Vento non disponibile',
  estimated: 'cavo stimato',
  noPlace: 'posizione sconosciuta: mostrato sopra la stazione',
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
