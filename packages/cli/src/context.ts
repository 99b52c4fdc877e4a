import type { Environment } from '@kitestring/settings/settings-variables.ts';

/** Where a command writes. */
export interface TerminalOutput {
  write(text: string): void;
  readonly isTerminal: boolean;
  readonly hasColours: boolean;
  /** Width of the terminal, characters; 80 where there is none. */
  columns(): number;
  /** Height of the terminal, lines; 24 where there is none. */
  rows(): number;
}

/** Everything of the process that a command may use. */
export interface Context {
  readonly out: TerminalOutput;
  readonly err: TerminalOutput;
  readonly environment: Environment;
  /** The current folder. */
  readonly folder: string;
  /** Ctrl-C, SIGTERM, SIGHUP, or the launcher is gone: come to an end in order. */
  readonly stop: AbortSignal;
  /** Asks whoever sits at the terminal; undefined where nobody does. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** A line that is not shown while it is typed; without a terminal the first line of the standard input. */
  readonly secret: (question: string) => Promise<string>;
}

/** What a command ends with, as sysexits goes here: 0 done, 1 not possible now, 2 asked for wrongly; the others stand in the help of their command. */
export type ExitStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** The command line is wrong. One line; exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What was asked for is not possible now. One line, with what to do about it; exit status 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}
