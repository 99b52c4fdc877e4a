/** How hot a part is: `warm` is worth a warning, `hot` ends a flight. */
export type HeatLevel = 'normal' | 'warm' | 'hot';

export interface HeatLimits {
  readonly warnC: number;
  readonly landC: number;
  /** So far below a limit a part must be to count as below it. */
  readonly hysteresisC: number;
}

/** The level after another measurement; an unknown temperature is no reason for anything. */
export function nextHeat(before: HeatLevel, celsius: number | undefined, limits: HeatLimits): HeatLevel {
  if (celsius === undefined) return 'normal';
  const { warnC, landC, hysteresisC } = limits;
  if (celsius >= (before === 'hot' ? landC - hysteresisC : landC)) return 'hot';
  return celsius >= (before === 'normal' ? warnC : warnC - hysteresisC) ? 'warm' : 'normal';
}
