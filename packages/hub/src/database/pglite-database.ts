import { PGlite, types } from '@electric-sql/pglite';
import { HubFault } from '../hub-fault.ts';
import type { Database, Queries, Row, SqlValue } from './database.ts';

const PARSERS = { [types.INT8]: Number, [types.NUMERIC]: Number };

/** PostgreSQL inside this process, in a folder. One process at a time. @throws HubFault */
export async function openPglite(folder: string): Promise<Database> {
  const pglite = await PGlite.create(folder, { parsers: PARSERS }).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new HubFault(
      'DATABASE_UNUSABLE',
      `${folder} cannot be opened as a database (${reason}): put a backup in its place`,
      cause,
    );
  });
  const queriesOf = (source: Pick<PGlite, 'query'>): Queries => ({
    async query<T extends Row>(sql: string, values: readonly SqlValue[] = []) {
      return (await source.query<T>(sql, [...values])).rows;
    },
  });
  return {
    ...queriesOf(pglite),
    text: `PGlite in ${folder}`,
    transaction: (work) => pglite.transaction((transaction) => work(queriesOf(transaction as Pick<PGlite, 'query'>))),
    close: () => pglite.close(),
  };
}
