import { after, afterEach, before, beforeEach } from 'node:test';
import { type StationInTests, stationWith } from './station-in-tests.ts';
import type { StationOptions } from './station-options.ts';

export type { StationInTests } from './station-in-tests.ts';
export type { StationOptions } from './station-options.ts';

/**
 * A station for the tests of a file, or of the `describe` where it is called, with the same state before each of them. A
 * failed test prints the requests of the station and its log.
 */
export function useStation(options: StationOptions = {}): StationInTests {
  const station = stationWith({ beforeAll: before, beforeEach, afterAll: after }, options);
  afterEach(async (context) => {
    // From Node 22.2 on a test says how it ended.
    if ('passed' in context && context.passed === false) process.stderr.write(`${await station.account()}\n`);
  });
  return station;
}
