import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Declarations of one folder as the compiler emits them, by file name.
 * @param project configuration of the compiler
 * @param folder of the sources, from the root of that configuration
 */
export function emittedFiles(project: string, folder: string): ReadonlyMap<string, string> {
  const outDir = mkdtempSync(join(tmpdir(), 'kitestring-types-'));
  try {
    const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    // One thread, and a garbage collector that starts late: half of the processor time.
    execFileSync(process.execPath, [tsc, '-p', project, '--outDir', outDir, '--checkers', '1'], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, GOGC: 'off', GOMEMLIMIT: '1500MiB' },
    });
    const files = readdirSync(join(outDir, folder));
    return new Map(files.map((file) => [file.replace('.d.ts', ''), readFileSync(join(outDir, folder, file), 'utf8')]));
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
