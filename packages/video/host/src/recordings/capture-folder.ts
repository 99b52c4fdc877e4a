import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CaptureAbout } from '@kitestring/station-contract/station/captures.ts';
import { NO_ABOUT } from '@kitestring/station-core/ports';
import { Compile, type Validator } from 'typebox/compile';

const ABOUT_NAME = 'about.json';
const THUMBNAIL_NAME = 'thumbnail.jpg';
/** Compiled with the first text that is read. */
let about: Validator | undefined;

/** Files that the station keeps for its own lists: no files of the published API, and not counted among them. */
export const isOwnFile = (name: string): boolean => name.startsWith(ABOUT_NAME) || name.startsWith(THUMBNAIL_NAME);

/** Text of the operator; empty if the file is absent or damaged. */
export async function readAbout(folder: string): Promise<CaptureAbout> {
  const text = await bytes(join(folder, ABOUT_NAME));
  try {
    const value: unknown = JSON.parse(text?.toString('utf8') ?? '');
    about ??= Compile(CaptureAbout);
    return about.Check(value) ? (value as CaptureAbout) : NO_ABOUT;
  } catch {
    return NO_ABOUT;
  }
}

export const writeAbout = (folder: string, value: CaptureAbout): Promise<void> =>
  writeWhole(join(folder, ABOUT_NAME), `${JSON.stringify(value, undefined, 2)}\n`);

export const readThumbnail = (folder: string): Promise<Buffer | undefined> => bytes(join(folder, THUMBNAIL_NAME));

export const writeThumbnail = (folder: string, jpeg: Uint8Array): Promise<void> =>
  writeWhole(join(folder, THUMBNAIL_NAME), jpeg);

/** Whole or not at all, also across a power cut. @throws the disk's error; no folder is made */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const building = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    {
      await using file = await open(building, 'wx', 0o600);
      await file.writeFile(content);
      await file.datasync();
    }
    await rename(building, path);
  } catch (fault) {
    await rm(building, { force: true }).catch(() => {});
    throw fault;
  }
}

/** Undefined where there is no such file. @throws the disk's other errors */
export async function bytes(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (fault) {
    return undefinedIfAbsent(fault);
  }
}

/** Names in a folder; none where there is no such folder. @throws the disk's other errors */
export async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (fault) {
    return undefinedIfAbsent(fault) ?? [];
  }
}

export function undefinedIfAbsent(fault: unknown): undefined {
  if ((fault as NodeJS.ErrnoException).code !== 'ENOENT') throw fault;
  return undefined;
}
