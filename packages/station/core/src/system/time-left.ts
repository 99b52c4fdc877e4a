/** Span over which the loss of charge is measured, seconds: longer than the steps of a gauge of 1 %, and short against a change of load. */
export const TIME_LEFT_FROM_S = 120;
/** A smaller loss is the noise of a gauge, percent. */
const LEAST_LOSS = 0.2;

/**
 * Time until a battery is empty, seconds, if it goes on to lose charge as in the last periods. Undefined while it loses
 * none, and with too few readings.
 * @param percents charge at the end of each period, oldest first; null where unknown
 */
export function timeLeftS(percents: readonly (number | null)[], periodS: number): number | undefined {
  const readings = percents.flatMap((percent, index) => (percent === null ? [] : [{ atS: index * periodS, percent }]));
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const [lost, spanS] = [first.percent - last.percent, last.atS - first.atS];
  if (lost < LEAST_LOSS || spanS < TIME_LEFT_FROM_S / 4) return undefined;
  return (last.percent * spanS) / lost;
}
