import type { CounterStore } from '@kitestring/station/ports/counter-store.ts';
import type { DatabaseConnection, Statement } from './database-connection.ts';

/** Named numbers, as 64-bit floating point: integers are exact up to 2^53, the year 2255 in microseconds. */
export class CounterTable implements CounterStore {
  readonly #get: Statement;
  readonly #set: Statement;

  constructor(connection: DatabaseConnection) {
    this.#get = connection.prepare('SELECT value FROM counters WHERE name = ?');
    this.#set = connection.prepare('INSERT OR REPLACE INTO counters VALUES (?, ?)');
  }

  get(name: string): number | undefined {
    const value = this.#get.get(name)?.value;
    return typeof value === 'number' ? value : undefined;
  }

  set(name: string, value: number): void {
    this.#set.run(name, value);
  }
}
