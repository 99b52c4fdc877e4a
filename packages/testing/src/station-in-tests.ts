import type { StationOptions } from './station-options.ts';
import { TestStation } from './test-station.ts';

/** The station of a test file, there from its first test to its last. */
export type StationInTests = Pick<TestStation, 'account' | 'journal' | 'key' | 'log' | 'reset' | 'token' | 'url'>;

/** Where a framework of tests takes what happens before and after them. */
export interface TestHooks {
  beforeAll(run: () => Promise<void>): void;
  beforeEach(run: () => Promise<void>): void;
  afterAll(run: () => Promise<void>): void;
}

/** Starts a station before the first test, resets it before each one, and stops it after the last. */
export function stationWith(hooks: TestHooks, options: StationOptions): StationInTests {
  let running: TestStation | undefined;
  const now = (): TestStation => {
    if (running === undefined) throw new Error('the station starts before the first test: use it within tests');
    return running;
  };
  hooks.beforeAll(async () => {
    running = await TestStation.start(options);
  });
  hooks.beforeEach(() => now().reset());
  hooks.afterAll(async () => {
    await running?.stop();
  });
  return {
    get url() {
      return now().url;
    },
    get key() {
      return now().key;
    },
    get log() {
      return now().log;
    },
    account: () => now().account(),
    journal: () => now().journal(),
    reset: () => now().reset(),
    token: (scope?: string) => now().token(scope),
  };
}
