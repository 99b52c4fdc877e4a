/** A setting as somebody wrote it: where, and what. Not checked yet. */
export interface Given {
  readonly name: string;
  readonly value: unknown;
  /** `kitestring.yaml:3:7`, `KITESTRING_PORT` or `--port`. */
  readonly place: string;
  /** Where a relative path begins. */
  readonly folder: string;
}
