const degrees = (celsius: number) => `${celsius.toFixed(1)} °C`;

/** Not in the catalogue: it comes with the thermal picture. */
export const thermal = {
  title: 'Temperatures',
  waiting: 'Waiting for the thermal picture.',
  degrees,
  percent: (share: number) => `${Math.round(share * 100)} %`,
  spotName: 'Spot',
  spot: (celsius: number, error: number) => `${degrees(celsius)} ± ${error.toFixed(1)}`,
  atCrosshair: (text: string) => `At the crosshair: ${text}`,
  atPointer: (text: string) => `At the pointer: ${text}`,
  areaName: 'Area',
  area: (min: number, mean: number, max: number, error: number) =>
    `min ${degrees(min)} · mean ${degrees(mean)} · max ${degrees(max)} ± ${error.toFixed(1)}`,
  scale: (low: number, high: number) => `Scale from ${degrees(low)} to ${degrees(high)}`,
  isotherm: 'Isotherm',
  sides: { off: 'Off', above: 'Above', below: 'Below' },
  limit: 'Limit',
  beyond: 'Limit, outside the scale',
  blend: 'Thermal over colour',
};

export type ThermalWords = typeof thermal;
