interface SteppingClock {
  nowUs(): number;
  readonly stepUs: number;
}

/** The first step of the clock that is not before a moment: to one between two steps time would never come. */
export function atWholeSteps(timeUs: number, clock: SteppingClock): number {
  const nowUs = clock.nowUs();
  return nowUs + Math.ceil((timeUs - nowUs) / clock.stepUs) * clock.stepUs;
}
