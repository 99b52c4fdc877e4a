import { oneLine } from '@kitestring/settings/settings-fault.ts';

/** A problem in a scenario file. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** `file:line:column: message`, in one line. */
export const problemText = ({ file, line, column, message }: Problem): string =>
  oneLine(`${file}:${line}:${column}: ${message}`);

/** In file order. */
export const byPlace = (a: Problem, b: Problem): number => a.line - b.line || a.column - b.column;
