import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programCache } from '@kitestring/lab-testing/programs.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import type { Database } from '../../src/database/database.ts';
import { MIGRATIONS, migrate } from '../../src/database/migrations.ts';
import { openPglite } from '../../src/database/pglite-database.ts';

const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
const VERSION = dependencies['@electric-sql/pglite'];
const EMPTY = programCache(`new-pglite-${VERSION}`);
const MIGRATED = programCache(`migrated-pglite-${VERSION}-${hash('sha256', JSON.stringify(MIGRATIONS)).slice(0, 16)}`);

/** Copies an empty database into the folder, which takes 0.1 s; creating one, as a hub does at its first start, takes 4 s. */
async function putEmptyDatabase(folder: string): Promise<void> {
  if (!existsSync(EMPTY)) await make(EMPTY, async (made) => (await openPglite(made)).close());
  cpSync(EMPTY, folder, { recursive: true });
}

/** The same with the present schema, which takes a hub another 0.5 s. */
export async function putNewDatabase(folder: string): Promise<void> {
  if (!existsSync(MIGRATED)) {
    await make(MIGRATED, async (made) => {
      await putEmptyDatabase(made);
      const database = await openPglite(made);
      await migrate(database);
      await database.close();
    });
  }
  cpSync(MIGRATED, folder, { recursive: true });
}

/** One that is empty, in a folder that is removed when it is closed. */
export const openEmptyDatabase = (): Promise<Database> => openIn(putEmptyDatabase);

/** The same with the present schema. */
export const openNewDatabase = (): Promise<Database> => openIn(putNewDatabase);

async function openIn(put: (folder: string) => Promise<void>): Promise<Database> {
  const folder = new TestFolder();
  const place = folder.file('database');
  await put(place);
  const database = await openPglite(place);
  return {
    ...database,
    close: async () => {
      await database.close();
      folder[Symbol.dispose]();
    },
  };
}

async function make(place: string, fill: (folder: string) => Promise<void>): Promise<void> {
  mkdirSync(dirname(place), { recursive: true });
  const folder = mkdtempSync(`${place}-`);
  const made = join(folder, 'database');
  try {
    await fill(made);
    renameSync(made, place);
  } catch (error) {
    // Another process may have been first.
    if (!existsSync(place)) throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
