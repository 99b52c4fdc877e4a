/** Minimum and maximum, both allowed, and their reason. */
type Range = readonly [least: number, greatest: number, source: string];

/**
 * One parameter of the simulated aircraft: its default, and the physically possible range, which is wider than the
 * sensible one.
 */
export class Figure {
  readonly value: number;
  readonly range: Range;

  constructor(value: number, range: Range) {
    this.value = value;
    this.range = range;
  }
}

/** A row of the parameter table. */
export const figure = (value: number, ...range: Range): Figure => new Figure(value, range);

/** One of several models: the default, and all names. */
export class Choice<Name extends string = string> {
  readonly value: Name;
  readonly names: readonly Name[];

  constructor(value: Name, names: readonly Name[]) {
    this.value = value;
    this.names = names;
  }
}

/** A row of the parameter table that names one of several models. */
export const choice = <Name extends string>(value: NoInfer<Name>, ...names: readonly Name[]): Choice<Name> =>
  new Choice(value, names);

// Ranges shared by several parameters.
export const SHARE: Range = [0, 1, 'nothing to all'];
export const SOME_SHARE: Range = [0.001, 1, 'a thousandth to all'];
export const NOISE: Range = [0, 1000, 'not negative; no sensor of the kind errs by a thousand units'];
export const GAIN: Range = [0, 800, 'limit of the step of 2.5 ms: 2 / step'];
export const SHORT_S: Range = [0, 60, 'slower than a minute is no reaction'];
export const LONG_S: Range = [0, 86_400, 'nothing to a day'];
/** Correlation time of drifting errors: zero would be white noise. */
export const WANDER_S: Range = [0.01, 86_400, 'a step of control to a day'];
export const ANGLE_DEG: Range = [0, 360, 'a full turn'];
export const SPEED_MPS: Range = [0.01, 50, 'a falling multirotor ends at about 30'];
export const FORCE_N: Range = [0, 10_000, 'an aramid line of 3 mm breaks there'];
export const POWER_W: Range = [0, 43_000, 'IEC 60309: a mains connection of 3 x 63 A'];
export const VEHICLE_V: Range = [0, 60, 'vehicles have 12 or 24, 48 at most'];
export const HEAT_K_PER_W: Range = [0.001, 100, 'a water-cooled block to a single transistor'];
export const HEAT_J_PER_K: Range = [0.1, 1e6, 'a chip to a tonne of metal'];
/** Error of a figure in the software's model, relative to the true one. */
export const OFF_SHARE: Range = [0, 0.3, 'three standard deviations must leave more than nothing'];
export const LEAN_ERROR_DEG: Range = [
  0,
  10,
  'a consumer multirotor that is calibrated is within a degree; ten times that',
];
export const FIELD_UT: Range = [0, 200, 'not negative; three times the strongest field of the World Magnetic Model'];
