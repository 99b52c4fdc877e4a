import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@kitestring/console-ui/languages.ts';

const STATIC_IMPORT = /(?:from|import)"\.\/([^"]+)"/g;

/** Bytes over the network, packed, of the files that have to be there for the first figures of the flight: page, style, scripts. */
export function firstLoadBytes(folder: string): number {
  const assets = readdirSync(join(folder, 'assets'));
  const seat = assets.find((name) => /^seat-.*\.js$/.test(name));
  if (seat === undefined) throw new Error(`no script of the seat in ${folder}`);
  const needed = new Set([...pageAssets(folder), seat]);
  // A set goes on to what is added to it meanwhile.
  for (const name of needed) {
    const text = name.endsWith('.js') ? readFileSync(join(folder, 'assets', name), 'utf8') : '';
    for (const [, imported = ''] of text.matchAll(STATIC_IMPORT)) needed.add(imported);
  }
  const files = ['index.html', ...[...needed].map((name) => join('assets', name))];
  return files.reduce((sum, name) => sum + packedBytes(join(folder, name)), 0);
}

/** Additional bytes for other languages, the largest of them. */
export function catalogueBytes(folder: string): number {
  const isCatalogue = (name: string) =>
    LANGUAGES.some((language) => name.startsWith(`${language}-`)) && !/-later-/.test(name);
  const names = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js') && isCatalogue(name));
  return Math.max(...names.map((name) => packedBytes(join(folder, 'assets', name))));
}

const pageAssets = (folder: string): readonly string[] =>
  [...readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/"\.\/assets\/([^"]+)"/g)].map(([, name = '']) => name);

const packedBytes = (path: string): number => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
