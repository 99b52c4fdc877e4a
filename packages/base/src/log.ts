/** Log of the adapters; a pino logger fits. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Discards everything. */
export const SILENT_LOG: Log = { debug() {}, info() {}, warn() {}, error() {} };
