import type { Log } from '@kitestring/base/log.ts';
import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import { storeFault } from '@kitestring/base/store-fault.ts';
import { closeToOthers, dataFolder } from '@kitestring/os/data-folder.ts';
import { FolderLock } from '@kitestring/os/folder-lock.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import type { Database } from './database/database.ts';
import { migrate } from './database/migrations.ts';
import { openDatabase } from './database/open-database.ts';

/** Time to wait until another hub releases the data folder. */
const LOCK_WAIT_MS = 5000;
/** Each of these files marks a folder as the data folder of a hub. */
const OWN_FILES = ['keys/operator.nk', 'database/PG_VERSION', 'broker/nats-server.conf'];

/** Services that all other parts of a hub use. */
interface Foundation {
  readonly clock: RealTimeClock;
  /** Unix milliseconds. */
  readonly nowMs: () => number;
  /** With the tables of this version. */
  readonly database: Database;
}

/** Locks the data folder, and opens clock and database. @throws StoreFault, HubFault */
export async function openFoundation(
  { log, settings }: { readonly settings: HubSettingValues; readonly log: Log },
  cleanup: AsyncDisposableStack,
): Promise<Foundation> {
  const dataDir = settings.data_dir;
  const lock = FolderLock.take(dataFolder(dataDir), LOCK_WAIT_MS);
  if (lock === undefined) throw storeFault('STORE_IN_USE', dataDir);
  cleanup.defer(() => lock.release());
  closeToOthers(dataDir, OWN_FILES);
  const clock = new RealTimeClock((bug) => log.error({ err: bug }, 'a timer failed'));
  cleanup.defer(() => clock.stop());
  const database = await openDatabase(settings);
  cleanup.defer(() => database.close());
  await migrate(database);
  return { clock, nowMs: () => Math.floor(clock.nowUs() / 1000), database };
}
