import type { ThermalWords } from '../en/thermal.ts';

export const thermal: ThermalWords = {
  title: 'Temperaturen',
  waiting: 'Warte auf das Wärmebild.',
  percent: (share) => `${Math.round(share * 100)} %`,
  spotName: 'Punkt',
  atCrosshair: (text) => `Im Fadenkreuz: ${text}`,
  atPointer: (text) => `Am Zeiger: ${text}`,
  areaName: 'Fläche',
  area: (min, mean, max) => `min. ${min} · Mittel ${mean} · max. ${max}`,
  scale: (low, high) => `Skala von ${low} bis ${high}`,
  isotherm: 'Isotherme',
  sides: { off: 'Aus', above: 'Darüber', below: 'Darunter' },
  limit: 'Grenze',
  beyond: 'Grenze, außerhalb der Skala',
  blend: 'Wärmebild über Farbbild',
};
