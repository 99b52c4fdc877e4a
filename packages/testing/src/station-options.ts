export interface StationOptions {
  /** Times real time, 0.1 to 1000. Leases and tokens go as fast. Default 20. */
  readonly speed?: number;
  /** Fixes every random number: wind, noise, faults. Default 1. */
  readonly seed?: number;
  /**
   * Settings of the station, named as the flags of `kitestring serve` without their dashes: `{ 'sim-wind-speed-mps': '8' }`.
   * Video and console are off where they are not named: a station starts in half the time without them.
   */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether the station keeps a journal of requests, which a failed test prints. Default true. */
  readonly hasJournal?: boolean;
  /** Program and first arguments that start a station. Default: the package `kitestring` of the project that is tested. */
  readonly program?: readonly string[];
  /** Deadline of the start, ms. Default 60,000. */
  readonly startWithinMs?: number;
}

const STANDARD_SETTINGS: Readonly<Record<string, string>> = { 'video-enabled': 'false', 'console-enabled': 'false' };

/** Flags of `kitestring serve`, on a port that the system chooses. @throws TypeError a setting with a name that is no flag */
export function flags({ seed = 1, settings = {}, speed = 20 }: StationOptions, folder: string): readonly string[] {
  const all = { ...STANDARD_SETTINGS, 'sim-speed': String(speed), seed: String(seed), ...settings, 'data-dir': folder };
  const wrong = Object.keys(all).find((name) => !/^[a-z][a-z0-9-]*$/.test(name));
  if (wrong !== undefined)
    throw new TypeError(`settings: "${wrong}" is no flag of kitestring serve without its dashes`);
  return Object.entries({ port: '0', ...all }).flatMap(([name, value]) => [`--${name}`, value]);
}
