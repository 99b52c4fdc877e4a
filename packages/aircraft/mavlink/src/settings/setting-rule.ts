/** Limits of the tether and of the station, by which the parameters of an autopilot are judged. */
export interface SettingLimits {
  /** Highest altitude that the station orders, metres. */
  readonly ceilingM: number;
  /** MAVLink system of the station. */
  readonly ourSystem: number;
}

/** A parameter of an autopilot, and the value that is safe on a tether. */
export interface SettingRule {
  readonly name: string;
  /** `StationLoss`: without it the loss of the station would not end in a landing, and nothing arms. */
  readonly guards: 'StationLoss' | 'Flight';
  /** Written by `kitestring doctor --apply`, where the present value is unsafe. */
  readonly wanted: (limits: SettingLimits, value: number) => number;
  readonly isSafe: (value: number, limits: SettingLimits) => boolean;
  /** The safe values, for people. */
  readonly wantedText: (limits: SettingLimits) => string;
  /** For people: a sentence without its full stop. */
  readonly why: string;
  /** Some versions and builds lack it, and are safe without it. */
  readonly isOptional: boolean;
  /** The same setting under the name of another version, for builds between two versions. */
  readonly otherName?: SettingRule;
}

type Text = Pick<SettingRule, 'why'> & Partial<Pick<SettingRule, 'guards' | 'isOptional'>>;

const withDefaults = ({ guards = 'Flight', isOptional = false, why }: Text) => ({ guards, isOptional, why });

/** One value, or another one that is safe as well. */
export const exactly = (name: string, wanted: number, text: Text, others: readonly number[] = []): SettingRule => ({
  name,
  ...withDefaults(text),
  wanted: () => wanted,
  isSafe: (value) => value === wanted || others.includes(value),
  wantedText: () => [wanted, ...others].join(' or '),
});

/** At least and at most. */
export const within = (
  name: string,
  wanted: number,
  [least, most]: readonly [number, number],
  text: Text,
): SettingRule => ({
  name,
  ...withDefaults(text),
  wanted: () => wanted,
  isSafe: (value) => value >= least && value <= most,
  wantedText: () => `${least} to ${most}`,
});

/** Above 0, and at most what the tether permits. */
export const upTo = (name: string, most: (limits: SettingLimits) => number, text: Text): SettingRule => ({
  name,
  ...withDefaults(text),
  wanted: most,
  isSafe: (value, limits) => value > 0 && value <= most(limits),
  wantedText: (limits) => `at most ${most(limits)}`,
});

/** Bits that must be set, and bits that must not; the others stay. */
export const bits = (name: string, set: number, unset: number, text: Text): SettingRule => ({
  name,
  ...withDefaults(text),
  wanted: (_limits, value) => (value | set) & ~unset,
  isSafe: (value) => (value & set) === set && (value & unset) === 0,
  wantedText: () =>
    [set === 0 ? '' : `with ${bitsText(set)}`, unset === 0 ? '' : `without ${bitsText(unset)}`]
      .filter((part) => part !== '')
      .join(', '),
});

const bitsText = (mask: number): string => {
  const numbers = Array.from({ length: 31 }, (_, bit) => bit).filter((bit) => ((mask >>> bit) & 1) === 1);
  return `${numbers.length > 1 ? 'bits' : 'bit'} ${numbers.join(' and ')}`;
};

/** Above the ceiling by the overshoot of a climb and the margin that an autopilot keeps from its own fence. */
const FENCE_ABOVE_M = 3;

export const fenceAltitudeM = ({ ceilingM }: SettingLimits): number => Math.ceil(ceilingM + FENCE_ABOVE_M);

/** A taut line that lies on the ground reaches no further; smaller circles than 30 m are less than the error of a bad fix. */
export const fenceRadiusM = ({ ceilingM }: SettingLimits): number => Math.max(30, Math.ceil(ceilingM));
