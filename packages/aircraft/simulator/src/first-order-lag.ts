/**
 * Share of a step that a first-order lag follows in one period: exact for an input that is constant over the period
 * (zero-order hold), so that the result does not depend on the step. A time constant of 0 follows at once.
 */
export const lagShare = (periodS: number, timeConstantS: number): number =>
  timeConstantS <= 0 ? 1 : -Math.expm1(-periodS / timeConstantS);
