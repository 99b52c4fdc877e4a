import { oneLine } from '@kitestring/server/config/settings-error.ts';

/** Something in a scenario file that is wrong. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** `file:line:column: message`, in one line. */
export const problemText = ({ file, line, column, message }: Problem): string =>
  oneLine(`${file}:${line}:${column}: ${message}`);

/** In the order in which somebody reads the file. */
export const byPlace = (a: Problem, b: Problem): number => a.line - b.line || a.column - b.column;
