import { existsSync } from 'node:fs';
import type { Clock } from '@kitestring/base/clock.ts';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { type Administer, AdministrationFault, administerWith } from '@kitestring/station-app/local/administration.ts';
import { runningAdministration } from '@kitestring/station-app/local/running-administration.ts';
import { stationStartUs } from '@kitestring/station-app/station-time.ts';
import { Auth } from '@kitestring/station-core/auth';
import { DEFAULT_STATION_SETTINGS } from '@kitestring/station-core/station-settings.ts';
import { commandLineAction } from '@kitestring/station-store/command-line-entry.ts';
import type { LogDamage } from '@kitestring/station-store/log-damage.ts';
import { openStore } from '@kitestring/station-store/open-store.ts';
import { nodeSecrets } from '@kitestring/station-store/secrets.ts';
import type { SqliteStore } from '@kitestring/station-store/sqlite-store.ts';
import type { Arguments } from './command.ts';
import { CommandFault, type Context, UsageFault } from './context.ts';
import { hasStation, logDamageTo, noStation } from './data-store.ts';
import { settingsOf } from './settings-flags.ts';

/** A station that starts opens its socket soon after it has taken the folder. */
const WAIT_MS = 5000;
const TRY_EVERY_MS = 200;

interface AdministrationOptions {
  /** Create the data folder and its database where the command line names one that does not exist. */
  readonly create?: boolean;
}

/**
 * Runs `work` on the accounts and plugins of the data folder that the command line names. One process writes them: a
 * station that runs on it is asked to do it; without one, this command has the folder for itself.
 * @throws StoreFault, CommandFault, UsageFault
 */
export async function withAdministration<T>(
  args: Arguments,
  context: Context,
  work: (administer: Administer) => T | Promise<T>,
  { create = false }: AdministrationOptions = {},
): Promise<T> {
  const { origins, values } = settingsOf(args, context);
  const { data_dir: folder } = values;
  // In a default folder where no station has been, it would make a key that opens nothing.
  if (!hasStation(folder) && !(create && origins.has('data_dir'))) throw noStation(folder);
  try {
    const running = await administration(folder, values['tokens.rotated_key_grace_s'], logDamageTo(context));
    using _ = running;
    return await work(running.administer);
  } catch (error) {
    if (!(error instanceof AdministrationFault)) throw error;
    throw new (error.isUsage ? UsageFault : CommandFault)(error.message);
  }
}

interface OpenAdministration extends Disposable {
  readonly administer: Administer;
}

async function administration(
  folder: string,
  rotatedKeyGraceS: number,
  onLogDamage: (damage: LogDamage) => void,
): Promise<OpenAdministration> {
  const untilMs = Date.now() + WAIT_MS;
  for (;;) {
    const administer = existsSync(folder) ? await runningAdministration(folder) : undefined;
    if (administer !== undefined) return { administer, [Symbol.dispose]: () => {} };
    try {
      const store = openStore(folder, { lock: true, lockWaitMs: TRY_EVERY_MS, onLogDamage });
      return ownAdministration(folder, store, rotatedKeyGraceS);
    } catch (fault) {
      if (!(fault instanceof StoreFault) || fault.code !== 'STORE_IN_USE') throw fault;
      if (Date.now() > untilMs) {
        throw new CommandFault(
          `a station runs on ${folder}, but its socket for the command line does not answer: see its log, stop it, or change this over its HTTP API`,
        );
      }
    }
  }
}

/** The administration of a folder that is open here and nowhere else. */
function ownAdministration(folder: string, store: SqliteStore, rotatedKeyGraceS: number): OpenAdministration {
  const utcUs = () => Date.now() * 1000;
  const nowUs = stationStartUs(store, utcUs());
  const secrets = nodeSecrets({ salt: store.keySalt });
  const auth = new Auth({
    accounts: store.accounts,
    plugins: store.plugins,
    sessions: store.sessions,
    watchLinks: store.watchLinks,
    clock: standingClock(() => nowUs),
    realTimeClock: standingClock(utcUs),
    secrets,
    notifications: { raise: () => {}, clear: () => {} },
    tokens: { ...DEFAULT_STATION_SETTINGS.tokens, rotatedKeyGraceS },
  });
  const administer = administerWith({
    auth: () => auth,
    firstKey: { folder, hashKey: secrets.hashKey },
    audit: (operation, target, input) => {
      const action = commandLineAction(operation.id, target, input);
      store.audit.append([{ ...action, timeUs: utcUs(), stationUs: nowUs, count: 1 }]);
    },
  });
  const close = () => {
    auth.stop();
    store.close();
  };
  return { administer, [Symbol.dispose]: close };
}

const standingClock = (nowUs: () => number): Clock => ({ nowUs, schedule: () => () => {} });
