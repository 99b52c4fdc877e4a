import type { Words } from '../words.ts';
import { flight } from './flight.ts';

const said = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(' ');

export const situation: Words['situation'] = {
  views: { side: 'Profil', top: 'Dessus', plots: 'Courbes' },
  sideSummary: (now) =>
    said([
      `${flight.states[now.state].name}.`,
      now.altitude !== undefined && `Kite à ${now.altitude}.`,
      now.target !== undefined && `Consigne ${now.target}.`,
      now.wind !== undefined && `Vent ${now.wind} du ${Math.round(now.windFromDeg ?? 0)}°.`,
    ]),
  topSummary: (now) =>
    said([
      now.drift === undefined
        ? 'Position du Kite inconnue.'
        : `Kite à ${now.drift} de la station, azimut ${Math.round(now.driftDeg ?? 0)}°.`,
      now.headingDeg !== undefined && `Cap ${Math.round(now.headingDeg)}°.`,
      now.panDeg !== undefined && `Azimut de la caméra ${Math.round(now.panDeg)}°.`,
      now.looksAt !== undefined && `Vise le sol à ${now.looksAt}.`,
    ]),
  wind: (speed, fromDeg) => `${speed} du ${fromDeg}°`,
  looksAt: (distance) => `Caméra : sol à ${distance}`,
  windUnknown: 'Vent non disponible',
  estimated: 'câble estimé',
  noPlace: 'position inconnue : montré au-dessus de la station',
  downwind: 'sous le vent',
  towards: (degrees) => `vers ${degrees}°`,
  target: (altitude) => `consigne ${altitude}`,
  driftMax: (limit) => `${limit} : descend`,
  north: 'N',
  zoomIn: 'Agrandir la carte',
  zoomOut: 'Réduire la carte',
  lookHere: 'Cliquer pour y orienter la caméra',
  plots: { altitude: 'Hauteur', wind: 'Vent', tension: 'Traction', battery: 'Batterie' },
  series: { target: 'consigne', kiteBattery: 'Kite', stationBattery: 'station' },
  notAvailable: 'non disponible',
  minutesAgo: (minutes) => (minutes === 0 ? 'maint.' : minutes < 60 ? `−${minutes}` : `−${minutes / 60} h`),
  spans: { minutes: '10 min', hours: '8 h' },
  span: 'Période des courbes',
  plotSummary: (name, now, low, high, span) =>
    `${name} : maintenant ${now} ; dans les ${span === 'hours' ? '8 dernières heures' : '10 dernières minutes'} de ${low} à ${high}.`,
};
