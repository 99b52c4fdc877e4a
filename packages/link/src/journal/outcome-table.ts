import { LIMITS } from '@kitestring/hubcontract/limits.ts';
import type { DatabaseConnection, Statement } from '@kitestring/store/database-connection.ts';

/** `forgotten` has the newest beat that an outcome named which a start of the service has given up. */
export const OUTCOME_SCHEMA = `
  CREATE TABLE outcome (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, boot TEXT NOT NULL, beat INTEGER NOT NULL, reply TEXT
  ) STRICT;
  CREATE TABLE forgotten (boot TEXT PRIMARY KEY, beat INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/** A journal of before 2: outcomes had a time of the clock of the day, which may have been set, and no start. */
export const OUTCOMES_FROM_1 = `
  ALTER TABLE outcome RENAME TO outcome_1;
  DROP INDEX outcome_decided;
  ${OUTCOME_SCHEMA}
  INSERT INTO outcome (id, boot, beat, reply) SELECT id, '', 0, reply FROM outcome_1 ORDER BY decided_ms;
  DROP TABLE outcome_1;
`;

/** A command that was decided on: `reply` is absent while it is carried out, and for ever where the station ended meanwhile. */
interface KnownCommand {
  readonly reply: string | undefined;
}

/** The beat that a command names, of a start of the service. */
interface NamedBeat {
  readonly boot: string;
  readonly beat: number;
}

const FORGOTTEN_AT_ONCE = 64;

/**
 * The newest commands that this station has decided to carry out, by id: none is carried out twice. No clock has a part in it: one that is
 * set would have outcomes forgotten too early, or the newest ones first.
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
  /** Replies that a locked or failed disk has not taken, by the ids of their commands. */
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

  /** Whether a command that named this beat may have been here, and was forgotten. @param beat undefined: any of that start */
  mayHaveForgotten(boot: string, beat: number | undefined): boolean {
    const newest = this.#forgotten.get(boot)?.beat;
    return newest !== undefined && (beat === undefined || beat <= Number(newest));
  }

  /** Before it is carried out, and brought to the disk by the journal's `sync`: a station that loses its power then never does it again. */
  decide(id: string, { beat, boot }: NamedBeat): void {
    this.transact(() => {
      this.#decide.run(id, boot, beat);
      for (const row of this.#surplus.all()) {
        this.#noteForgotten.run(String(row.boot), Number(row.beat));
        this.#forget.run(Number(row.seq));
      }
    });
  }

  /** A reply that cannot be written is known all the same, and written with the next thing that can be. */
  settle(id: string, reply: string): void {
    this.#unsettled.set(id, reply);
    this.transact(() => {});
  }

  /** One transaction of the journal, without a sync, with the replies that wait for one. */
  transact(work: () => void): void {
    this.#connection.transactWithoutSync(() => {
      work();
      for (const [id, reply] of this.#unsettled) this.#settle.run(reply, id);
    });
    this.#unsettled.clear();
  }
}
