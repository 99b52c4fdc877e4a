import type { ThermalWords } from '../en/thermal.ts';

export const thermal: ThermalWords = {
  title: 'Températures',
  waiting: 'En attente de l’image thermique.',
  percent: (share) => `${Math.round(share * 100)} %`,
  spotName: 'Point',
  atCrosshair: (text) => `Au réticule : ${text}`,
  atPointer: (text) => `Au pointeur : ${text}`,
  areaName: 'Zone',
  area: (min, mean, max) => `min. ${min} · moyenne ${mean} · max. ${max}`,
  scale: (low, high) => `Échelle de ${low} à ${high}`,
  isotherm: 'Isotherme',
  sides: { off: 'Aucune', above: 'Au-dessus', below: 'Au-dessous' },
  limit: 'Seuil',
  beyond: 'Seuil, hors de l’échelle',
  blend: 'Thermique sur couleur',
};
