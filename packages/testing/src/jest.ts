import { type StationInTests, stationWith, type TestHooks } from './station-in-tests.ts';
import type { StationOptions } from './station-options.ts';

export type { StationInTests } from './station-in-tests.ts';
export type { StationOptions } from './station-options.ts';

/**
 * A station for the tests of a file, or of the `describe` where it is called, with the same state before each of them.
 * Jest does not say after a test whether it has failed: print `account()` where you need it.
 * @param jest the hooks of `@jest/globals`, or of the globals
 */
export function useStation(jest: TestHooks, options: StationOptions = {}): StationInTests {
  return stationWith(jest, options);
}
