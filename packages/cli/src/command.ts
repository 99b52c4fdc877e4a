import type { Context, ExitStatus } from './context.ts';

/** A flag of a command. */
export interface Flag {
  /** Placeholder of its value in the help, `URL`; undefined for a switch. */
  readonly value?: string;
  readonly description: string;
  /** Heading of its group in the help, if there are many flags. */
  readonly group?: string;
}

export type Flags = Readonly<Record<string, Flag>>;

/** `--json` of every command that has it: the result goes to standard output as JSON, in place of the text. */
export const JSON_FLAG: Flags = {
  json: { description: 'Print the result as JSON, for programs, in place of the text.' },
};

/** A command line after parsing. */
export interface Arguments {
  /** Positional words, as many as the command names. */
  readonly words: readonly string[];
  /** Values of each given flag; a switch has none. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
}

export interface CliCommand {
  /** One to three words: `serve`, `plugin add`, `hub engine install`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Further lines of its own help. */
  readonly details?: readonly string[];
  /**
   * Names of its positional words, in capitals: `NAME`. The last one may stand for several, `FILE...`, or for any
   * number, `[FILE...]`.
   */
  readonly words: readonly string[];
  readonly flags: Flags;
  /** Example command lines. */
  readonly examples?: readonly string[];
  run(args: Arguments, context: Context): Promise<ExitStatus>;
}

/** Value of a flag that may be given once; the last one counts. */
export const textOf = ({ flags }: Arguments, name: string): string | undefined => flags.get(name)?.at(-1);

export const has = ({ flags }: Arguments, name: string): boolean => flags.has(name);
