import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { problemText } from '@kitestring/scenario/file/problem.ts';
import { MAX_FILE_BYTES, readScenario } from '@kitestring/scenario/file/read-scenario.ts';
import type { Scenario } from '@kitestring/scenario/scenario.ts';
import { oneLine } from '@kitestring/settings/settings-error.ts';
import { UsageError } from '../context.ts';

/** Files next to scenarios that are skipped when a folder is expanded by the shell. */
const BESIDE = /\.(schema\.json|md|mcap|xml)$/;

/** Scenario files after parsing: the valid ones, and every problem of the others. */
interface ReadFiles {
  readonly scenarios: readonly Scenario[];
  readonly problems: readonly string[];
}

/** Reads files, and every .yaml and .yml file of folders. @throws UsageError when there is none */
export function readScenarioFiles(words: readonly string[], folder: string): ReadFiles {
  const files = words.flatMap((word) => filesOf(word, folder)).filter((file) => !BESIDE.test(file));
  if (files.length === 0) throw new UsageError(`no scenario file in ${words.map(oneLine).join(', ')}`);
  const scenarios: Scenario[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const read = readScenario(file, textOf(file, folder));
    if (read.ok) scenarios.push(read.scenario);
    else problems.push(...read.problems.map(problemText));
  }
  return { scenarios, problems };
}

function filesOf(word: string, folder: string): string[] {
  const whole = path.resolve(folder, word);
  const stats = statSync(whole, { throwIfNoEntry: false });
  if (stats === undefined) throw new UsageError(`there is no file ${oneLine(word)}`);
  if (!stats.isDirectory()) return [word];
  const names = readdirSync(whole).filter((name) => /\.ya?ml$/.test(name));
  return names.sort().map((name) => path.join(word, name));
}

function textOf(file: string, folder: string): string {
  try {
    const bytes = readFileSync(path.resolve(folder, file));
    if (bytes.length > MAX_FILE_BYTES) throw new Error(`it is larger than ${MAX_FILE_BYTES / 1024} KiB`);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    const { message } = cause as Error;
    throw new UsageError(`cannot read ${oneLine(file)}: ${message}`, { cause });
  }
}
