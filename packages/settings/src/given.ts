/** A setting as written, with its place. Not validated yet. */
export interface Given {
  readonly name: string;
  readonly value: unknown;
  /** `kitestring.yaml:3:7`, `KITESTRING_PORT` or `--port`. */
  readonly place: string;
  /** Base of relative paths. */
  readonly folder: string;
}
