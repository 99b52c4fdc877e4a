import { StoreFault } from '@kitestring/base/store-fault.ts';
import { Pool, type PoolClient, TypeOverrides, types } from 'pg';
import { HubFault } from '../hub-fault.ts';
import type { Database, Queries, SqlValue } from './database.ts';
import { storable } from './storable.ts';

/** Requests, archiver and presence together; more would wait for the same disk. */
const CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** Longer than the server’s own limit: the server has vanished, which TCP reports only after a quarter of an hour. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5000;
/** A migration may rewrite tables of any size. */
const LONG_ANSWER_TIMEOUT_MS = 24 * 3_600_000;
const UNANSWERED = 'Query read timeout';

/**
 * A PostgreSQL server.
 * @param url `postgres://user:password@host/database`
 * @param answerMs time limit of a statement
 * @throws HubFault
 */
export async function openPostgres(url: string, { answerMs = ANSWER_TIMEOUT_MS } = {}): Promise<Database> {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  overrides.setTypeParser(types.builtins.NUMERIC, Number);
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: answerMs,
    types: overrides,
  });
  // An idle connection that breaks is replaced at the next use.
  pool.on('error', () => {});
  // The pool does not listen to a connection in a transaction; its next statement rejects.
  pool.on('connect', (client) => client.on('error', () => {}));
  const text = databasePlace(url);
  try {
    await pool.query('SELECT 1');
  } catch (cause) {
    await pool.end();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new HubFault(
      'DATABASE_UNUSABLE',
      `${text} does not answer (${reason}): check the setting database and the server`,
      cause,
    );
  }
  return {
    query: (sql, values) => whileThere(text, queries(pool).query(sql, values)),
    text,
    transaction: (work, { isLong = false } = {}) =>
      whileThere(
        text,
        untilNoDeadlock(isLong ? LONG_ATTEMPTS_MAX : ATTEMPTS_MAX, () => runTransaction(pool, work, isLong)),
      ),
    close: () => pool.end(),
  };
}

/**
 * Classes 08, 53 (disk full, too many connections), 57 and 58 (file errors) of PostgreSQL's codes, a read-only
 * database, and the errors of sockets and the pool when the server is unavailable.
 */
const AWAY = new RegExp(
  `^(08|53|57|58)|^25006$|^E[A-Z]+$|[Cc]onnection terminated|not queryable|timeout exceeded when trying to connect|${UNANSWERED}`,
);

/** An unavailable server is a fault of the store: requests get 503, and the archiver waits. */
async function whileThere<T>(text: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
    if (!AWAY.test(String(code)) && !AWAY.test(String(message))) throw error;
    throw new StoreFault('STORE_UNWRITABLE', `${text} does not answer (${message})`, error);
  }
}

/** Without name and password. */
function databasePlace(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? 'PostgreSQL' : `PostgreSQL at ${parsed.host}${parsed.pathname}`;
}

const queries = (source: Pool | PoolClient, timeout: { readonly query_timeout?: number } = {}): Queries => ({
  async query<T extends object>(text: string, values: readonly SqlValue[] = []) {
    return (await source.query({ ...timeout, text, values: values.map(storable) })).rows as T[];
  },
});

const DEADLOCK = '40P01';
const ATTEMPTS_MAX = 5;
/** A change of the schema waits for every table of replicas that go on with their work. */
const LONG_ATTEMPTS_MAX = 100;

/** PostgreSQL aborts one of two deadlocked transactions: that one runs again from its beginning. */
async function untilNoDeadlock<T>(attemptsMax: number, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attemptsMax || (error as { readonly code?: unknown }).code !== DEADLOCK) throw error;
    }
  }
}

async function runTransaction<T>(pool: Pool, work: (queries: Queries) => Promise<T>, isLong: boolean): Promise<T> {
  const client = await pool.connect();
  let fault: Error | undefined;
  try {
    await client.query('BEGIN');
    if (isLong) await client.query('SET LOCAL statement_timeout = 0');
    const result = await work(queries(client, isLong ? { query_timeout: LONG_ANSWER_TIMEOUT_MS } : {}));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A connection that cannot even roll back is closed.
    if (error instanceof Error && error.message === UNANSWERED) fault = error;
    else
      await client.query('ROLLBACK').catch((broken: Error) => {
        fault = broken;
      });
    throw error;
  } finally {
    client.release(fault);
  }
}
