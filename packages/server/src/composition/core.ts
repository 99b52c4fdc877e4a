import type { Clock } from '@kitestring/station/ports/clock.ts';
import type { Secrets } from '@kitestring/station/ports/secrets.ts';
import { AuditLog, type AuditLogDeps } from '../audit/audit-log.ts';
import { DEFAULT_AUDIT_SETTINGS } from '../audit/audit-settings.ts';
import { Bugs } from '../bugs.ts';
import { ConsoleBuild } from '../console/console-build.ts';
import type { FlightLog } from '../flight-log/flight-log.ts';
import type { Log } from '../http/log.ts';
import { RecorderLink } from '../recordings/recorder-link.ts';
import type { Recordings } from '../recordings/recordings.ts';
import { nodeSecrets } from '../secrets.ts';
import type { ServerSettings } from '../server-settings.ts';
import { othersRights } from '../store/data-folder.ts';
import type { LogDamage } from '../store/log-damage.ts';
import { openStore } from '../store/open-store.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';
import { StoreFaults } from '../store/store-faults.ts';
import { LostStreams } from '../video/lost-streams.ts';
import { WallClock } from '../wall-clock.ts';
import { type SimulatedWorld, simulatedWorld } from './simulated-world.ts';
import { stationFlightLog } from './station-flight-log.ts';
import { stationRecordings } from './station-recordings.ts';
import { keepStationTime, stationStartUs } from './station-time.ts';

export interface CoreOptions {
  readonly log: Log;
  /** Real time for limits and pace, where a test wants another one. */
  readonly wall?: Clock;
}

/** What stays while the computer of the Ground Station restarts: what flies, what is kept, and the times. */
export interface Core {
  readonly settings: ServerSettings;
  readonly log: Log;
  readonly bugs: Bugs;
  /** Time for limits and pace. */
  readonly wall: Clock;
  /** Time for sockets, which know no other. */
  readonly realTime: Clock;
  readonly store: SqliteStore;
  readonly secrets: Secrets;
  readonly world: SimulatedWorld;
  readonly flightLog: FlightLog;
  readonly lostStreams: LostStreams;
  readonly recordings: Recordings;
  readonly audit: AuditLog;
  /** Where the recorder is plugged in while there is one. */
  readonly recorderLink: RecorderLink;
  /** The operator's page; absent where none is served. */
  readonly console?: ConsoleBuild;
  /** Told when the store could not be written or read. */
  readonly onStoreFault: (fault: unknown) => void;
  readonly storeFaults: StoreFaults;
}

/** @param begun gets what ends each part again. @throws StoreFault */
export function startCore(settings: ServerSettings, { log, wall }: CoreOptions, begun: AsyncDisposableStack): Core {
  const bugs = new Bugs(log);
  const realTime = begun.adopt(new WallClock(bugs.report), (clock) => clock.stop());
  const time = { wall: wall ?? realTime, realTime };
  let damage: LogDamage | undefined;
  const onLogDamage = (found: LogDamage) => {
    damage = found;
    log.error({ ...found }, 'the write-ahead log of the store was damaged: writes behind the damage are lost');
  };
  const store = begun.adopt(openStore(settings.dataDir, { lock: true, onLogDamage }), (it) => it.close());
  const rights = othersRights(settings.dataDir);
  if (rights !== undefined) {
    log.warn(
      { folder: settings.dataDir, mode: rights },
      'other users of this machine can enter the data folder: chmod 700',
    );
  }
  const secrets = secretsOf(store, settings);
  const world = simulatedWorld(settings, stationStartUs(store, time.wall.nowUs()), bugs.report);
  world.clock.onFault((fault) => log.error({ err: fault }, 'the simulation has stopped'));
  const storeFaults = new StoreFaults({ log, isUsable: () => store.isUsable() });
  const onStoreFault = storeFaults.report;
  const audit = begun.adopt(auditLog(settings, { store: store.audit, realTime, world, onStoreFault }), (it) =>
    it.stop(),
  );
  if (damage !== undefined) audit.note({ kind: 'Station', operation: 'store.log_damaged', outcome: 'Failed' });
  begun.defer(keepStationTime(store, world.clock, time.wall, onStoreFault));
  const flightLog = begun.adopt(stationFlightLog(settings, world, realTime, log), (it) => it.stop());
  const recorderLink = new RecorderLink();
  const recordingsOf = stationRecordings(settings, world, {
    recorder: recorderLink,
    realTime,
    log,
    onBug: bugs.report,
  });
  const recordings = begun.adopt(recordingsOf, (it) => it.end());
  const lostStreams = new LostStreams();
  const page = settings.console?.isOn === true ? begun.adopt(new ConsoleBuild(log), (it) => it.stop()) : undefined;
  const kept = { store, secrets, world, audit, flightLog, lostStreams, recordings, recorderLink };
  return {
    settings,
    log,
    bugs,
    ...time,
    ...kept,
    storeFaults,
    onStoreFault,
    ...(page !== undefined && { console: page }),
  };
}

function auditLog(
  { audit }: ServerSettings,
  { world, ...deps }: Omit<AuditLogDeps, 'settings' | 'stationClock'> & Pick<Core, 'world'>,
): AuditLog {
  return new AuditLog({ ...deps, stationClock: world.clock, settings: audit ?? DEFAULT_AUDIT_SETTINGS });
}

function secretsOf({ keySalt: salt }: SqliteStore, { keyHashCost: cost }: ServerSettings): Secrets {
  return nodeSecrets(cost === undefined ? { salt } : { salt, cost });
}
