import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programCache } from '@kitestring/testing/found-program.ts';
import { TestFolder } from '@kitestring/testing/test-folder.ts';
import type { Database } from '../../src/database/database.ts';
import { openPglite } from '../../src/database/pglite-database.ts';

const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
const MADE = programCache(`new-pglite-${dependencies['@electric-sql/pglite']}`);

/**
 * Puts a database there that has just been made and is empty, as a hub makes one at its first start: that takes 4 s of processor time, and its copy
 * 0.1 s.
 */
export async function putNewDatabase(folder: string): Promise<void> {
  if (!existsSync(MADE)) await make();
  cpSync(MADE, folder, { recursive: true });
}

/** One that is new, in a folder that is removed when it is closed. */
export async function openNewDatabase(): Promise<Database> {
  const folder = new TestFolder();
  const place = folder.file('database');
  await putNewDatabase(place);
  const database = await openPglite(place);
  return {
    ...database,
    close: async () => {
      await database.close();
      folder[Symbol.dispose]();
    },
  };
}

async function make(): Promise<void> {
  mkdirSync(dirname(MADE), { recursive: true });
  const folder = mkdtempSync(`${MADE}-`);
  const made = join(folder, 'database');
  await (await openPglite(made)).close();
  try {
    renameSync(made, MADE);
  } catch (error) {
    // Another process may have been first.
    if (!existsSync(MADE)) throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
