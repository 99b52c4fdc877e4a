import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programCache } from '@kitestring/testing/found-program.ts';
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
