/*
 * Stations of a chaos test, in a process that can be killed: the link of a real station with its journal, its commands and its connection,
 * on an aircraft that is only a ledger. `node chaos-stations.ts <file with ChaosStationsConfig>`.
 */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { Log } from '@kitestring/base/log.ts';
import { UniformStream } from '@kitestring/base/random.ts';
import type { StationApi } from '@kitestring/hub-link/commands/station-api.ts';
import { FleetLink } from '@kitestring/hub-link/fleet-link.ts';
import { LINK_SETTINGS } from '@kitestring/hub-link/test/support/link-settings.ts';
import { ScriptedFeed } from '@kitestring/hub-link/test/support/scripted-feed.ts';
import { TimerClock } from '@kitestring/hub-link/test/support/timer-clock.ts';
import { dial } from '@kitestring/hub-link/transport/dial.ts';

export interface ChaosStationsConfig {
  readonly hubUrl: string;
  readonly stations: readonly {
    readonly sid: string;
    readonly folder: string;
    readonly port: number;
    readonly clockOffsetMs: number;
  }[];
  /** Every command that was carried out: a line of `LedgerLine`. */
  readonly ledger: string;
  /** Log of the links: lines of JSON. */
  readonly log: string;
  readonly seed: number;
  /** For each station. */
  readonly eventsPerS: number;
}

export interface LedgerLine {
  readonly sid: string;
  readonly altitude: number;
  /**
   * By the clock that all processes of this machine share: when the station looked at the time last, which was to decide. The machine may hold it
   * up before it carries the command out.
   */
  readonly atMs: number;
  /** Process id: a clone has another one than the stations. */
  readonly pid: number;
}

/** Status of a link, read by the parent process. */
export interface ChaosStationStatus {
  readonly sid: string;
  readonly state: string;
  /** Why it is not up. */
  readonly reason?: string;
  readonly unarchived: number;
  readonly lost: number;
  readonly fault?: string;
}

/** A station must not lose what a long partition kept from the hub. */
const JOURNAL_MAX_MIB = 512;
const EVENT_LOOK_MS = 100;
const STATUS_EVERY_MS = 200;

const config = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ChaosStationsConfig;
const ledger = openSync(config.ledger, 'a');
const logFile = openSync(config.log, 'a');
const realNow = Date.now;
// The computer of a station has one clock; those of one process share it.
const offsetMs = config.stations[0]?.clockOffsetMs ?? 0;
/** When this process has looked at the time last. */
let seenMs = realNow();
Date.now = () => {
  seenMs = realNow();
  return seenMs + offsetMs;
};
const { pid } = process;

const log = (sid: string): Log => {
  const tell = ({ err, ...fields }: Readonly<Record<string, unknown>>, msg: string) => {
    const fault = err === undefined ? {} : { fault: String(err) };
    writeSync(logFile, `${JSON.stringify({ atMs: realNow(), pid, sid, msg, ...fields, ...fault })}\n`);
  };
  return { debug() {}, info: tell, warn: tell, error: tell };
};

/** Written before the answer, so that a kill at any moment leaves a line for what was done. */
const carriedOut = (sid: string): StationApi => ({
  request: ({ body }) => {
    const { altitude } = body as { readonly altitude: number };
    const line: LedgerLine = { sid, altitude, atMs: seenMs, pid };
    writeSync(ledger, `${JSON.stringify(line)}\n`);
    return Promise.resolve({ status: 202, headers: {}, body: Readable.from([]) });
  },
});

const links = config.stations.map(({ clockOffsetMs, folder, port, sid }, index) => {
  const feed = new ScriptedFeed();
  feed.phase = 'Flying';
  const clock = new TimerClock();
  const stationClock = { nowUs: () => clock.nowUs() + clockOffsetMs * 1000 };
  const link = new FleetLink({
    dataDir: folder,
    feed,
    clock,
    stationClock,
    log: log(sid),
    api: carriedOut(sid),
    settings: { ...LINK_SETTINGS, url: config.hubUrl, journalMaxMib: JOURNAL_MAX_MIB },
    dial: (identity) => dial(identity, `ws://127.0.0.1:${port}`),
  });
  return { feed, link, sid, random: new UniformStream(config.seed + index) };
});

setInterval(() => {
  for (const { feed, random } of links) {
    if (random.uniform() * 1000 > config.eventsPerS * EVENT_LOOK_MS) continue;
    feed.enter(feed.phase === 'Flying' ? 'Landing' : 'Flying');
  }
}, EVENT_LOOK_MS);

setInterval(() => {
  const all = links.map(({ link, sid }): ChaosStationStatus => {
    const { connection, journalFault, lost, unarchived } = link.status();
    return {
      sid,
      state: connection.state,
      ...('reason' in connection && { reason: connection.reason }),
      unarchived,
      lost,
      ...(journalFault !== undefined && { fault: journalFault }),
    };
  });
  process.stdout.write(`${JSON.stringify(all)}\n`);
}, STATUS_EVERY_MS);

process.once('SIGTERM', async () => {
  await Promise.all(links.map(({ link }) => link.stop()));
  fsyncSync(ledger);
  closeSync(ledger);
  process.exit(0);
});
