/** How one error is answered and what to do about it. */
export interface ErrorDefinition {
  readonly status: number;
  /** What happened, one sentence. */
  readonly meaning: string;
  /** What the caller can do. */
  readonly remedy: string;
  /** A message as the station writes it: it names the field, the limit and the value. */
  readonly example: string;
}

/** Keeps the codes of a table as types. */
export const errorTable = <const T extends Readonly<Record<string, ErrorDefinition>>>(table: T): T => table;
