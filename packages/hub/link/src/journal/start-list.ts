import { statSync } from 'node:fs';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import type { DatabaseConnection } from '@kitestring/station-store/database-connection.ts';

const NOTE = 'starts';
/** Outcomes are requested within days; a service starts less often than this in that time. */
const KEPT = 32;

/**
 * The newest starts of the service that used this very file, not a copy. Only for these is it certain that a command
 * unknown to the journal was not executed: the original of a copied or restored file may have continued.
 */
export class StartList {
  readonly #connection: DatabaseConnection;
  /** A copy is another file. */
  readonly #file: string;
  #boots: readonly string[];

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
    const { birthtimeNs, ino } = statSync(connection.path, { bigint: true });
    this.#file = `${ino} ${birthtimeNs}`;
    const kept = connection.prepare('SELECT value FROM meta WHERE name = ?').get(NOTE)?.value;
    const [file, ...boots] = JSON.parse(String(kept ?? '[]')) as readonly string[];
    this.#boots = file === this.#file ? boots : [];
  }

  has(boot: string): boolean {
    return this.#boots.includes(boot);
  }

  /** Must be called before the first command. On a full disk it is kept in memory until the service ends. */
  add(boot: string): void {
    this.#boots = [...this.#boots.filter((one) => one !== boot), boot].slice(-KEPT);
    try {
      const write = this.#connection.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)');
      this.#connection.transactWithoutSync(() => write.run(NOTE, JSON.stringify([this.#file, ...this.#boots])));
    } catch (fault) {
      if (!(fault instanceof StoreFault)) throw fault;
    }
  }
}
