import path from 'node:path';
import { every, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { streamStart, UniformStream } from '@kitestring/base/random.ts';
import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import { storeFault } from '@kitestring/base/store-fault.ts';
import { dataFolder } from '@kitestring/os/data-folder.ts';
import { FolderLock } from '@kitestring/os/folder-lock.ts';
import { NEWEST_API_VERSION } from '@kitestring/station-contract/versions.ts';
import { CommandFault, type Context, type ExitStatus } from '../context.ts';
import type { HubAdministrator } from '../hub/hub-administrator.ts';
import { membership } from '../hub/membership.ts';
import { serviceLog } from '../serve/service-log.ts';
import { stopped } from '../stop-signal.ts';
import { VERSION } from '../version.ts';
import { writeBacklog } from './backlog.ts';
import { LightLink } from './light-link.ts';
import { type LightBehaviour, LightStation } from './light-station.ts';

interface LightStationsOptions {
  readonly stations: number;
  readonly folder: string;
  readonly seed: number;
  /** Beginning of their names. */
  readonly name: string;
  readonly behaviour: LightBehaviour;
  readonly offlineShare: number;
  readonly backlogS: number;
  readonly logFormat: 'auto' | 'json' | 'pretty';
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
}

const LOCK_WAIT_MS = 2000;
const REPORT_EVERY_S = 10;
const ALIVE_MS = 3_600_000;
/** Enrolments at the same time. */
const ENROLLING_MAX = 8;
const NAME_DIGITS_MIN = 4;
/** Its connection, its journal with two files of SQLite beside it, one of them twice. */
const FILES_PER_STATION = 5;
/** Files of the process itself, and connections for requests to the hub. */
const OTHER_FILES = 100;

/** Runs light stations until a stop is requested. @throws CommandFault, StoreFault */
export async function runLightStations(
  options: LightStationsOptions,
  hub: HubAdministrator,
  context: Context,
): Promise<ExitStatus> {
  const { stop } = context;
  const { folder, seed, stations } = options;
  refuseTooMany(stations);
  const log = serviceLog({ 'log.format': options.logFormat, 'log.level': options.logLevel }, context);
  await using cleanup = new AsyncDisposableStack();
  const lock = FolderLock.take(dataFolder(folder), LOCK_WAIT_MS);
  if (lock === undefined) throw storeFault('STORE_IN_USE', folder);
  cleanup.defer(() => lock.release());
  const clock = new RealTimeClock((bug) => log.error({ err: bug }, 'a timer failed'));
  cleanup.defer(() => clock.stop());
  log.info({ stations, seed, hub: hub.hubUrl, folder }, 'light stations start');
  const links: LightLink[] = [];
  // One at a time: each closes a journal, which waits for the disk.
  cleanup.defer(async () => {
    for (const link of links) await link.stop();
  });
  const numbers = Array.from({ length: stations }, (_, index) => index + 1).values();
  const startNext = async () => {
    for (const number of numbers) {
      if (stop.aborted) return;
      links.push(await startStation(number, { ...options, hub, clock, log }));
    }
  };
  const report = (everyS: number, level: 'info' | 'debug') =>
    every(clock, everyS * US_PER_S, () => log[level](totals(links), 'light stations'));
  cleanup.defer(report(REPORT_EVERY_S, 'info'));
  if (log.isLevelEnabled('debug')) cleanup.defer(report(1, 'debug'));
  await Promise.all(Array.from({ length: ENROLLING_MAX }, startNext));
  log.info({ stations: links.length }, 'all light stations run');
  // While no hub is there nothing else keeps the process alive.
  const alive = setInterval(() => {}, ALIVE_MS);
  cleanup.defer(() => clearInterval(alive));
  await stopped(stop);
  log.info(totals(links), 'stopping');
  await cleanup.disposeAsync();
  log.info({}, 'stopped');
  return 0;
}

/** The system would refuse the files of the last ones, one after the other. @throws CommandFault */
function refuseTooMany(stations: number): void {
  // It would ask for the names of all peers.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as ReportedLimits;
  const most = Number(userLimits?.open_files?.soft ?? Number.NaN);
  const needed = stations * FILES_PER_STATION + OTHER_FILES;
  // Not a number: there is no limit, or the system tells none.
  if (!(needed > most)) return;
  const fitting = Math.floor((most - OTHER_FILES) / FILES_PER_STATION);
  throw new CommandFault(
    `--stations ${stations} needs ${needed} open files, and this process may have ${most}: raise the limit (ulimit -n), or start several with up to ${fitting} stations, each with its own --data-dir and --name`,
  );
}

interface ReportedLimits {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | string } };
}

interface StartOptions extends LightStationsOptions {
  readonly hub: HubAdministrator;
  readonly clock: RealTimeClock;
  readonly log: Log & { child(fields: object): Log };
}

async function startStation(number: number, options: StartOptions): Promise<LightLink> {
  const { backlogS, behaviour, clock, hub, log, offlineShare, seed, stations } = options;
  const digits = String(number).padStart(Math.max(NAME_DIGITS_MIN, String(stations).length), '0');
  const name = `${options.name}-${digits}`;
  const folder = path.join(options.folder, digits);
  const random = (of: string) => new UniformStream(streamStart(seed, `${of} ${number}`));
  const station = new LightStation({
    name,
    software: VERSION,
    apiVersion: NEWEST_API_VERSION,
    behaviour,
    random: random('station'),
    nowMs: clock.nowUs() / 1000,
  });
  const identity = await membership(folder, hub, station.inventory());
  if (backlogS > 0) writeBacklog({ folder, identity, station, seconds: backlogS, nowMs: clock.nowUs() / 1000 });
  const ownLog = log.child({ station: name });
  return new LightLink({
    station,
    folder,
    hubUrl: identity.hubUrl,
    hubCaFile: hub.caFile,
    offlineShare,
    clock,
    random: random('network'),
    // A line for each change of thousands of links would hide what is wrong.
    log: quiet(ownLog),
  });
}

const quiet = (log: Log): Log => ({
  debug: () => {},
  info: (fields, text) => log.debug(fields, text),
  warn: (fields, text) => log.warn(fields, text),
  error: (fields, text) => log.error(fields, text),
});

function totals(links: readonly LightLink[]) {
  const all = links.map((link) => link.status());
  const sum = (of: (status: (typeof all)[number]) => number) => all.reduce((total, status) => total + of(status), 0);
  return {
    stations: all.length,
    up: sum(({ connection }) => (connection.state === 'Up' ? 1 : 0)),
    without_network: sum(({ hasNetwork }) => (hasNetwork ? 0 : 1)),
    refused: sum(({ connection }) => (connection.state === 'Refused' ? 1 : 0)),
    unsent: sum(({ unsent }) => unsent),
    unarchived: sum(({ unarchived }) => unarchived),
    journal_mib: Math.round(sum(({ journalBytes }) => journalBytes) / 1024 ** 2),
    lost: sum(({ lost }) => lost),
  };
}
