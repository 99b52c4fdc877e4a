import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '..');

/** Banned in code, with the term to use instead: docs/reference/glossary.md. */
const IDENTIFIERS: readonly (readonly [RegExp, string])[] = [
  [/\b[A-Z]\w*Parts\b/g, 'XxxOptions for values, XxxDeps for services'],
  [/\bbegun = new (Async)?DisposableStack\b/g, 'cleanup'],
  [/\bkite\??\.(leanDeg|turnedDeg)\b/g, 'airframeTiltDeg, headingUnwrappedDeg'],
  [/\bunasked[A-Z]\w*/g, 'uncommanded'],
  [/\b(WindLook|LOOK_HZ)\b/g, 'WindSample, EVALUATION_HZ'],
  [
    /\b[A-Z]\w*(Desk|Seat|Scribe|Grip|Door|Hands|Outlet|Inlet|Audience)\b/g,
    'Store, Session, Writer, Listener, Sender, ...',
  ],
  [/\b(Film[A-Z]\w*|[A-Z]\w*Stills?\b)/g, 'recording, clip, snapshot'],
  [/\b[A-Z]\w*Question\b/g, 'Request'],
  [/\b(obeyed|obeys|hangUp|goAway|latePart)\b/g, 'executed, closeConnections, shutDown, React.lazy'],
  [
    /\b(WallClock|wall(Ms|NowMs|NowUs|Clock))\b|\b(wall|realTime)\??: \w*Clock\b/g,
    'RealTimeClock, realTimeMs, realTimeClock',
  ],
];

/** Banned in a comment. */
const COMMENTS: readonly (readonly [RegExp, string])[] = [
  [/\b(nobody|somebody|everybody|whoever|anew)\b/gi, 'the role that is meant; again'],
  [/^(Of|What)\b/g, 'a noun phrase that stands alone, or a sentence with subject and verb'],
  [/\bwall (clock|time)\b/gi, 'real-time clock, real time'],
  [/\b(is|are) kept when\b|^Kept when\b/gi, 'resolves when'],
  [/\bin the clear\b/gi, 'unencrypted'],
  [/\bfor ever\b/gi, 'permanently, without limit'],
  [/\bbroken into\b/gi, 'compromised'],
  [/\b(be|been|is|was) set back\b/gi, 'restored, corrected'],
  [/\bput aside\b/gi, 'set aside'],
  [/\bthe one who\b/gi, 'the role that is meant'],
  [/\bcomes? about\b/gi, 'happens, exists'],
];

/** Banned in a text that operators and integrators read. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/\b(nobody|somebody|everybody|whoever)\b/gi, 'the role that is meant: client, operator, viewer'],
  [/\banew\b/gi, 'again, or what is created'],
  [/\bbroken off\b/gi, 'aborted'],
  [/\bworth nothing\b/gi, 'revoked'],
  [/\b(goes|go) on\b/gi, 'continues'],
  [/\bcomes down\b/gi, 'descends, lands'],
  [/\bis the matter\b/gi, 'active notifications, condition'],
  [/\b(lean|leans)\b(?! on)/gi, 'tilt (airframe), angle (tether)'],
  [/\bfilms?\b/gi, 'recording'],
  [/\bin the clear\b/gi, 'unencrypted'],
  [/\bmay only look\b/gi, 'View-only access'],
  [/\bwhat is shown\b/gi, 'data'],
  [/\bin order\b(?! to)(?=')/gi, 'OK'],
];

/** Banned in a page of the documentation. */
const PAGES: readonly (readonly [RegExp, string])[] = [
  [/\b(nobody|somebody|everybody|whoever|anew)\b/gi, 'the role that is meant; again'],
  [/\bbroken off\b/gi, 'aborted'],
  [/\bworth nothing\b/gi, 'revoked'],
  [/\bin the clear\b/gi, 'unencrypted'],
  [/\bwall (clock|time)\b/gi, 'real-time clock, real time'],
  [/\bWeighed and left\b/g, 'Considered'],
];

/** Prose of a page: without its code, and without titles of tests, which are the tests' own. */
const prose = (page: string) =>
  page
    .replace(/^```.*?^```/gms, '')
    .replace(/`[^`\n]+`/g, '')
    .replace(/\[[^\]\n]+\]\([^)\n]+\.test\.tsx?\)|\([^()\n]*\.md[^()\n]*\)/g, '');

const PRODUCT_TEXTS = [
  'packages/cli/src/commands/**/*.ts',
  'packages/console/page/src/words/en/*.ts',
  'packages/hub/page/src/words/en.ts',
  'packages/station/contract/src/errors/*.ts',
  'packages/station/contract/src/notifications/dictionary/*.ts',
  'packages/station/contract/src/sim/*.ts',
  'packages/lab/scenario/src/file/form/*.ts',
  'packages/station/contract/src/{auth,camera,flight,handoff,health,recordings,system,video,videostreams}/operations.ts',
  'packages/settings/src/{hub,table}/*.ts',
  'packages/hub/contract/src/**/*.ts',
];

const withoutComments = (source: string) => source.replace(/^\s*(?:\/\*\*?.*|\*.*|\/\/.*)$/gm, '');

const comments = (source: string) =>
  [...source.matchAll(/\/\*\*?([\s\S]*?)\*\/|\/\/ (.*)$/gm)].map(([, block, line]) =>
    String(block ?? line)
      .replace(/\s*\n\s*\*?\s*/g, ' ')
      .trim(),
  );

/** Exported types of a source. */
const types = (source: string) =>
  [...source.matchAll(/^export (?:abstract )?(?:interface|type|class) (\w+)(?=[ <=;{])/gm)].map(([, name]) =>
    String(name),
  );

/** The string literals of a source, without those in comments. */
const texts = (source: string) =>
  [...withoutComments(source).matchAll(/'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\]|\\.)+)`/g)].map(([, plain, template]) =>
    String(plain ?? template),
  );

