import { execFile } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PGlite, types } from '@electric-sql/pglite';
import { HubFault } from '../hub-fault.ts';
import type { Database, Queries, SqlValue } from './database.ts';
import { storable } from './storable.ts';

const PARSERS = { [types.INT8]: Number, [types.NUMERIC]: Number };
/** PostgreSQL's default of 128 MB would be memory of the hub, and the operating system caches the files as well. */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB', '-c', 'maintenance_work_mem=16MB'];
const MAKER = fileURLToPath(import.meta.resolve('./make-pglite.ts'));
/** It takes 2 s, and two minutes were too few on a machine with forty other processes. */
const MAKE_WITHIN_MS = 600_000;
/** Most of its code runs only once: optimizing it would take a third of the processor time. */
const UNOPTIMIZED = '--liftoff-only';

/**
 * PostgreSQL inside this process, in a folder; for one process at a time. @param folder or `memory://` @throws HubFault
 */
export async function openPglite(folder: string): Promise<Database> {
  if (!folder.startsWith('memory:') && !existsSync(folder)) await make(folder);
  const pglite = await PGlite.create(folder, { parsers: PARSERS, startParams: START_PARAMS }).catch(
    (cause: unknown) => {
      throw unusable(`${folder} cannot be opened as a database`, 'put a backup in its place', cause);
    },
  );
  const queries = (source: Pick<PGlite, 'query'>): Queries => ({
    async query<T extends object>(sql: string, values: readonly SqlValue[] = []) {
      return (await source.query<T>(sql, values.map(storable))).rows;
    },
  });
  return {
    ...queries(pglite),
    text: `PGlite in ${folder}`,
    transaction: (work) => pglite.transaction((transaction) => work(queries(transaction as Pick<PGlite, 'query'>))),
    close: () => pglite.close(),
  };
}

/** Created under another name first, so that a kill leaves no incomplete database. */
async function make(folder: string): Promise<void> {
  const draft = `${folder}.new`;
  try {
    rmSync(draft, { recursive: true, force: true });
    await promisify(execFile)(process.execPath, [UNOPTIMIZED, MAKER, draft], { timeout: MAKE_WITHIN_MS });
    renameSync(draft, folder);
  } catch (cause) {
    throw unusable(`no database can be made in ${folder}`, 'check the disk', cause);
  }
}

function unusable(what: string, remedy: string, cause: unknown): HubFault {
  const { message, stderr = '' } = cause as { readonly message?: string; readonly stderr?: string };
  const reason = stderr === '' ? (message ?? String(cause)) : stderr;
  return new HubFault('DATABASE_UNUSABLE', `${what} (${reason}): ${remedy}`, cause);
}
