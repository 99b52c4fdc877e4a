import { type StationInTests, stationWith, type TestHooks } from './station-in-tests.ts';
import type { StationOptions } from './station-options.ts';

export type { StationInTests } from './station-in-tests.ts';
export type { StationOptions } from './station-options.ts';

/** The hooks that are used of `import * as vitest from 'vitest'`: the framework is the user's own. */
export interface VitestHooks extends TestHooks {
  afterEach(run: (context: { task: { result?: { state?: string } } }) => Promise<void>): void;
}

/**
 * A station for the tests of a file, or of the `describe` where it is called, with the same state before each of them. A
 * failed test prints the requests of the station and its log.
 */
export function useStation(vitest: VitestHooks, options: StationOptions = {}): StationInTests {
  const station = stationWith(vitest, options);
  vitest.afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`${await station.account()}\n`);
  });
  return station;
}
