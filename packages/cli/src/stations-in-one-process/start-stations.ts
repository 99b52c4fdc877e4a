import { availableParallelism } from 'node:os';
import type { Log } from '@kitestring/base/log.ts';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { serverSettings } from '@kitestring/settings/server-settings-of.ts';
import type { RunningStation } from '@kitestring/station-app/running-station.ts';
import { startStation } from '@kitestring/station-app/start.ts';
import { ListenFault } from '@kitestring/web/listen';
import { TlsFault } from '@kitestring/web/tls/tls-certificate.ts';
import { CommandFault } from '../context.ts';
import { VERSION } from '../version.ts';
import type { StationMember } from './station-members.ts';

/** Each start waits for the hash of an API key, which takes a thread and 32 MiB for a tenth of a second. */
const STARTING_MAX = Math.min(4, availableParallelism());

/** A running one of the stations. */
export interface StartedStation {
  readonly member: StationMember;
  readonly running: RunningStation;
}

interface StartStationsOptions {
  /** The log of one station. */
  readonly logOf: (member: StationMember) => Log;
  /** Aborting starts no further stations; started ones continue. */
  readonly stop: AbortSignal;
}

/**
 * Starts every station, a few at a time.
 * @returns the started stations, in order
 * @throws CommandFault when one cannot start; the others have been stopped by then
 */
export async function startStations(
  members: readonly StationMember[],
  options: StartStationsOptions,
): Promise<readonly StartedStation[]> {
  const stations: StartedStation[] = [];
  const waiting = members.entries();
  let failure: { readonly cause: unknown } | undefined;
  const startNext = async (): Promise<void> => {
    for (const [index, member] of waiting) {
      if (failure !== undefined || options.stop.aborted) return;
      try {
        const running = await startStation(serverSettings(member.values, VERSION), { log: options.logOf(member) });
        stations[index] = { member, running };
      } catch (cause) {
        failure ??= { cause: named(member, cause) };
      }
    }
  };
  await Promise.all(Array.from({ length: STARTING_MAX }, startNext));
  // The later of two concurrent starts may have finished first; the list must have no gaps.
  const started = Object.values(stations);
  if (failure === undefined) return started;
  await stopStations(started);
  throw failure.cause;
}

/** Stops all stations concurrently. */
export async function stopStations(stations: readonly StartedStation[]): Promise<void> {
  await Promise.all(stations.map(({ running }) => running.stop()));
}

/** An error that an operator can fix, with its station. Others are passed on unchanged. */
function named({ name }: StationMember, cause: unknown): unknown {
  const isFault = [ListenFault, StoreFault, TlsFault].some((type) => cause instanceof type);
  return isFault ? new CommandFault(`${name}: ${(cause as Error).message}`, { cause }) : cause;
}
