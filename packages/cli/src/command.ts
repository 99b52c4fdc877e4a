import type { Context, ExitStatus } from './context.ts';

/** A flag of a command. */
export interface Flag {
  /** What stands for its value in the help, `URL`; undefined for a switch. */
  readonly value?: string;
  readonly description: string;
  /** Heading under which the help lists it, where there are many. */
  readonly group?: string;
}

export type Flags = Readonly<Record<string, Flag>>;

/** A command line after parsing. */
export interface Arguments {
  /** Words that are no flags, as many as the command names. */
  readonly words: readonly string[];
  /** Texts of each flag that was given; a switch has none. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
}

export interface CliCommand {
  /** One or two words: `serve`, `plugin add`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** More for its own help, lines of text. */
  readonly details?: readonly string[];
  /** Words it needs, in capitals: `NAME`. The last one may stand for several, `FILE...`, or for any number, `[FILE...]`. */
  readonly words: readonly string[];
  readonly flags: Flags;
  /** Lines worth copying. */
  readonly examples?: readonly string[];
  run(args: Arguments, context: Context): Promise<ExitStatus>;
}

/** Text of a flag that may be given once; of several the last counts. */
export const textOf = ({ flags }: Arguments, name: string): string | undefined => flags.get(name)?.at(-1);

export const has = ({ flags }: Arguments, name: string): boolean => flags.has(name);
