import { SILENT_LOG } from '@kitestring/base/log.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { loadSettings } from '@kitestring/settings/load-settings.ts';
import { serverSettings } from '@kitestring/settings/server-settings-of.ts';
import type { RunningStation } from '@kitestring/station-app/running-station.ts';
import { type StartOptions, startStation } from '@kitestring/station-app/start.ts';

export const TEST_KEY = 'a-key-for-tests-only';

export interface TestStation extends AsyncDisposable {
  readonly running: RunningStation;
  readonly url: string;
  readonly folder: string;
}

interface TestStationOptions extends Partial<StartOptions> {
  /** Hash API keys as slowly as outside of tests, because another process or command does so, too. */
  readonly hasRealHashes?: boolean;
  /** Version that it reports; that of a test when absent. */
  readonly softwareVersion?: string;
}

/** A whole station in this process, without live video unless a flag says so, with settings as flags; its folder goes with it. */
export async function testStation(
  flags: Readonly<Record<string, string>> = {},
  { hasRealHashes = false, softwareVersion = '0.0.0-test', ...options }: TestStationOptions = {},
): Promise<TestStation> {
  const folder = new TestFolder();
  const texts = { port: '0', 'data-dir': folder.path, 'sim-speed': '50', 'video-enabled': 'false', ...flags };
  const { values } = loadSettings({
    flags: new Map(Object.entries(texts).map(([name, text]) => [name, [text]])),
    environment: { KITESTRING_API_KEY: TEST_KEY },
    folder: folder.path,
  });
  const cheap = hasRealHashes ? {} : { keyHashCost: { N: 2, r: 1, p: 1 } };
  const settings = { ...serverSettings(values, softwareVersion), ...cheap };
  const running = await startStation(settings, { log: SILENT_LOG, ...options });
  return {
    running,
    url: running.url,
    folder: folder.path,
    [Symbol.asyncDispose]: async () => {
      await running.stop();
      folder[Symbol.dispose]();
    },
  };
}
