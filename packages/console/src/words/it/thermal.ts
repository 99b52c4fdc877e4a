import type { ThermalWords } from '../en/thermal.ts';

const degrees = (celsius: number) => `${celsius.toFixed(1).replace('.', ',')} °C`;

export const thermal: ThermalWords = {
  title: 'Temperature',
  waiting: 'In attesa dell’immagine termica.',
  degrees,
  percent: (share) => `${Math.round(share * 100)} %`,
  spotName: 'Punto',
  spot: (celsius, error) => `${degrees(celsius)} ± ${error.toFixed(1).replace('.', ',')}`,
  atCrosshair: (text) => `Al reticolo: ${text}`,
  atPointer: (text) => `Al puntatore: ${text}`,
  areaName: 'Area',
  area: (min, mean, max, error) =>
    `min. ${degrees(min)} · media ${degrees(mean)} · max. ${degrees(max)} ± ${error.toFixed(1).replace('.', ',')}`,
  scale: (low, high) => `Scala da ${degrees(low)} a ${degrees(high)}`,
  isotherm: 'Isoterma',
  sides: { off: 'Nessuna', above: 'Sopra', below: 'Sotto' },
  limit: 'Soglia',
  beyond: 'Soglia, fuori scala',
  blend: 'Termica su colore',
};
