import type { DocumentStore } from '@kitestring/station/ports/document-store.ts';
import type { DatabaseConnection, Statement } from './database-connection.ts';

/** Named texts. */
export class DocumentTable implements DocumentStore {
  readonly #get: Statement;
  readonly #set: Statement;
  readonly #remove: Statement;

  constructor(connection: DatabaseConnection) {
    this.#get = connection.prepare('SELECT text FROM documents WHERE name = ?');
    this.#set = connection.prepare('INSERT OR REPLACE INTO documents VALUES (?, ?)');
    this.#remove = connection.prepare('DELETE FROM documents WHERE name = ?');
  }

  get(name: string): string | undefined {
    const text = this.#get.get(name)?.text;
    return typeof text === 'string' ? text : undefined;
  }

  set(name: string, text: string | undefined): void {
    if (text === undefined) this.#remove.run(name);
    else this.#set.run(name, text);
  }
}
