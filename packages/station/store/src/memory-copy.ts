import { onDisk } from '@kitestring/base/store-fault.ts';
import { DatabaseConnection } from './database-connection.ts';
import { readContent } from './log-damage.ts';

/**
 * A database with all that its log holds, in memory: for a disk that cannot be written. Sessions, notifications and counters change there
 * until the process ends; what people must find again is refused, for it would be lost. @throws StoreFault
 */
export function memoryCopy(path: string): DatabaseConnection {
  const connection = new DatabaseConnection(
    path,
    onDisk(path, () => readContent(path)),
  );
  connection.exec(REFUSALS);
  return connection;
}

/** AFTER: an INSERT that becomes an UPDATE is none. */
const refused = (when: string, table: string, condition = ''): string =>
  `CREATE TEMP TRIGGER "refused ${when} ${table}" AFTER ${when} ON main.${table} ${condition}
     BEGIN SELECT RAISE(ABORT, 'nothing can be stored'); END;`;

const changes = (columns: readonly string[]): string =>
  `WHEN ${columns.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(' OR ')}`;

const REFUSALS = [
  ...['plugins', 'accounts', 'watch_links', 'pins', 'documents'].map((table) => refused('INSERT', table)),
  ...['plugins', 'accounts', 'watch_links', 'pins'].map((table) => refused('DELETE', table)),
  refused('UPDATE', 'plugins', changes(['name', 'scopes', 'enabled', 'key_hash', 'previous_key_hash', 'epoch'])),
  refused('UPDATE', 'accounts', changes(['login', 'role', 'password_hash'])),
  refused('UPDATE', 'watch_links', changes(['revoked_at_us'])),
].join('\n');
