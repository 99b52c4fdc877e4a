import { existsSync, readdirSync } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FlightLogSettings } from '@kitestring/settings/records-settings.ts';
import { ifThere, openLog } from '../read/open-log.ts';
import { ZSTD } from '../zstd-codec.ts';
import { finalName, partialName, tailName } from './log-file.ts';

/** File names of the station itself; nothing else in the folder is ever deleted. */
const OWN_NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z(-\d+)?\.mcap$/;

/** Folder of flight logs in the data folder. */
export const flightFolder = (dataDir: string): string => join(dataDir, 'flights');

/** File name for a flight log that starts now: `2026-11-21T08-30-00Z.mcap`, with `-2` when it exists. */
export function freeLogPath(folder: string, timeUs: number): string {
  const time = `${new Date(timeUs / 1000).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  for (let count = 1; ; count++) {
    const path = join(folder, count === 1 ? `${time}.mcap` : `${time}-${count}.mcap`);
    if (!existsSync(path) && !existsSync(partialName(path))) return path;
  }
}

/** Logs left unfinished by a kill, by their final names. Call before a new one is started. */
export function unfinishedLogs(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => finalName(name) !== name && OWN_NAME.test(finalName(name)))
    .map((name) => join(folder, finalName(name)));
}

/** Ids of all logs, the newest first: names without their ending. One that is being written is among them. */
export async function flightIds(folder: string): Promise<readonly string[]> {
  const names = new Set((await namesIn(folder)).map(finalName));
  const own = [...names].filter((name) => OWN_NAME.test(name));
  return own.sort(byAge).reverse().map(flightId);
}

/** @param path of a log */
export const flightId = (path: string): string => basename(path, '.mcap');

/** Whether one flight is older than another, by their ids. */
export const isOlder = (id: string, other: string): boolean => byAge(`${id}.mcap`, `${other}.mcap`) < 0;

/** Completes a log left unfinished by a kill. @returns its number of messages; a log without messages is deleted */
export async function recoverLog(path: string): Promise<number> {
  const building = `${path}.recovering`;
  await using log = await openLog(partialName(path));
  const { salvage } = await import('../mcap/salvage.ts');
  const messages = await writeSalvaged(building, salvage(log.source, log.tail, ZSTD)).catch(async (fault: unknown) => {
    // On a full disk it would take the remaining space.
    await rm(building, { force: true });
    throw fault;
  });
  if (messages > 0) await rename(building, path);
  for (const name of [building, partialName(path), tailName(path)]) await rm(name, { force: true });
  return messages;
}

async function writeSalvaged(
  path: string,
  pieces: AsyncGenerator<Uint8Array, { readonly messages: number }>,
): Promise<number> {
  await using target: FileHandle = await open(path, 'w', 0o600);
  for (let piece = await pieces.next(); ; piece = await pieces.next()) {
    if (piece.done === true) {
      await target.sync();
      return piece.value.messages;
    }
    await target.writeFile(piece.value);
  }
}

/**
 * Deletes the oldest logs until the rest is within the limits. The newest always stays. @returns names of the deleted
 * logs
 */
export async function removeOldLogs(folder: string, { maxBytes, maxFiles }: FlightLogSettings): Promise<string[]> {
  const names = (await namesIn(folder)).filter((name) => OWN_NAME.test(name)).sort(byAge);
  const sizes = await Promise.all(names.map(async (name) => (await ifThere(stat(join(folder, name))))?.size ?? 0));
  let bytes = sizes.reduce((sum, size) => sum + size, 0);
  const removed: string[] = [];
  for (let index = 0; index < names.length - 1; index++) {
    if (names.length - index <= maxFiles && bytes <= maxBytes) break;
    const name = names[index] as string;
    await rm(join(folder, name), { force: true });
    bytes -= sizes[index] as number;
    removed.push(name);
  }
  return removed;
}

const namesIn = async (folder: string): Promise<string[]> => (await ifThere(readdir(folder))) ?? [];

/** By time, then by the number after it, which has no leading zeros. */
function byAge(a: string, b: string): number {
  const [timeA, timeB] = [a.slice(0, 20), b.slice(0, 20)];
  if (timeA !== timeB) return timeA < timeB ? -1 : 1;
  return countFromName(a) - countFromName(b);
}

const countFromName = (name: string): number => Number(/-(\d+)\.mcap$/.exec(name)?.[1] ?? 1);
