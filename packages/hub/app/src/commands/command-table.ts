import type { CommandReply } from '@kitestring/hub-contract/command.ts';
import type { Database, Queries } from '../database/database.ts';
import { storableJson } from '../database/storable.ts';
import { commandId } from './command-id.ts';

export type CommandState = 'open' | 'answered' | 'not_carried_out' | 'lost';

/** A command as stored. */
export interface KeptCommand {
  readonly id: string;
  readonly sid: string;
  readonly op: string;
  /** Id and name of the API key; for a person or a link the name is the id. */
  readonly key_id: string;
  readonly who: string;
  /** Hash of the whole request: an id must not be reused for another request. */
  readonly fingerprint: string;
  readonly asked_ms: number;
  /** After this time a station that does not know it never executes it. */
  readonly late_ms: number;
  /** Start of the station’s service that it is for; null in a row of an earlier version. */
  readonly boot: string | null;
  /** The beat that it names; null in a row of an earlier version. */
  readonly beat: number | null;
  readonly state: CommandState;
  readonly reply: CommandReply | null;
}

const COLUMNS = ['id', 'sid', 'op', 'key_id', 'who', 'fingerprint', 'asked_ms', 'late_ms', 'boot', 'beat', 'state'];

/** Commands that were sent through the hub. */
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

  /** A command of this caller, by its id or Idempotency-Key; in rows of an earlier version both are the same. */
  async own(keyId: string, idOrKey: string): Promise<KeptCommand | undefined> {
    const [row] = await this.#database.query<KeptCommand>(
      `SELECT ${COLUMNS.join()}, reply FROM command WHERE id = ANY ($1) AND key_id = $2`,
      [[idOrKey, commandId(keyId, idOrKey)], keyId],
    );
    return row;
  }

  /** @returns false when another replica has stored one with this id */
  async add({ query }: Queries, command: Omit<KeptCommand, 'state' | 'reply'>): Promise<boolean> {
    const { asked_ms, beat, boot, fingerprint, id, key_id, late_ms, op, sid, who } = command as KeptCommand;
    const rows = await query(
      `INSERT INTO command (${COLUMNS.join()}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'open')
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      [id, sid, op, key_id, who, fingerprint, asked_ms, late_ms, boot, beat],
    );
    return rows.length > 0;
  }

  /** Only the first outcome is stored. @returns whether this was the first */
  async settle(
    { query }: Queries,
    id: string,
    state: Exclude<CommandState, 'open'>,
    reply: CommandReply,
  ): Promise<boolean> {
    const rows = await query(
      "UPDATE command SET state = $2, reply = $3 WHERE id = $1 AND state = 'open' RETURNING id",
      [id, state, storableJson(reply)],
    );
    return rows.length > 0;
  }

  /** Commands of one caller, newest first. @param keyId id of the API key or of the person */
  of(keyId: string, limit: number): Promise<readonly KeptCommand[]> {
    return this.#database.query<KeptCommand>(
      `SELECT ${COLUMNS.join()}, reply FROM command WHERE key_id = $1 ORDER BY asked_ms DESC LIMIT $2`,
      [keyId, limit],
    );
  }

  /** Commands without a known outcome, oldest first. */
  open(): Promise<readonly KeptCommand[]> {
    return this.#database.query<KeptCommand>(
      `SELECT ${COLUMNS.join()}, reply FROM command WHERE state = 'open' ORDER BY asked_ms`,
    );
  }
}
