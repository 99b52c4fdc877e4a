import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { StationProcess, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { Acknowledged } from './acknowledged.ts';
import { SOAK_FLAGS } from './soak-station.ts';

/** Clients that work while the station is killed. */
const CLIENTS = 3;
/** From its start, or from the last kill: loading, serving, writing. */
const LIFE_MAX_MS = 5000;
const STOP_WITHIN_MS = 60_000;

interface KillsOptions {
  readonly kills: number;
  /** Data folder. */
  readonly folder: string;
  /** In [0, 1). */
  readonly random: () => number;
}

/**
 * Kills media process and station in turn with SIGKILL at random moments, while clients work and a recording runs.
 * @returns what was acknowledged, all of which was there after every start
 * @throws AssertionError, with the first thing that was lost
 */
export async function killAgainAndAgain({ folder, kills, random }: KillsOptions): Promise<Acknowledged> {
  const acknowledged = new Acknowledged();
  const env = {
    ...WIDE_LIMITS,
    // A session that a quota ends is not lost by a kill.
    KITESTRING_TOKENS_MAX_SESSIONS: '100000',
    KITESTRING_TOKENS_MAX_SESSIONS_PER_PLUGIN: '100000',
    KITESTRING_RECORDINGS_REMOVE_OLDEST: 'false',
  };
  for (let done = 0; done < kills; ) {
    await using station = await StationProcess.start({ folder, flags: SOAK_FLAGS, env });
    await acknowledged.check(station);
    let isKilled = false;
    const clients = Array.from({ length: CLIENTS }, () =>
      acknowledged.work(station).catch((fault) => {
        if (!isKilled) throw fault;
      }),
    );
    const working = Promise.all(clients);
    // A client that fails without a kill is a fault of the station, and ends the wait.
    const life = (ms: number) => Promise.race([after(ms), working]);
    // Media may not be up yet, which is a moment as good as any.
    void acknowledged.record(station).catch(() => {});
    await life(random() * LIFE_MAX_MS);
    done += killMedia(station.pid) ? 1 : 0;
    await life(random() * LIFE_MAX_MS);
    isKilled = true;
    await station.end('SIGKILL');
    done += 1;
    await Promise.race([working, after(STOP_WITHIN_MS)]);
    process.stderr.write(`  ${done} kills: ${JSON.stringify(acknowledged.counts)}\n`);
  }
  await using station = await StationProcess.start({ folder, flags: SOAK_FLAGS, env });
  await acknowledged.check(station);
  return acknowledged;
}

/** The station has one child, or none in the moment between two. @returns whether there was one */
function killMedia(stationPid: number): boolean {
  const pid = Number(readFileSync(`/proc/${stationPid}/task/${stationPid}/children`, 'utf8').trim().split(' ')[0]);
  if (!(pid > 0)) return false;
  process.kill(pid, 'SIGKILL');
  return true;
}
