import { LIMITS } from '@kitestring/hubcontract/limits.ts';
import type { DatabaseConnection, Statement } from '@kitestring/store/database-connection.ts';

export const OUTCOME_SCHEMA = `
  CREATE TABLE outcome (id TEXT PRIMARY KEY, decided_ms INTEGER NOT NULL, reply TEXT) STRICT, WITHOUT ROWID;
  CREATE INDEX outcome_decided ON outcome (decided_ms);
`;

/** A command that was decided on: `reply` is absent while it is carried out, and for ever where the station ended meanwhile. */
interface KnownCommand {
  readonly reply: string | undefined;
}

const FORGOTTEN_AT_ONCE = 64;

/** The commands that this station has decided to carry out, by id: none is carried out twice. @throws StoreFault */
export class OutcomeTable {
  readonly #connection: DatabaseConnection;
  readonly #get: Statement;
  readonly #decide: Statement;
  readonly #settle: Statement;
  readonly #forget: Statement;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
    this.#get = connection.prepare('SELECT reply FROM outcome WHERE id = ?');
    this.#decide = connection.prepare('INSERT INTO outcome VALUES (?, ?, NULL)');
    this.#settle = connection.prepare('UPDATE outcome SET reply = ? WHERE id = ?');
    this.#forget = connection.prepare(
      `DELETE FROM outcome WHERE id IN (SELECT id FROM outcome WHERE decided_ms < ?1 OR decided_ms <
        (SELECT decided_ms FROM outcome ORDER BY decided_ms DESC LIMIT 1 OFFSET ${LIMITS.outcomesKept})
        ORDER BY decided_ms LIMIT ${FORGOTTEN_AT_ONCE})`,
    );
  }

  get(id: string): KnownCommand | undefined {
    const row = this.#get.get(id);
    return row === undefined ? undefined : { reply: typeof row.reply === 'string' ? row.reply : undefined };
  }

  /** Before it is carried out, and brought to the disk by the journal's `sync`: a station that loses its power then never does it again. */
  decide(id: string, nowMs: number): void {
    this.#connection.transactWithoutSync(() => {
      this.#forget.run(nowMs - LIMITS.outcomesKeptMs);
      this.#decide.run(id, nowMs);
    });
  }

  settle(id: string, reply: string): void {
    this.#connection.transactWithoutSync(() => this.#settle.run(reply, id));
  }
}
