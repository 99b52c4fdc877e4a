import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { onDisk, storeFault, toStoreFault } from '@kitestring/base/store-fault.ts';
import type { DataFolder } from '@kitestring/os/data-folder.ts';
import { readContent } from './log-damage.ts';
import { APPLICATION_ID, MIGRATIONS } from './migrations.ts';
import { oldSchemas } from './old-schemas.ts';

/**
 * Checks that the database is ours, intact, and of a known version, without changing it. Must not be open elsewhere.
 * @throws StoreFault STORE_DAMAGED, STORE_NEWER
 */
export function checkDatabase(folder: DataFolder): void {
  // SQLite would take an empty file for a new database, and the plugins would silently be lost.
  if (size(folder.database) === 0) throw storeFault('STORE_DAMAGED', folder.database, undefined, 'it is empty');
  if (size(`${folder.database}-wal`) > 0) checkCopy(folder);
  else checkWithoutLog(folder);
}

/** The same for a database that a station has open: under its locks. @throws StoreFault STORE_DAMAGED, STORE_NEWER */
export const checkDatabaseInUse = ({ database }: DataFolder): void => checkFile(pathToFileURL(database), database);

function checkWithoutLog(folder: DataFolder): void {
  const url = pathToFileURL(folder.database);
  // Without a write-ahead log the file alone is the database: read without locks and side files.
  url.searchParams.set('immutable', '1');
  checkFile(url, folder.database);
  checkLength(url, folder.database);
}

/** SQLite reads missing bytes at the end of the last page as zeros, and may accept them. */
function checkLength(url: URL, path: string): void {
  using database = new DatabaseSync(url, { readOnly: true });
  const missing = pragma(database, 'page_count') * pragma(database, 'page_size') - size(path);
  if (missing > 0) throw storeFault('STORE_DAMAGED', path, undefined, `${missing} bytes are missing at its end`);
}

/** After a kill the database is the file plus its log, and opening them would write: a copy in memory is checked. */
function checkCopy({ database }: DataFolder): void {
  const content = onDisk(database, () => readContent(database));
  checkOpened(database, () => {
    const copy = new DatabaseSync(':memory:');
    copy.deserialize(content);
    return copy;
  });
}

const checkFile = (file: URL, shownPath: string): void =>
  checkOpened(shownPath, () => new DatabaseSync(file, { readOnly: true }));

function checkOpened(shownPath: string, open: () => DatabaseSync): void {
  let database: DatabaseSync | undefined;
  try {
    database = open();
    checkIdentity(pragma(database, 'application_id'), pragma(database, 'user_version'), shownPath);
    const verdict = String(database.prepare('PRAGMA quick_check(1)').get()?.quick_check);
    if (verdict !== 'ok') throw storeFault('STORE_DAMAGED', shownPath, undefined, oneLine(verdict));
  } catch (error) {
    throw toStoreFault(error, shownPath);
  } finally {
    database?.close();
  }
}

/** @throws StoreFault for another program's database, or an unknown schema version */
export function checkIdentity(applicationId: number, version: number, path: string): void {
  if (applicationId !== APPLICATION_ID || version < 1) {
    throw storeFault('STORE_DAMAGED', path, undefined, 'it is not the database of a station');
  }
  if (version > MIGRATIONS.length) {
    const [copy] = oldSchemas(path, MIGRATIONS.length);
    const kept = copy === undefined ? '' : `; ${copy} is from before its upgrade, and can take its place`;
    const detail = `its schema has version ${version}, this one knows ${MIGRATIONS.length}${kept}`;
    throw storeFault('STORE_NEWER', path, undefined, detail);
  }
}

/** The verdict without SQLite's headline. */
const oneLine = (verdict: string) => verdict.replace(/^\*\*\* in database \w+ \*\*\*\s*/, '').replace(/\s+/g, ' ');

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

function size(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}
