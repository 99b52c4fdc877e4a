import type { SQLInputValue } from 'node:sqlite';
import type { CounterStore, DocumentStore } from '@kitestring/station-core/ports';
import type { DatabaseConnection, Statement } from './database-connection.ts';

/** Named values of one table. What `keep` could not store waits in memory: the newest of each name, and names are few. */
class NamedValues<T extends SQLInputValue & {}> {
  readonly #get: Statement;
  readonly #set: Statement;
  readonly #remove: Statement;
  readonly #waiting = new Map<string, T | undefined>();

  constructor(connection: DatabaseConnection, table: string, column: string) {
    this.#get = connection.prepare(`SELECT ${column} AS value FROM ${table} WHERE name = ?`);
    this.#set = connection.prepare(`INSERT OR REPLACE INTO ${table} VALUES (?, ?)`);
    this.#remove = connection.prepare(`DELETE FROM ${table} WHERE name = ?`);
  }

  get(name: string): T | undefined {
    if (this.#waiting.has(name)) return this.#waiting.get(name);
    return this.#get.get(name)?.value as T | undefined;
  }

  set(name: string, value: T | undefined): void {
    if (value === undefined) this.#remove.run(name);
    else this.#set.run(name, value);
    this.#waiting.delete(name);
  }

  keep(name: string, value: T | undefined): void {
    this.#waiting.set(name, value);
    this.set(name, value);
  }

  /** Stores what waits. @throws StoreFault */
  storeWaiting(): void {
    for (const [name, value] of this.#waiting) this.set(name, value);
  }

  /** The table has other content now. */
  forgetWaiting(): void {
    this.#waiting.clear();
  }
}

/** Named texts. */
export class DocumentTable extends NamedValues<string> implements DocumentStore {
  constructor(connection: DatabaseConnection) {
    super(connection, 'documents', 'text');
  }
}

/** Named numbers, as 64-bit floating point: integers are exact up to 2^53, the year 2255 in microseconds. */
export class CounterTable extends NamedValues<number> implements CounterStore {
  constructor(connection: DatabaseConnection) {
    super(connection, 'counters', 'value');
  }
}
