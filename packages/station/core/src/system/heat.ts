/** Temperature level of a part: `warm` raises a warning, `hot` ends the flight. */
export type HeatLevel = 'normal' | 'warm' | 'hot';

interface HeatLimits {
  readonly warnC: number;
  readonly landC: number;
  /** Hysteresis below a limit. */
  readonly hysteresisC: number;
}

/** The level after a measurement; an unknown temperature counts as normal. */
export function nextHeat(before: HeatLevel, celsius: number | undefined, limits: HeatLimits): HeatLevel {
  if (celsius === undefined) return 'normal';
  const { warnC, landC, hysteresisC } = limits;
  if (celsius >= (before === 'hot' ? landC - hysteresisC : landC)) return 'hot';
  return celsius >= (before === 'normal' ? warnC : warnC - hysteresisC) ? 'warm' : 'normal';
}
