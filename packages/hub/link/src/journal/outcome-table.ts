import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import type { DatabaseConnection, Statement } from '@kitestring/station-store/database-connection.ts';

/** `forgotten` has, for each start of the service, the newest beat named by an outcome that was removed. */
export const OUTCOME_SCHEMA = `
  CREATE TABLE outcome (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, boot TEXT NOT NULL, beat INTEGER NOT NULL, reply TEXT
  ) STRICT;
  CREATE TABLE forgotten (boot TEXT PRIMARY KEY, beat INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/** A command that was decided on. `reply` is absent while it runs, and permanently if the station ended meanwhile. */
interface KnownCommand {
  readonly reply: string | undefined;
}

/** The beat that a command names, of one start of the service. */
interface NamedBeat {
  readonly boot: string;
  readonly beat: number;
}

const FORGOTTEN_AT_ONCE = 64;

/**
 * The newest commands that this station has decided to execute, by id: none is executed twice. No clock is involved: if
 * it were set, outcomes
 * would be forgotten too early, or the newest ones first.
 * @throws StoreFault
 */
export class OutcomeTable {
  readonly #connection: DatabaseConnection;
  readonly #get: Statement;
  readonly #decide: Statement;
  readonly #settle: Statement;
  readonly #surplus: Statement;
  readonly #forget: Statement;
  readonly #noteForgotten: Statement;
  readonly #forgotten: Statement;
  /** Replies that a locked or failed disk has not stored, by the ids of their commands. */
  readonly #unsettled = new Map<string, string>();

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
    this.#get = connection.prepare('SELECT reply FROM outcome WHERE id = ?');
    this.#decide = connection.prepare('INSERT INTO outcome (id, boot, beat) VALUES (?, ?, ?)');
    this.#settle = connection.prepare('UPDATE outcome SET reply = ? WHERE id = ?');
    this.#surplus = connection.prepare(
      `SELECT seq, boot, beat FROM outcome WHERE seq <= (SELECT max(seq) FROM outcome) - ${LIMITS.outcomesKept}
        ORDER BY seq LIMIT ${FORGOTTEN_AT_ONCE}`,
    );
    this.#forget = connection.prepare('DELETE FROM outcome WHERE seq = ?');
    this.#noteForgotten = connection.prepare(
      'INSERT INTO forgotten VALUES (?, ?) ON CONFLICT (boot) DO UPDATE SET beat = max(beat, excluded.beat)',
    );
    this.#forgotten = connection.prepare('SELECT beat FROM forgotten WHERE boot = ?');
  }

  get(id: string): KnownCommand | undefined {
    const reply = this.#unsettled.get(id);
    if (reply !== undefined) return { reply };
    const row = this.#get.get(id);
    return row === undefined ? undefined : { reply: typeof row.reply === 'string' ? row.reply : undefined };
  }

  /**
   * Whether an outcome of a command that named this beat may have been removed. @param beat undefined: any of that
   * start
   */
  mayHaveForgotten(boot: string, beat: number | undefined): boolean {
    const newest = this.#forgotten.get(boot)?.beat;
    return newest !== undefined && (beat === undefined || beat <= Number(newest));
  }

  /** Called before the execution, and brought to the disk by the journal's `sync`: after a power cut the command is not executed again. */
  decide(id: string, { beat, boot }: NamedBeat): void {
    this.transact(() => {
      this.#decide.run(id, boot, beat);
      for (const row of this.#surplus.all()) {
        this.#noteForgotten.run(String(row.boot), Number(row.beat));
        this.#forget.run(Number(row.seq));
      }
    });
  }

  /** A reply that cannot be written is kept in memory, and written with the next successful write. */
  settle(id: string, reply: string): void {
    this.#unsettled.set(id, reply);
    this.transact(() => {});
  }

  /** One transaction of the journal, without a sync, including replies that were not stored yet. */
  transact(work: () => void): void {
    this.#connection.transactWithoutSync(() => {
      work();
      for (const [id, reply] of this.#unsettled) this.#settle.run(reply, id);
    });
    this.#unsettled.clear();
  }
}
