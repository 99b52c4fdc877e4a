import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { onDisk } from '@kitestring/base/store-fault.ts';
import { createPrivateFile, syncPath } from '@kitestring/os/data-folder.ts';
import type { DatabaseConnection } from './database-connection.ts';
import { MIGRATIONS } from './migrations.ts';

/*
 * A database is copied before it is migrated. The copy is there until the new version has started once, so that an upgrade that fails
 * can be taken back.
 */

const SUFFIX = /^\.schema-(\d+)$/;

/** Keeps a copy of a database whose schema is older than ours. @throws StoreFault */
export function keepOldSchema(connection: DatabaseConnection, newest = MIGRATIONS.length): void {
  const { path } = connection;
  const version = connection.pragma('user_version');
  if (version >= newest) return;
  const draft = `${path}.copying`;
  onDisk(path, () => rmSync(draft, { force: true }));
  // SQLite takes an empty file, and keeps its mode.
  createPrivateFile(draft);
  connection.prepare('VACUUM INTO ?').run(draft);
  onDisk(path, () => {
    syncPath(draft);
    renameSync(draft, `${path}.schema-${version}`);
    syncPath(dirname(path));
  });
}

/** Copies of a database with a schema of at most this version, the newest first. */
export function oldSchemas(path: string, newest: number): readonly string[] {
  const folder = dirname(path);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(basename(path)))
    .map((name) => ({ name, version: Number(SUFFIX.exec(name.slice(basename(path).length))?.[1]) }))
    .filter(({ version }) => version <= newest)
    .sort((one, other) => other.version - one.version)
    .map(({ name }) => join(folder, name));
}

/** @throws StoreFault */
export const removeOldSchemas = (path: string): void =>
  onDisk(path, () => {
    for (const copy of oldSchemas(path, Number.POSITIVE_INFINITY)) rmSync(copy, { force: true });
  });
