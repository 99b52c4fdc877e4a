import { FlightArchive } from '@kitestring/flightlog/archive/flight-archive.ts';
import { flightFolder } from '@kitestring/flightlog/write/flight-folder.ts';
import type { FlightLog } from '@kitestring/flightlog/write/flight-log.ts';
import { RealTimeClock } from '@kitestring/server/real-time-clock.ts';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import { DEFAULT_AUDIT_SETTINGS } from '@kitestring/settings/server-settings.ts';
import type { Captures } from '@kitestring/station/captures/captures.ts';
import type { OnBug } from '@kitestring/station/containment.ts';
import type { Clock } from '@kitestring/station/ports/clock.ts';
import type { Log } from '@kitestring/station/ports/log.ts';
import type { Secrets } from '@kitestring/station/ports/secrets.ts';
import type { Recordings } from '@kitestring/station/recordings/recordings.ts';
import { AuditLog, type AuditLogDeps } from '@kitestring/store/audit/audit-log.ts';
import { othersRights } from '@kitestring/store/data-folder.ts';
import type { LogDamage } from '@kitestring/store/log-damage.ts';
import { openStore } from '@kitestring/store/open-store.ts';
import { nodeSecrets } from '@kitestring/store/secrets.ts';
import type { SqliteStore } from '@kitestring/store/sqlite-store.ts';
import { StoreFaults } from '@kitestring/store/store-faults.ts';
import { RecorderLink } from '@kitestring/video/recordings/recorder-link.ts';
import { LostStreams } from '@kitestring/video/streams/lost-streams.ts';
import { Bugs } from './bugs.ts';
import { ConsoleBuild } from './console/console-build.ts';
import { stationFlightLog } from './station-flight-log.ts';
import { stationRecordings } from './station-recordings.ts';
import { keepStationTime, stationStartUs } from './station-time.ts';
import type { World } from './worlds/world.ts';

export interface CoreOptions {
  readonly log: Log;
  /** Replaces the real-time clock of limits and pacing; for tests. */
  readonly realTimeClock?: Clock;
}

/** State that survives a restart of the Ground Station's computer: aircraft, stored data, and clocks. */
export interface Core<W extends World = World> {
  readonly settings: ServerSettings;
  readonly log: Log;
  readonly bugs: Bugs;
  /** Real time for limits and pacing; a test may replace it. */
  readonly realTimeClock: Clock;
  /** Real time of this machine, for sockets and files. */
  readonly systemClock: Clock;
  readonly store: SqliteStore;
  readonly secrets: Secrets;
  readonly world: W;
  readonly flightLog: FlightLog;
  /** The logs of all flights, to be read. */
  readonly flights: FlightArchive;
  readonly lostStreams: LostStreams;
  readonly recordings: Recordings;
  readonly captures: Captures;
  readonly audit: AuditLog;
  /** Attachment point of the recorder. */
  readonly recorderLink: RecorderLink;
  /** The operator's console; absent where it is not served. */
  readonly console?: ConsoleBuild;
  /** Called when the store could not be written or read. */
  readonly onStoreFault: (fault: unknown) => void;
  readonly storeFaults: StoreFaults;
}

/** Creates the world of a station at a station time, microseconds. */
export type MakeWorld<W extends World> = (settings: ServerSettings, startTimeUs: number, onBug: OnBug) => W;

/** @param cleanup collects what ends each part. @throws StoreFault, and what `makeWorld` throws */
export function startCore<W extends World>(
  settings: ServerSettings,
  { log, realTimeClock }: CoreOptions,
  makeWorld: MakeWorld<W>,
  cleanup: AsyncDisposableStack,
): Core<W> {
  const bugs = new Bugs(log);
  const systemClock = cleanup.adopt(new RealTimeClock(bugs.report), (clock) => clock.stop());
  const time = { realTimeClock: realTimeClock ?? systemClock, systemClock };
  let damage: LogDamage | undefined;
  const onLogDamage = (found: LogDamage) => {
    damage = found;
    log.error({ ...found }, 'the write-ahead log of the store was damaged: writes behind the damage are lost');
  };
  const store = cleanup.adopt(openStore(settings.dataDir, { lock: true, onLogDamage }), (it) => it.close());
  const rights = othersRights(settings.dataDir);
  if (rights !== undefined) {
    log.warn(
      { folder: settings.dataDir, mode: rights },
      'other users of this machine can enter the data folder: chmod 700',
    );
  }
  const secrets = secretsOf(store, settings);
  const world = makeWorld(settings, stationStartUs(store, time.realTimeClock.nowUs()), bugs.report);
  world.simulation?.clock.onFault((fault) => log.error({ err: fault }, 'the simulation has stopped'));
  const storeFaults = new StoreFaults({ log, isUsable: () => store.isUsable() });
  const onStoreFault = storeFaults.report;
  const audit = cleanup.adopt(
    auditLog(settings, { store: store.audit, realTimeClock: systemClock, world, onStoreFault }),
    (it) => it.stop(),
  );
  if (damage !== undefined) audit.note({ kind: 'Station', operation: 'store.log_damaged', outcome: 'Failed' });
  cleanup.defer(keepStationTime(store, world.clock, time.realTimeClock, onStoreFault));
  const flightLog = cleanup.adopt(stationFlightLog(settings, world, systemClock, log), (it) => it.stop());
  const recorderLink = new RecorderLink();
  const { captures, recordings: recordingsOf } = stationRecordings(settings, world, {
    recorder: recorderLink,
    realTimeClock: systemClock,
    log,
    onBug: bugs.report,
  });
  const recordings = cleanup.adopt(recordingsOf, (it) => it.end());
  const flights = new FlightArchive({ folder: flightFolder(settings.dataDir), running: flightLog, captures, log });
  const lostStreams = new LostStreams();
  const page = settings.console?.isOn === true ? cleanup.adopt(new ConsoleBuild(log), (it) => it.stop()) : undefined;
  const kept = { store, secrets, world, audit, flightLog, flights, lostStreams, recordings, captures, recorderLink };
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
