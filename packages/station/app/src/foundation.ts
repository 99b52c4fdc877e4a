import type { Clock } from '@kitestring/base/clock.ts';
import { type Log, SILENT_LOG } from '@kitestring/base/log.ts';
import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import type { StoreFault } from '@kitestring/base/store-fault.ts';
import { CONSOLE_PAGE } from '@kitestring/console-page/build/page-folder.ts';
import { othersRights } from '@kitestring/os/data-folder.ts';
import { DEFAULT_AUDIT_SETTINGS, type ServerSettings } from '@kitestring/settings/server-settings.ts';
import type { Secrets } from '@kitestring/station-core/ports';
import { AuditLog } from '@kitestring/station-store/audit/audit-log.ts';
import { commandLineAction } from '@kitestring/station-store/command-line-entry.ts';
import { type LogDamage, lossText } from '@kitestring/station-store/log-damage.ts';
import { openStore } from '@kitestring/station-store/open-store.ts';
import { nodeSecrets } from '@kitestring/station-store/secrets.ts';
import type { SqliteStore } from '@kitestring/station-store/sqlite-store.ts';
import { StoreFaults } from '@kitestring/station-store/store-faults.ts';
import { PageBuild } from '@kitestring/web/pages/page-build.ts';
import { Bugs } from './bugs.ts';
import { followMachineClock, machineNowUs, warnOfUnsetClock } from './clock/follow-machine-clock.ts';
import { type LocalSocketDeps, openLocalSocket } from './local/local-socket.ts';
import { LaterClock } from './worlds/later-clock.ts';

export interface CoreOptions {
  readonly log: Log;
  /** Replaces the real-time clock of limits, of pacing and of the flight log's saves; for tests. */
  readonly realTimeClock?: Clock;
  /** Replaces the clock of the machine, which may be set at any time, microseconds since 1970; for tests. */
  readonly machineNowUs?: () => number;
  /** Seconds by which station time begins before real time; later `catchUp` ends the difference. */
  readonly behindS?: number;
}

/** The parts of every station, with an aircraft or a recording: stored data, real time, and its page. */
export interface Foundation {
  readonly settings: ServerSettings;
  readonly log: Log;
  readonly bugs: Bugs;
  /** Real time for limits, for pacing and for the flight log's saves; a test may replace it. */
  readonly realTimeClock: Clock;
  /** Real time of this machine, for sockets and files. */
  readonly systemClock: Clock;
  /** Time of audit entries, UTC: follows the clock of the machine forward. */
  readonly utcClock: LaterClock;
  readonly machineNowUs: () => number;
  readonly store: SqliteStore;
  /** Damage of the store that was found at the start. */
  readonly damage: LogDamage | undefined;
  readonly secrets: Secrets;
  /** The operator's console; absent if it is not served. */
  readonly console?: PageBuild;
  /** Called when the store could not be written or read. */
  readonly onStoreFault: (fault: unknown) => void;
  readonly storeFaults: StoreFaults;
  /** Resolves when everything stored so far is on the disk; undefined when it is already. */
  readonly settled: () => Promise<void> | undefined;
}

/** @param cleanup collects the end of each part. @throws StoreFault */
export function startFoundation(
  settings: ServerSettings,
  { log, machineNowUs: machineUs = machineNowUs, realTimeClock }: CoreOptions,
  cleanup: AsyncDisposableStack,
): Foundation {
  const bugs = new Bugs(log);
  const systemClock = cleanup.adopt(new RealTimeClock(bugs.report), (clock) => clock.stop());
  let damage: LogDamage | undefined;
  const onLogDamage = (found: LogDamage) => {
    damage = found;
    log.error({ ...found }, `the database of the station is incomplete: ${lossText(found)}`);
  };
  let memoryOnly: StoreFault | undefined;
  const onMemoryOnly = (fault: StoreFault) => {
    memoryOnly = fault;
  };
  const onDiskFault = (fault: unknown) => storeFaults.report(fault);
  const store = cleanup.adopt(
    openStore(settings.dataDir, { lock: true, onLogDamage, onDiskFault, onMemoryOnly }),
    (it) => it.closeGently(),
  );
  const rights = othersRights(settings.dataDir);
  if (rights !== undefined) {
    log.warn(
      { folder: settings.dataDir, mode: rights },
      'other users of this machine can enter the data folder: chmod 700',
    );
  }
  const storeFaults = new StoreFaults({ log, isUsable: () => store.isUsable() });
  if (memoryOnly !== undefined) storeFaults.reportMemoryOnly(memoryOnly);
  const page =
    settings.console?.isOn === true ? cleanup.adopt(new PageBuild(CONSOLE_PAGE, log), (it) => it.stop()) : undefined;
  return {
    settings,
    log,
    bugs,
    realTimeClock: realTimeClock ?? systemClock,
    systemClock,
    utcClock: followingClock(
      systemClock,
      { log, machineNowUs: machineUs, realTimeClock: realTimeClock ?? systemClock },
      cleanup,
    ),
    machineNowUs: machineUs,
    store,
    damage,
    secrets: makeSecrets(store, settings),
    storeFaults,
    onStoreFault: storeFaults.report,
    settled: () => store.settled(),
    ...(page !== undefined && { console: page }),
  };
}

/** UTC in spite of a machine whose clock is set later, as after a start before NTP. */
function followingClock(
  systemClock: Clock,
  {
    log,
    machineNowUs: machineUs,
    realTimeClock,
  }: Required<Pick<CoreOptions, 'log' | 'machineNowUs' | 'realTimeClock'>>,
  cleanup: AsyncDisposableStack,
): LaterClock {
  warnOfUnsetClock(machineUs(), log);
  const clock = new LaterClock(systemClock);
  const setForward = (toUs: number) => {
    clock.setForward(toUs);
    return true;
  };
  // Told by the station whose time follows, too.
  cleanup.defer(followMachineClock({ machineNowUs: machineUs, realTimeClock, clock, setForward, log: SILENT_LOG }));
  return clock;
}

/** @param stationClock station time, for the entries */
export function startAudit(
  { damage, onStoreFault, settings, store, utcClock }: Foundation,
  stationClock: Pick<Clock, 'nowUs'>,
  cleanup: AsyncDisposableStack,
): AuditLog {
  const { audit: auditSettings = DEFAULT_AUDIT_SETTINGS } = settings;
  const deps = { store: store.audit, realTimeClock: utcClock, stationClock, onStoreFault };
  const audit = cleanup.adopt(new AuditLog({ ...deps, settings: auditSettings }), (it) => it.stop());
  if (damage !== undefined) audit.note({ kind: 'Station', operation: 'store.log_damaged', outcome: 'Failed' });
  return audit;
}

/** Opens the socket for the command line of this machine. @param current parts, which a restart of the computer replaces */
export async function openAdministration(
  { log, secrets, settings: { dataDir: folder }, store }: Foundation,
  audit: Pick<AuditLog, 'note'>,
  current: Pick<LocalSocketDeps, 'auth' | 'isAirborne'>,
  cleanup: AsyncDisposableStack,
): Promise<void> {
  cleanup.use(
    await openLocalSocket({
      ...current,
      folder,
      log,
      settled: () => store.settled(),
      firstKey: { folder, hashKey: secrets.hashKey },
      audit: (operation, target, input) => audit.note(commandLineAction(operation.id, target, input)),
    }),
  );
}

function makeSecrets({ keySalt: salt }: SqliteStore, { keyHashCost: cost }: ServerSettings): Secrets {
  return nodeSecrets(cost === undefined ? { salt } : { salt, cost });
}
