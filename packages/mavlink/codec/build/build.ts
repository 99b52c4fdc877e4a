import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const FOLDER = join(import.meta.dirname, '..');

/** Builds what is published into a folder: JavaScript with its types, because Node strips none below `node_modules`. */
export function buildCodec(folder: string = join(FOLDER, 'dist')): void {
  rmSync(folder, { recursive: true, force: true });
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const options = ['-p', join(FOLDER, 'tsconfig.build.json'), '--outDir', folder, '--checkers', '1'];
  // A garbage collector that does not start, in one thread: half of the processor time, and 100 MB.
  const env = { ...process.env, GOGC: 'off' };
  execFileSync(process.execPath, [tsc, ...options], { stdio: ['ignore', 'inherit', 'inherit'], env });
  copyFileSync(join(FOLDER, '../../../LICENSE'), join(folder, 'LICENSE'));
}

const [, entry] = process.argv;
if (entry !== undefined && import.meta.url === pathToFileURL(entry).href) buildCodec();
