import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './own-modules.ts';
import type { PackageFolder } from './package-facts.ts';

const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The text that a registry shows. Links into the repository have no target there: their words stay, without records of decisions. */
export const readme = (name: PackageFolder): string =>
  source(name)
    .replaceAll(/\s\(\[ADR \d+\]\([^)]*\)\)/g, '')
    .replaceAll(/\[([^\]]+)\]\(\.\.?\/[^)]*\)/g, '$1');

/** Client and player have a page in the repository, too; that of the player begins with its use there. */
function source(name: PackageFolder): string {
  if (name === 'client') return text('packages/client/README.md').replace(/ +# from a checkout:.*/, '');
  if (name === 'testing') return text('packages/testing/README.md').replace(/ Neither is on .*?checkout\./s, '');
  const own = text(`scripts/pack/readmes/${name}.md`);
  if (name !== 'player') return own;
  const page = text('packages/video/player/README.md');
  return `${own}\n${page.slice(page.indexOf('It plays until'))}`;
}
