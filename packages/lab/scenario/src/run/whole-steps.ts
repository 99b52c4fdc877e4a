/** The first clock step at or after a time: the clock never stops between two steps. */
export function atWholeSteps(timeUs: number, clock: { nowUs(): number; readonly stepUs: number }): number {
  const nowUs = clock.nowUs();
  return nowUs + Math.ceil((timeUs - nowUs) / clock.stepUs) * clock.stepUs;
}
