import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { LoadedSettings } from '@kitestring/settings/load-settings.ts';
import { SettingsFault } from '@kitestring/settings/settings-fault.ts';
import { isSaved, savedValue } from '@kitestring/station-app/snapshot/saved-settings.ts';
import { readSnapshotFile } from '@kitestring/station-app/snapshot/snapshot-file.ts';
import type { SnapshotSettings, StationSnapshot } from '@kitestring/station-app/snapshot/station-snapshot.ts';

interface SnapshotStart extends Disposable {
  readonly snapshot: StationSnapshot;
  readonly loaded: LoadedSettings;
}

/**
 * Reads the snapshot for `serve --snapshot`. Without a data folder of its own the station gets a temporary one, which is
 * removed at the end. @throws StationSnapshotFault, SettingsFault for a setting that contradicts the snapshot
 */
export function snapshotStart(file: string, folder: string, loaded: LoadedSettings): SnapshotStart {
  const snapshot = readSnapshotFile(path.resolve(folder, file));
  checkGiven(loaded, snapshot.settings);
  if (loaded.origins.has('data_dir')) return { snapshot, loaded, [Symbol.dispose]: () => {} };
  const data_dir = mkdtempSync(path.join(tmpdir(), 'kitestring-snapshot-'));
  return {
    snapshot,
    loaded: { ...loaded, values: { ...loaded.values, data_dir } },
    [Symbol.dispose]: () => rmSync(data_dir, { recursive: true, force: true }),
  };
}

/** A given setting that shapes the state must be that of the snapshot. */
function checkGiven({ origins, values }: LoadedSettings, saved: SnapshotSettings): void {
  for (const [name, place] of origins) {
    if (!isSaved(name)) continue;
    const value = savedValue(name, saved);
    if (isDeepStrictEqual(value, values[name])) continue;
    throw new SettingsFault(place, `${name} is part of the snapshot, which has ${String(value)}: leave it out`);
  }
}
