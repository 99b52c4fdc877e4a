import { Fault } from '@kitestring/base/fault.ts';
import type { Environment } from '@kitestring/settings/settings-variables.ts';

/** Output of a command. */
export interface TerminalOutput {
  write(text: string): void;
  /** Called by a service, which goes on when the reader of its output has left, or its disk is full. Absent: nothing ends it. */
  readonly outliveReader?: () => void;
  readonly isTerminal: boolean;
  readonly hasColours: boolean;
  /** Width of the terminal, characters; 80 where there is none. */
  columns(): number;
  /** Height of the terminal, lines; 24 where there is none. */
  rows(): number;
}

/** The parts of the process that a command may use. */
export interface Context {
  readonly out: TerminalOutput;
  readonly err: TerminalOutput;
  readonly environment: Environment;
  /** Current folder. */
  readonly folder: string;
  /** Ctrl-C, SIGTERM, SIGHUP, or the end of the launcher: stop in an orderly way. */
  readonly stop: AbortSignal;
  /** Asks the user at the terminal; undefined without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** A line that is not echoed; without a terminal the first line of the standard input. */
  readonly secret: (question: string) => Promise<string>;
}

/**
 * Exit status: 0 done, 1 not possible now, 2 wrong usage; of what a station says or does not: 3 no answer, 4 certificate not
 * trusted, 5 key refused, 6 no station, 7 another version, 8 not ready for it.
 */
export type ExitStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** The command line is wrong. One line; exit status 2. */
export class UsageFault extends Fault {}

/** The request is not possible now. One line, with the remedy; exit status 1. */
export class CommandFault extends Fault {}
