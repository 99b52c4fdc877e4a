import type { CommandReply } from '@kitestring/hubcontract/command.ts';
import type { Database, Queries } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';

export type CommandState = 'open' | 'answered' | 'not_carried_out' | 'lost';

/** A command as it is kept. */
export interface KeptCommand {
  readonly [column: string]: unknown;
  readonly id: string;
  readonly sid: string;
  readonly op: string;
  /** Id and name of the API key. */
  readonly key_id: string;
  readonly who: string;
  /** Hash of everything that it asks for: the same id stands for the same. */
  readonly fingerprint: string;
  readonly asked_ms: number;
  /** After this time a station that does not know it never carries it out. */
  readonly late_ms: number;
  readonly state: CommandState;
  readonly reply: CommandReply | null;
}

const COLUMNS = ['id', 'sid', 'op', 'key_id', 'who', 'fingerprint', 'asked_ms', 'late_ms', 'state'];

/** The commands that were given through the hub. */
export class CommandTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(id: string): Promise<KeptCommand | undefined> {
    const [row] = await this.#database.query<KeptCommand>(
      `SELECT ${COLUMNS.join()}, reply FROM command WHERE id = $1`,
      [id],
    );
    return row;
  }

  add(queries: Queries, command: Omit<KeptCommand, 'state' | 'reply'>): Promise<void> {
    const { asked_ms, fingerprint, id, key_id, late_ms, op, sid, who } = command as KeptCommand;
    return insertRows(queries, 'command', COLUMNS, [
      [id, sid, op, key_id, who, fingerprint, asked_ms, late_ms, 'open'],
    ]);
  }

  /** The first settlement counts. @returns whether this was it */
  async settle(id: string, state: Exclude<CommandState, 'open'>, reply: CommandReply): Promise<boolean> {
    const rows = await this.#database.query(
      "UPDATE command SET state = $2, reply = $3 WHERE id = $1 AND state = 'open' RETURNING id",
      [id, state, JSON.stringify(reply)],
    );
    return rows.length > 0;
  }

  /** Commands whose outcome is not known, the oldest first. */
  open(): Promise<readonly KeptCommand[]> {
    return this.#database.query<KeptCommand>(
      `SELECT ${COLUMNS.join()}, reply FROM command WHERE state = 'open' ORDER BY asked_ms`,
    );
  }
}
