import type { ThermalWords } from '../en/thermal.ts';

const degrees = (celsius: number) => `${celsius.toFixed(1).replace('.', ',')} °C`;

export const thermal: ThermalWords = {
  title: 'Températures',
  waiting: 'En attente de l’image thermique.',
  degrees,
  percent: (share) => `${Math.round(share * 100)} %`,
  spotName: 'Point',
  spot: (celsius, error) => `${degrees(celsius)} ± ${error.toFixed(1).replace('.', ',')}`,
  atCrosshair: (text) => `Au réticule : ${text}`,
  atPointer: (text) => `Au pointeur : ${text}`,
  areaName: 'Zone',
  area: (min, mean, max, error) =>
    `min. ${degrees(min)} · moyenne ${degrees(mean)} · max. ${degrees(max)} ± ${error.toFixed(1).replace('.', ',')}`,
  scale: (low, high) => `Échelle de ${degrees(low)} à ${degrees(high)}`,
  isotherm: 'Isotherme',
  sides: { off: 'Aucune', above: 'Au-dessus', below: 'Au-dessous' },
  limit: 'Seuil',
  beyond: 'Seuil, hors de l’échelle',
  blend: 'Thermique sur couleur',
};
