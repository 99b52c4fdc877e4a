import type { ThermalWords } from '../en/thermal.ts';

export const thermal: ThermalWords = {
  title: 'Temperature',
  waiting: 'In attesa dell’immagine termica.',
  percent: (share) => `${Math.round(share * 100)} %`,
  spotName: 'Punto',
  atCrosshair: (text) => `Al reticolo: ${text}`,
  atPointer: (text) => `Al puntatore: ${text}`,
  areaName: 'Area',
  area: (min, mean, max) => `min. ${min} · media ${mean} · max. ${max}`,
  scale: (low, high) => `Scala da ${low} a ${high}`,
  isotherm: 'Isoterma',
  sides: { off: 'Nessuna', above: 'Sopra', below: 'Sotto' },
  limit: 'Soglia',
  beyond: 'Soglia, fuori scala',
  blend: 'Termica su colore',
};
