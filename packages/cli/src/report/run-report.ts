import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import { FlightLogFault, type LoggedFlight, openLog, readFlight } from '@kitestring/station-flightlog/read';
import { pageAssets, reportPage } from '@kitestring/station-flightlog/report';
import { ZSTD } from '@kitestring/station-flightlog/zstd-codec.ts';
import { type Arguments, has, textOf } from '../command.ts';
import { CommandFault, type Context, type ExitStatus } from '../context.ts';

/** Creates the page. @throws CommandFault when the log can't be read or the page can't be written */
export async function runReport(args: Arguments, { folder, out }: Context): Promise<ExitStatus> {
  const [word = ''] = args.words;
  const file = path.resolve(folder, word);
  const page = path.resolve(folder, textOf(args, 'out') ?? pageName(word));
  if (page === file) throw new CommandFault(`${oneLine(word)}: --out must name another file than the log`);
  const flight = await readLog(file, word, has(args, 'incomplete'));
  await write(page, reportPage(flight, pageAssets(), path.basename(file)));
  const { isComplete, isDamaged } = flight.facts;
  const flaw = isComplete ? isDamaged && 'damaged' : 'incomplete';
  if (flaw) out.write(`${oneLine(word)} is ${flaw}: the page shows its readable part\n`);
  out.write(`${page}\n`);
  return 0;
}

const pageName = (log: string): string => `${log.replace(/\.mcap(\.partial)?$/, '')}.html`;

async function readLog(file: string, word: string, isIncompleteAllowed: boolean): Promise<LoggedFlight> {
  try {
    await using log = await openLog(file);
    return await readFlight(log.source, { codec: ZSTD, isIncompleteAllowed, tail: log.tail });
  } catch (fault) {
    if (fault instanceof FlightLogFault) throw new CommandFault(`${oneLine(word)}: ${fault.message}${advice(fault)}`);
    throw unreadable(word, fault);
  }
}

function advice({ code }: FlightLogFault): string {
  const remedy = '; --incomplete creates a page from its readable part';
  if (code === 'UNFINISHED') return `; the station completes it at its next start${remedy}`;
  return code === 'DAMAGED' ? remedy : '';
}

async function write(page: string, html: string): Promise<void> {
  try {
    await writeFile(page, html);
  } catch (error) {
    throw new CommandFault(`${oneLine(page)}: cannot be written (${codeOf(error)})`);
  }
}

function unreadable(word: string, error: unknown): CommandFault {
  const reasons: Readonly<Record<string, string>> = { ENOENT: 'no such file', EISDIR: 'it is a folder' };
  const code = codeOf(error);
  return new CommandFault(`${oneLine(word)}: ${reasons[code] ?? `cannot be read (${code})`}`);
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
