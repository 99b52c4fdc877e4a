/** Definition of one error: status, meaning, remedy, message. */
export interface ErrorDefinition {
  readonly status: number;
  /** Meaning, one sentence. */
  readonly meaning: string;
  /** Remedy for the caller. */
  readonly remedy: string;
  /**
   * Template of the message, which names the field, the limit and the value; several by their cause, where one code has
   * several. `{name}` stands for a value.
   */
  readonly message: string | Readonly<Record<string, string>>;
  /** Values of the documented example, which is the first template filled with them. */
  readonly sample?: Readonly<Record<string, string | number>>;
}

type WithoutStatus = Omit<ErrorDefinition, 'status'> & Partial<Pick<ErrorDefinition, 'status'>>;

/** Errors of this status, where they do not name another. Keeps the codes and templates of a table as types. */
export const errorTable = <const T extends Readonly<Record<string, WithoutStatus>>>(status: number, table: T) =>
  Object.fromEntries(Object.entries(table).map(([code, definition]) => [code, { status, ...definition }])) as {
    readonly [Code in keyof T]: T[Code] & Pick<ErrorDefinition, 'status'>;
  };
