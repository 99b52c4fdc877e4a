import type { ThermalWords } from '../en/thermal.ts';

const degrees = (celsius: number) => `${celsius.toFixed(1)} °C`;

export const thermal: ThermalWords = {
  title: 'Temperaturen',
  waiting: 'Warte auf das Wärmebild.',
  degrees,
  percent: (share) => `${Math.round(share * 100)} %`,
  spotName: 'Punkt',
  spot: (celsius, error) => `${degrees(celsius)} ± ${error.toFixed(1)}`,
  atCrosshair: (text) => `Im Fadenkreuz: ${text}`,
  atPointer: (text) => `Am Zeiger: ${text}`,
  areaName: 'Fläche',
  area: (min, mean, max, error) =>
    `min. ${degrees(min)} · Mittel ${degrees(mean)} · max. ${degrees(max)} ± ${error.toFixed(1)}`,
  scale: (low, high) => `Skala von ${degrees(low)} bis ${degrees(high)}`,
  isotherm: 'Isotherme',
  sides: { off: 'Aus', above: 'Darüber', below: 'Darunter' },
  limit: 'Grenze',
  beyond: 'Grenze, außerhalb der Skala',
  blend: 'Wärmebild über Farbbild',
};
