import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '..');
const pages = globSync('{*.md,docs/**/*.md,packages/*/README.md}', { cwd: root }).sort();
const text = (page: string) => readFileSync(join(root, page), 'utf8');

/** The anchor that a heading gets, as forges make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const anchors = (page: string) => [...text(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading ?? ''));

const linksOf = (page: string) =>
  [...text(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link as string)
    .filter((link) => !/^[a-z]+:/.test(link));

describe('the documentation', () => {
  it('is there', () => {
    for (const page of ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/security.md']) {
      assert.ok(pages.includes(page), page);
    }
  });

  for (const page of pages) {
    it(`${page} links to files and headings that exist`, () => {
      const broken = linksOf(page).filter((link) => {
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? page : join(dirname(page), file);
        if (!existsSync(join(root, target))) return true;
        return anchor !== undefined && target.endsWith('.md') && !anchors(target).includes(anchor);
      });
      assert.deepEqual(broken, []);
    });
  }

  it('the README has the two lines, each alone', () => {
    const lines = text('README.md').split('\n');
    assert.ok(lines.includes('npm ci && npm start'));
    assert.ok(lines.includes('npm ci && npm test'));
  });

  it('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
    const named = pages.flatMap((page) =>
      [...text(page).matchAll(/\bnpm run ([a-z-]+)/g)].map(([, name]) => name as string),
    );
    assert.deepEqual(
      named.filter((name) => !(name in scripts)),
      [],
    );
  });
});
