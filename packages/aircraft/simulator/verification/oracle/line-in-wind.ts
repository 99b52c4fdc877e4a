/**
 * Statics of a line in a wind profile, solved as a boundary-value problem: fourth-order Runge-Kutta along the line,
 * and shooting. Independent of the product's code except for the figures: each metre has its weight and the drag of
 * the wind at its own height, across the line only (cross-flow principle, Hoerner 1965).
 */
export interface LineInWind {
  readonly lengthM: number;
  readonly massPerM: number;
  readonly diameterM: number;
  readonly dragCoefficient: number;
  readonly airDensity: number;
  /** Wind at a height, m/s; it blows along one axis. */
  readonly windMps: (heightM: number) => number;
}

/** Position of the top and forces at both ends, all in the plane of the wind. */
export interface LineStatics {
  readonly alongM: number;
  readonly heightM: number;
  /** Pull on the base. */
  readonly baseAlongN: number;
  readonly baseUpN: number;
  /** Force that holds the top. */
  readonly topAlongN: number;
  readonly topUpN: number;
}

const GRAVITY_MPS2 = 9.80665;
const STEPS = 200;
const MOST_LOOKS = 100;
const TOLERANCE_M = 1e-9;

/** Position and tension force along the line. */
type State = readonly [alongM: number, upM: number, alongN: number, upN: number];

/** Derivative of position and force per metre towards the base. */
function slope(line: LineInWind, [, upM, alongN, upN]: State): State {
  const tension = Math.hypot(alongN, upN);
  const [tangentAlong, tangentUp] = [alongN / tension, upN / tension];
  const wind = line.windMps(upM);
  const [acrossAlong, acrossUp] = [wind * (1 - tangentAlong * tangentAlong), -wind * tangentAlong * tangentUp];
  const perMps = 0.5 * line.airDensity * line.dragCoefficient * line.diameterM * Math.hypot(acrossAlong, acrossUp);
  return [-tangentAlong, -tangentUp, perMps * acrossAlong, perMps * acrossUp - line.massPerM * GRAVITY_MPS2];
}

const plus = (state: State, share: number, change: State): State => [
  state[0] + share * change[0],
  state[1] + share * change[1],
  state[2] + share * change[2],
  state[3] + share * change[3],
];

/** Integrates from the top, at this height above the base and under this force, to the end of the line. */
function followed(
  line: LineInWind,
  heightM: number,
  topAlongN: number,
  topUpN: number,
  onPoint: (alongM: number, upM: number) => void = () => {},
): LineStatics {
  let state: State = [0, heightM, topAlongN, topUpN];
  const step = line.lengthM / STEPS;
  for (let count = 0; count < STEPS; count += 1) {
    const first = slope(line, state);
    const second = slope(line, plus(state, step / 2, first));
    const third = slope(line, plus(state, step / 2, second));
    const fourth = slope(line, plus(state, step, third));
    onPoint(state[0], state[1]);
    state = plus(plus(plus(plus(state, step / 6, first), step / 3, second), step / 3, third), step / 6, fourth);
  }
  const [alongM, endM, baseAlongN, baseUpN] = state;
  return { alongM: -alongM, heightM: heightM - endM, baseAlongN, baseUpN, topAlongN, topUpN };
}

/** Root of a function between two values of opposite sign: regula falsi (Illinois). */
function root(low: number, high: number, valueAt: (at: number) => number): number {
  let [left, right] = [low, high];
  let [leftValue, rightValue] = [valueAt(left), valueAt(right)];
  for (let count = 0; count < MOST_LOOKS; count += 1) {
    const at = (left * rightValue - right * leftValue) / (rightValue - leftValue);
    const value = valueAt(at);
    if (Math.abs(value) < TOLERANCE_M) return at;
    if (value * rightValue < 0) [left, leftValue] = [right, rightValue];
    else leftValue /= 2;
    [right, rightValue] = [at, value];
  }
  throw new Error(`no solution between ${low} and ${high}`);
}

/** Line whose top is held by a force that may depend on the height. */
export function lineUnderForce(
  line: LineInWind,
  topForceN: (heightM: number) => readonly [alongN: number, upN: number],
): LineStatics {
  const at = (heightM: number) => followed(line, heightM, ...topForceN(heightM));
  return at(root(0, line.lengthM * 1.01, (heightM) => at(heightM).heightM - heightM));
}

/** Line whose top is held exactly above its base with this tension. */
export function lineHeldUpright(line: LineInWind, tensionN: number): LineStatics {
  const at = (angle: number) => lineUnderForce(line, () => [-tensionN * Math.sin(angle), tensionN * Math.cos(angle)]);
  return at(root(0, 1.2, (angle) => at(angle).alongM));
}

/** The line as points, from its top down, relative to its base. */
export function pointsOf(line: LineInWind, statics: LineStatics): readonly (readonly [alongM: number, upM: number])[] {
  const points: [number, number][] = [];
  const { heightM, alongM, topAlongN, topUpN } = statics;
  followed(line, heightM, topAlongN, topUpN, (pointM, upM) => points.push([alongM + pointM, upM]));
  return points;
}
