import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scenarioTemplate } from '@kitestring/scenario/file/scenario-template.ts';
import { schemaText } from '@kitestring/scenario/file/schema-text.ts';
import type { Arguments } from '../command.ts';
import { CommandFailure, type Context, type ExitStatus, UsageError } from '../context.ts';
import { paint } from '../terminal-text.ts';

const SCHEMA = 'scenario.schema.json';

/** `kitestring scenario new`. */
export async function runScenarioNew({ words: [name = ''] }: Arguments, context: Context): Promise<ExitStatus> {
  const word = name.replace(/\.ya?ml$/, '');
  const file = path.join(path.dirname(word), `${path.basename(word)}.yaml`);
  if (!/^[A-Za-z0-9][A-Za-z0-9 _.-]*$/.test(path.basename(word))) {
    throw new UsageError('NAME: allowed: a file name of letters, digits, spaces, dots, hyphens and _');
  }
  const whole = path.resolve(context.folder, file);
  const schema = path.join(path.dirname(whole), SCHEMA);
  write(whole, scenarioTemplate(path.basename(word)), 'wx');
  if (!existsSync(schema)) write(schema, schemaText(), 'wx');
  context.out.write(`${paint(context.out, 'green', '✔')} ${file}\n  kitestring scenario run ${file}\n`);
  return 0;
}

function write(file: string, text: string, flag: 'wx'): void {
  try {
    writeFileSync(file, text, { flag });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new CommandFailure(code === 'EEXIST' ? `${file} already exists; nothing was written` : message, { cause });
  }
}
