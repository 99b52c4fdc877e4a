import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A garbage collector that starts late: with one thread, a half of the compiler's processor time. */
export const COMPILER_ENVIRONMENT = { GOGC: 'off', GOMEMLIMIT: '1500MiB' };

/**
 * Declarations of one folder as the compiler emits them, by file name.
 * @param project configuration of the compiler
 * @param folder of the sources, from the root of that configuration
 */
export function emittedFiles(project: string, folder: string): ReadonlyMap<string, string> {
  const outDir = mkdtempSync(join(tmpdir(), 'kitestring-types-'));
  try {
    const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    execFileSync(process.execPath, [tsc, '-p', project, '--outDir', outDir, '--checkers', '1'], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...COMPILER_ENVIRONMENT },
    });
    const files = readdirSync(join(outDir, folder));
    return new Map(files.map((file) => [file.replace('.d.ts', ''), readFileSync(join(outDir, folder, file), 'utf8')]));
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
