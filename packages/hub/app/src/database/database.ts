/** A parameter of a statement. */
export type SqlValue = string | number | boolean | Uint8Array | null | readonly (string | number | null)[];

/** A row: 64-bit numbers are numbers, `jsonb` is parsed, `bytea` is bytes. */
type Row = Readonly<Record<string, unknown>>;

/** Runs one statement with `$1`, `$2` as its parameters. */
export interface Queries {
  query<T extends object = Row>(sql: string, values?: readonly SqlValue[]): Promise<readonly T[]>;
}

/** A PostgreSQL server, or PostgreSQL inside this process: the same SQL for both. */
export interface Database extends Queries {
  /** One line for the log: kind and address of the database, without secrets. */
  readonly text: string;
  /**
   * All or nothing. Rolled back when `work` rejects, and run again after a deadlock, so it must change nothing but the
   * database.
   * @param isLong its statements may take longer than those of a request
   */
  transaction<T>(work: (queries: Queries) => Promise<T>, options?: { readonly isLong?: boolean }): Promise<T>;
  close(): Promise<void>;
}
