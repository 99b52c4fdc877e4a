import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { headingAnchor } from '@kitestring/manual/heading-anchor.ts';

const root = join(import.meta.dirname, '..');
const pages = globSync('{*.md,changes/*.md,docs/**/*.md,packages/{*,*/*}/README.md,clients/*/README.md}', {
  cwd: root,
}).sort();
const text = (page: string) => readFileSync(join(root, page), 'utf8');

/** By page: many link to the same. */
const anchorsByPage = new Map<string, ReadonlySet<string>>();

function anchors(page: string): ReadonlySet<string> {
  const known = anchorsByPage.get(page);
  if (known !== undefined) return known;
  const found = new Set([...text(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => headingAnchor(heading ?? '')));
  anchorsByPage.set(page, found);
  return found;
}

const links = (page: string) =>
  [...text(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link as string)
    .filter((link) => !/^[a-z]+:/.test(link));

/** Provisions of ETSI EN 303 645 V3.1.3, table B.1. */
const PROVISIONS = [
  ...['5.0-1', '5.1-1', '5.1-2', '5.1-2A', '5.1-3', '5.1-4', '5.1-5', '5.2-1', '5.2-2', '5.2-3'],
  ...['5.3-1', '5.3-2', '5.3-3', '5.3-4A', '5.3-4B', '5.3-5', '5.3-6A', '5.3-6B', '5.3-7', '5.3-8', '5.3-9', '5.3-10'],
  ...['5.3-11', '5.3-12', '5.3-13', '5.3-14', '5.3-15A', '5.3-15B', '5.3-16', '5.4-1', '5.4-2', '5.4-3', '5.4-4'],
  ...['5.5-1', '5.5-2', '5.5-3', '5.5-4', '5.5-5', '5.5-6', '5.5-7', '5.5-8', '5.6-1', '5.6-2', '5.6-3', '5.6-4A'],
  ...['5.6-4B', '5.6-5', '5.6-6', '5.6-7', '5.6-8', '5.6-9', '5.7-1', '5.7-2', '5.8-1', '5.8-2', '5.8-3', '5.9-1'],
  ...['5.9-2', '5.9-3', '5.10-1', '5.11-1', '5.11-2', '5.11-3', '5.11-4', '5.12-1', '5.12-2', '5.12-3', '5.13-1A'],
  ...['5.13-1B', '6-1', '6-2', '6-3A', '6-3B', '6-4', '6-5', '6-6', '6-7', '6-8'],
];

describe('the documentation', () => {
  it('is there', () => {
    for (const page of [
      'README.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'docs/contribute/architecture.md',
      'docs/explanation/security.md',
    ]) {
      assert.ok(pages.includes(page), page);
    }
  });

  for (const page of pages) {
    it(`${page} links to files and headings that exist`, () => {
      const broken = links(page).filter((link) => {
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? page : join(dirname(page), file);
        if (!existsSync(join(root, target))) return true;
        return anchor !== undefined && target.endsWith('.md') && !anchors(target).has(anchor);
      });
      assert.deepEqual(broken, []);
    });
  }

  it('the README has the two lines, each alone', () => {
    const lines = text('README.md').split('\n');
    assert.ok(lines.includes('npm ci && npm start'));
    assert.ok(lines.includes('npm ci && npm test'));
  });

  it('of security names tests that are there, for every risk and every provision', () => {
    const page = text('docs/contribute/security-evidence.md');
    const named = [...page.matchAll(/\[([^\]]+)\]\((?:\.\.\/)+([^)\s]+\.test\.tsx?)\)/g)];
    const files = new Map([...new Set(named.map(([, , file = '']) => file))].map((file) => [file, text(file)]));
    const missing = named.filter(([, title = '', file = '']) => files.get(file)?.includes(title) !== true);
    assert.ok(named.length > 100);
    assert.deepEqual(
      missing.map(([link]) => link),
      [],
    );
    const [table = '', list = ''] = page.split('\n## Tests\n');
    const numbers = (part: string) => new Set(part.match(/\bT\d+\b/g));
    assert.deepEqual(numbers(table), numbers(list));
    const rows = (start: RegExp) => [...page.matchAll(start)].map(([, id]) => id);
    assert.deepEqual(
      rows(/^\| \*\*API(\d+)\*\* .*\| T\d/gm),
      Array.from({ length: 10 }, (_, index) => `${index + 1}`),
    );
    assert.deepEqual(
      rows(/^\| \*\*(\d(?:\.\d+)?-\d+[A-Z]?)\*\* \| [MR] \| (?:met|partly|not met|does not apply) \| [^ |]/gm),
      PROVISIONS,
    );
  });

  it('puts no key and no token into the arguments of a program, which every user of the machine can read', () => {
    const lines = pages.flatMap((page) =>
      [...text(page).matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) =>
        block
          .replaceAll('\\\n', ' ')
          .split('\n')
          .map((line) => `${page}: ${line}`),
      ),
    );
    assert.ok(lines.some((line) => line.includes('| curl')));
    // Arguments of printf stay in the shell: it is not a program of its own.
    const told = lines.filter((line) => /\bcurl\b[^|]*\$\{?(KEY|TOKEN)\b/.test(line));
    assert.deepEqual(told, []);
  });

  it('gives commands as they work in a checkout: through npx, and with the Node that npm has brought', () => {
    const lines = pages.flatMap((page) =>
      [...text(page).matchAll(/^ *```(?:sh|console)?\n(.*?)^ *```/gms)].flatMap(([, block = '']) =>
        block.split('\n').map((line) => `${page}: ${line.trim()}`),
      ),
    );
    assert.ok(lines.some((line) => line.includes(': npx kitestring ')));
    assert.deepEqual(
      lines.filter((line) => /: (?:kitestring |node (?:packages|bench)\/)/.test(line)),
      [],
    );
  });

  it('of words names identifiers that the code has', () => {
    const rows = text('docs/reference/glossary.md').matchAll(/^\| ([^|]+) \|/gm);
    const named = [...rows].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name as string),
    );
    const sources = globSync('packages/{*,*/*}/src/**/*.ts', { cwd: root }).map(text).join('\n');
    const words = new Set(sources.match(/\w+/g));
    assert.ok(named.length > 15);
    assert.deepEqual(
      named.filter((name) => !words.has(name)),
      [],
    );
  });

  it('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
    const named = pages.flatMap((page) =>
      [...text(page).matchAll(/\bnpm run ([a-z-]+(?::[a-z-]+)?)/g)].map(([, name]) => name as string),
    );
    assert.deepEqual(
      named.filter((name) => !(name in scripts)),
      [],
    );
  });
});