function found(text: string, banned: readonly (readonly [RegExp, string])[]): string[] {
  return banned.flatMap(([pattern, term]) => [...text.matchAll(pattern)].map(([word]) => `"${word}": say ${term}`));
}

describe('the words', () => {
  it('of identifiers are the glossary’s', () => {
    const files = globSync('packages/{*,*/*}/{src,test}/**/*.{ts,tsx}', { cwd: root });
    const wrong = files.flatMap((file) =>
      found(withoutComments(readFileSync(join(root, file), 'utf8')), IDENTIFIERS).map((fault) => `${file}: ${fault}`),
    );
    assert.ok(files.length > 1000);
    assert.deepEqual(wrong, []);
  });

  it('of texts that operators and integrators read are the field’s', () => {
    const wrong = globSync(PRODUCT_TEXTS, { cwd: root }).flatMap((file) =>
      texts(readFileSync(join(root, file), 'utf8')).flatMap((text) =>
        found(text, TEXTS).map((fault) => `${file}: ${fault}, in: ${text}`),
      ),
    );
    assert.deepEqual(wrong, []);
  });

  it('of scenario files are the field’s', () => {
    const wrong = globSync('scenarios/*.yaml', { cwd: root }).flatMap((file) =>
      found(readFileSync(join(root, file), 'utf8'), TEXTS).map((fault) => `${file}: ${fault}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('of the documentation are the field’s', () => {
    const pages = globSync(['*.md', '{changes,docs}/**/*.md', '{clients,packages}/**/README.md'], {
      cwd: root,
      exclude: ['**/node_modules/**'],
    });
    const wrong = pages
      .map((page) => [page, readFileSync(join(root, page), 'utf8')] as const)
      .filter(([page, text]) => !(page.includes('reference') && /^<!-- (?:Generated|Made)/m.test(text.slice(0, 200))))
      .flatMap(([page, text]) => found(prose(text), PAGES).map((fault) => `${page}: ${fault}`));
    assert.ok(pages.length > 60);
    assert.deepEqual(wrong, []);
  });

  it('of comments are the field’s', () => {
    const files = globSync('{bench,clients,packages,scripts,test}/**/*.{ts,tsx,mjs}', {
      cwd: root,
      exclude: ['**/node_modules/**', '**/dist/**'],
    });
    const wrong = files.flatMap((file) =>
      comments(readFileSync(join(root, file), 'utf8')).flatMap((comment) =>
        found(comment, COMMENTS).map((fault) => `${file}: ${fault}, in: ${comment}`),
      ),
    );
    assert.ok(files.length > 2000);
    assert.deepEqual(wrong, []);
  });

  it('name a type in one package only: two packages mean two things', () => {
    const homes = new Map<string, Set<string>>();
    for (const file of globSync('packages/{*,*/*}/src/**/*.{ts,tsx}', { cwd: root })) {
      const [, home = ''] = file.split(/[\\/]/);
      if (file.includes('.test.')) continue;
      for (const name of types(readFileSync(join(root, file), 'utf8'))) {
        homes.set(name, (homes.get(name) ?? new Set<string>()).add(home));
      }
    }
    const twice = [...homes].filter(([, { size }]) => size > 1);
    assert.deepEqual(
      twice.map(([name, packages]) => `${name}: ${[...packages].join(', ')}`),
      [],
    );
  });

  it('are found where they stand', () => {
    assert.deepEqual(found('The take-off was broken off.', TEXTS), ['"broken off": say aborted']);
    assert.equal(found('interface CameraParts', IDENTIFIERS).length, 1);
    assert.equal(found('readonly wall: Clock; realTimeClock: Clock', IDENTIFIERS).length, 1);
    assert.deepEqual(comments('/**\n * A Kite\n * flies.\n */\nconst a = 1; // line'), ['A Kite flies.', 'line']);
    assert.deepEqual(types('export type A = 1;\nexport interface B<T> {}\ntype C = 2;'), ['A', 'B']);
    assert.deepEqual(texts("// 'not this'\nsay('This one')"), ['This one']);
  });
});
