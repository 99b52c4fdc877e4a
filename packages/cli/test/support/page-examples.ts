import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { INSTALLED_BY } from '@kitestring/lab-testing/programs.ts';
import { TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';

const LAUNCHER = join(import.meta.dirname, '../../bin/kitestring.mjs');
/** `npx kitestring` outside of the project's folder. */
export const NPX = `npx() { shift; '${process.execPath}' '${LAUNCHER}' "$@"; }`;

/** Why the examples of pages can't be run here; false where they can. */
export const whyNoCurl = (): string | false =>
  spawnSync('curl', ['--version']).status === 0 ? false : `no curl in the PATH: ${INSTALLED_BY}, as root`;

interface ExamplesPlace {
  readonly url: string;
  /** That of station processes when absent. */
  readonly key?: string;
  /** Folder in which they run; that of the tests when absent. */
  readonly folder?: string;
}

/** Runs the examples of pages in docs, one after the other in one shell. @returns what each has printed */
export async function runExamples(
  pages: string | readonly string[],
  { folder, key = TEST_API_KEY, url }: ExamplesPlace,
): Promise<readonly string[]> {
  const docs = join(import.meta.dirname, '../../../../docs');
  const text = [pages]
    .flat()
    .map((page) => readFileSync(join(docs, page), 'utf8'))
    .join('\n');
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block as string);
  const script = blocks
    .join('\necho ----\n')
    .replace(/^(KEY|export KITESTRING_API_KEY)=.*$/m, `$1=${key}`)
    .replace(/^URL=.*$/m, `URL=${url}`);
  const options = { encoding: 'utf8', ...(folder !== undefined && { cwd: folder }) } as const;
  const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', `${NPX}\n${script}`], options);
  return stdout.split('----\n').map((output) => output.trim());
}
