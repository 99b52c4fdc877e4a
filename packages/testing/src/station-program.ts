import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Program and first arguments that start the `kitestring` of a project.
 * @param folder of the project, or below it
 * @throws Error it is not installed there
 */
export function stationProgram(folder: string = process.cwd()): readonly string[] {
  const manifest = manifestFrom(folder);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin?: Readonly<Record<string, string>> };
  const launcher = bin?.kitestring;
  if (launcher === undefined) throw new Error(`${manifest} has no command kitestring`);
  return [process.execPath, join(dirname(manifest), launcher)];
}

function manifestFrom(folder: string): string {
  try {
    return createRequire(join(folder, 'package.json')).resolve('kitestring/package.json');
  } catch {
    throw new Error(
      `kitestring is not installed for ${folder}: npm install --save-dev kitestring, or name its program`,
    );
  }
}
