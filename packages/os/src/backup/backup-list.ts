import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Type as T } from 'typebox';
import { Check } from 'typebox/value';

/** Entry of a backup: the list of its contents. */
export const LIST_FILE = 'backup.json';

/** Version of the backup format. */
export const FORM = 1;

const BackupList = T.Object({
  form: T.Literal(FORM),
  /** Version of Kitestring that wrote it. */
  version: T.String(),
  /** Version of the schema of its database, of a station. */
  schema: T.Optional(T.Integer({ minimum: 1 })),
  made: T.String(),
  files: T.Array(T.Object({ path: T.String(), bytes: T.Integer({ minimum: 0 }), sha256: T.String() }), { minItems: 1 }),
});
/** Contents of a backup: each file with size and hash. */
export type BackupList = T.Static<typeof BackupList>;

/** @returns the list; undefined if the text is not a list of this format */
export function readList(text: string): BackupList | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Check(BackupList, list) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** @returns path of the first file that differs from the list or is not in it */
export async function firstDifference(folder: string, { files }: BackupList): Promise<string | undefined> {
  const named = new Set(files.map(({ path }) => path));
  const present = new Set(filesAt(folder, '.'));
  present.delete(LIST_FILE);
  const [other] = present.symmetricDifference(named);
  if (other !== undefined) return other;
  for (const file of files) {
    const found = await measured(join(folder, file.path)).catch(() => undefined);
    if (found?.sha256 !== file.sha256 || found.bytes !== file.bytes) return file.path;
  }
  return undefined;
}

async function measured(file: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Folders at and below a path of a folder, as `filesAt`, each before those in it. */
export function foldersAt(folder: string, place: string): readonly string[] {
  if (statSync(join(folder, place), { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const within = readdirSync(join(folder, place)).sort();
  return [place, ...within.flatMap((name) => foldersAt(folder, `${place}/${name}`))];
}

/** Files at and below a path of a folder, relative to the folder, in a fixed order; of a symbolic link its target. */
export function filesAt(folder: string, place: string): readonly string[] {
  const found = statSync(join(folder, place), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return found.isFile() ? [place] : [];
  return readdirSync(join(folder, place))
    .sort()
    .flatMap((name) => filesAt(folder, place === '.' ? name : `${place}/${name}`));
}
