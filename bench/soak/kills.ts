import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { StationProcess, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { Acknowledged } from './acknowledged.ts';
import { lostS, playable } from './films.ts';
import { mediaPid, SOAK_FLAGS } from './soak-station.ts';

/** Clients that work while the station is killed. */
const CLIENTS = 3;
/** From its start, or from the last kill: loading, serving, writing. */
const LIFE_MAX_MS = 5000;
const STOP_WITHIN_MS = 60_000;
/** Share of lives that begin with a recording; the others are killed while it begins, or before there is video. */
const RECORDED_LIVES = 0.8;
const RECORDS_WITHIN_MS = 60_000;
/** Video that a kill of the media process may take away, seconds, on a machine that others keep busy. */
const LOST_AT_MOST_S = 3;

interface KillsOptions {
  readonly kills: number;
  /** Data folder. */
  readonly folder: string;
  /** In [0, 1). */
  readonly random: () => number;
}

/**
 * Kills media process and station in turn with SIGKILL at random moments, while clients work and a recording runs.
 * @returns the kills, and what was acknowledged, all of which was there after every start
 * @throws AssertionError, with the first thing that was lost
 */
export async function killAgainAndAgain({ folder, kills, random }: KillsOptions): Promise<Record<string, number>> {
  const acknowledged = new Acknowledged();
  const killed = { kills: 0, inRecordings: 0, worstLossS: 0 };
  const env = {
    ...WIDE_LIMITS,
    // A session that a quota ends is not lost by a kill.
    KITESTRING_TOKENS_MAX_SESSIONS: '100000',
    KITESTRING_TOKENS_MAX_SESSIONS_PER_PLUGIN: '100000',
    KITESTRING_RECORDINGS_REMOVE_OLDEST: 'false',
  };
  while (killed.kills < kills) {
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
    const life = (ms: number, sooner?: Promise<unknown>) => Promise.race([after(ms), working, sooner ?? working]);
    let recordedMs: number | undefined;
    const recording = acknowledged.record(station).then(
      () => {
        recordedMs = Date.now();
      },
      () => {},
    );
    if (random() < RECORDED_LIVES) await life(RECORDS_WITHIN_MS, recording);
    await life(random() * LIFE_MAX_MS);
    if (killMedia(station.pid)) {
      const killedMs = Date.now();
      killed.kills += 1;
      if (recordedMs !== undefined) {
        killed.inRecordings += 1;
        const loss = await lostS(join(folder, 'recordings'), killedMs, recordedMs);
        killed.worstLossS = Math.max(killed.worstLossS, loss);
      }
    }
    await life(random() * LIFE_MAX_MS);
    isKilled = true;
    await station.end('SIGKILL');
    killed.kills += 1;
    if (recordedMs !== undefined) killed.inRecordings += 1;
    await Promise.race([working, after(STOP_WITHIN_MS)]);
    process.stderr.write(`  ${JSON.stringify({ ...killed, ...acknowledged.counts })}\n`);
  }
  await using station = await StationProcess.start({ folder, flags: SOAK_FLAGS, env });
  await acknowledged.check(station);
  // On a busy machine a kill may come before the first picture of one of the streams.
  const { play, present } = playable(join(folder, 'recordings'), 0);
  assert.ok(!(play < present), `${present - play} of ${present} films do not play`);
  assert.ok(killed.worstLossS < LOST_AT_MOST_S, `${killed.worstLossS} s of a recording are lost`);
  return { ...killed, ...acknowledged.counts, films: present, play };
}

/** @returns whether there was one: there is none in the moment between two */
function killMedia(stationPid: number): boolean {
  const pid = mediaPid(stationPid);
  if (pid > 0) process.kill(pid, 'SIGKILL');
  return pid > 0;
}
