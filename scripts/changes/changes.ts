import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const WORDS_MAX = 30;
const MARK = '\n## ';

export const CHANGELOG = join(ROOT, 'CHANGELOG.md');

/** Groups of users in the order of the changelog, with their headings. */
const GROUPS: Readonly<Record<string, string>> = {
  integrators: 'Integrators',
  builders: 'Builders',
  operators: 'Operators',
  fleet: 'Fleet',
};

interface Change {
  readonly group: string;
  readonly text: string;
}

/** Files of changes since the last release; the README is none. */
export const changeFiles = (): readonly string[] =>
  globSync(join(ROOT, 'changes/*.md'))
    .filter((file) => basename(file) !== 'README.md')
    .sort();

export const changesOf = (file: string): readonly Change[] => parseChanges(readFileSync(file, 'utf8'), basename(file));

/** @throws Error with the remedy, for a line of another form */
export function parseChanges(content: string, name: string): readonly Change[] {
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new Error(`changes/${name} is empty: see changes/README.md`);
  return lines.map((line) => {
    const [, group = '', text = ''] = /^(\w+): (\S.*)$/.exec(line.trim()) ?? [];
    if (!(group in GROUPS)) {
      throw new Error(`changes/${name}: begin each line with one of ${Object.keys(GROUPS).join(', ')} and a colon`);
    }
    const words = text.split(/\s+/).length;
    if (words > WORDS_MAX) throw new Error(`changes/${name}: a line has ${words} words, at most ${WORDS_MAX}`);
    return { group, text };
  });
}

/** The changelog with a section for this version before all others. */
export function withRelease(changelog: string, version: string, date: string, changes: readonly Change[]): string {
  const sections = Object.entries(GROUPS).flatMap(([group, heading]) => {
    const lines = changes.filter((change) => change.group === group).map(({ text }) => `- ${text}`);
    return lines.length === 0 ? [] : [`### ${heading}\n\n${lines.join('\n')}\n`];
  });
  const at = changelog.indexOf(MARK);
  if (sections.length === 0) throw new Error('no changes since the last release');
  if (at === -1) throw new Error('CHANGELOG.md has no section of a version');
  if (changelog.includes(`${MARK}${version},`)) throw new Error(`CHANGELOG.md has a section of ${version}`);
  return `${changelog.slice(0, at)}${MARK}${version}, ${date}\n\n${sections.join('\n')}${changelog.slice(at)}`;
}
