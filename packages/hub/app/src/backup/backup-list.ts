import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Type as T } from 'typebox';
import { Check } from 'typebox/value';

/** First entry of a backup: the list of its contents. */
export const LIST_FILE = 'backup.json';

/** Version of the backup format. */
const FORM = 1;

const BackupList = T.Object({
  form: T.Literal(FORM),
  /** Version of Kitestring that wrote it. */
  version: T.String(),
  made: T.String(),
  files: T.Array(T.Object({ path: T.String(), bytes: T.Integer({ minimum: 0 }), sha256: T.String() }), { minItems: 1 }),
});
/** Contents of a backup of a hub: each file with size and hash. */
export type BackupList = T.Static<typeof BackupList>;

/** Lists the files at and below these paths of a folder. */
export async function listFiles(folder: string, places: readonly string[], version: string): Promise<BackupList> {
  const files = [];
  for (const path of places.flatMap((place) => filesAt(folder, place))) files.push(await entryOf(folder, path));
  return { form: FORM, version, made: new Date().toISOString(), files };
}

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
    const found = await entryOf(folder, file.path).catch(() => undefined);
    if (found?.sha256 !== file.sha256 || found.bytes !== file.bytes) return file.path;
  }
  return undefined;
}

async function entryOf(folder: string, path: string): Promise<BackupList['files'][number]> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

/** Paths relative to the folder, in a fixed order. */
function filesAt(folder: string, place: string): readonly string[] {
  const found = statSync(join(folder, place), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [place];
  return readdirSync(join(folder, place))
    .sort()
    .flatMap((name) => filesAt(folder, place === '.' ? name : `${place}/${name}`));
}
