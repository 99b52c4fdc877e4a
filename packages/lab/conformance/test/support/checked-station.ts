import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { loadSettings } from '@kitestring/settings/load-settings.ts';
import { serverSettings } from '@kitestring/settings/server-settings-of.ts';
import type { RunningStation } from '@kitestring/station-app/running-station.ts';
import { startStation } from '@kitestring/station-app/start.ts';

export const TEST_KEY = 'a-key-for-conformance-tests';

const LIMITS = {
  // Allows several runs in sequence from one address.
  'limits-token-requests-burst': '100000',
  // Lower than usual: a busy machine is too slow to reach the usual limit.
  'limits-reads-per-s': '40',
};

/** A whole station in this process, in real time or faster. */
export async function checkedStation(
  flags: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly url: string; readonly running: RunningStation; readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'kitestring-conform-'));
  const texts = { port: '0', 'data-dir': folder, ...LIMITS, ...flags };
  const { values } = loadSettings({
    flags: new Map(Object.entries(texts).map(([name, text]) => [name, [text]])),
    environment: { KITESTRING_API_KEY: TEST_KEY },
    folder,
  });
  const settings = { ...serverSettings(values, '0.0.0-test'), keyHashCost: { N: 2, r: 1, p: 1 } };
  const running = await startStation(settings, { log: SILENT_LOG });
  return {
    url: running.url,
    running,
    folder,
    [Symbol.asyncDispose]: async () => {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
