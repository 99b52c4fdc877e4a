/** Limits of a move from rest to rest. */
interface JerkLimits {
  readonly rate: number;
  readonly acceleration: number;
  readonly jerk: number;
}

/**
 * Duration of the seven-segment profile, seconds. The product moves by trapezoids without a jerk limit; the figures
 * show the cost of a smoother picture.
 */
export function jerkLimitedTimeS(way: number, { rate, acceleration, jerk }: JerkLimits): number {
  const rampS = acceleration / jerk;
  if (way >= (rate * rate) / acceleration + rate * rampS) return way / rate + rate / acceleration + rampS;
  if (way >= (2 * acceleration ** 3) / jerk ** 2) return rampS + Math.sqrt(rampS * rampS + (4 * way) / acceleration);
  return 4 * Math.cbrt(way / (2 * jerk));
}

/** Distance that the profile of that duration covers, by integrating its jerk: checks the duration. */
export function jerkLimitedWay(way: number, limits: JerkLimits): number {
  const { rate, acceleration, jerk } = limits;
  const totalS = jerkLimitedTimeS(way, limits);
  const rampS = Math.min(acceleration / jerk, totalS / 4);
  const steadyS = Math.min(rate / acceleration, totalS / 2 - rampS) - rampS;
  const cruiseS = totalS - 4 * rampS - 2 * steadyS;
  const halfWay = [
    [jerk, rampS],
    [0, steadyS],
    [-jerk, rampS],
  ] as const;
  const back = [
    [-jerk, rampS],
    [0, steadyS],
    [jerk, rampS],
  ] as const;
  return integrate([...halfWay, [0, cruiseS], ...back]);
}

function integrate(segments: readonly (readonly [jerk: number, durationS: number])[]): number {
  let position = 0;
  let rate = 0;
  let acceleration = 0;
  for (const [jerk, durationS] of segments) {
    position += rate * durationS + (acceleration * durationS ** 2) / 2 + (jerk * durationS ** 3) / 6;
    rate += acceleration * durationS + (jerk * durationS ** 2) / 2;
    acceleration += jerk * durationS;
  }
  return position;
}
