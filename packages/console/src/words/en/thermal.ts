/** Not in the catalogue: it comes with the thermal picture. */
export const thermal = {
  title: 'Temperatures',
  waiting: 'Waiting for the thermal picture.',
  percent: (share: number) => `${Math.round(share * 100)} %`,
  spotName: 'Spot',
  atCrosshair: (text: string) => `At the crosshair: ${text}`,
  atPointer: (text: string) => `At the pointer: ${text}`,
  areaName: 'Area',
  area: (min: string, mean: string, max: string) => `min ${min} · mean ${mean} · max ${max}`,
  scale: (low: string, high: string) => `Scale from ${low} to ${high}`,
  isotherm: 'Isotherm',
  sides: { off: 'Off', above: 'Above', below: 'Below' },
  limit: 'Limit',
  beyond: 'Limit, outside the scale',
  blend: 'Thermal over colour',
};

export type ThermalWords = typeof thermal;
