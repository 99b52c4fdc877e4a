import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { headingAnchor } from '@kitestring/manual/heading-anchor.ts';
import { ERRORS } from '@kitestring/station-contract/errors.ts';
import { NOTIFICATIONS } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { referenceFiles } from '../scripts/reference/reference-files.ts';

const committed = (name: string): string => readFileSync(new URL(`../docs/reference/${name}`, import.meta.url), 'utf8');

/** Made once: that takes seconds. */
const FILES = referenceFiles();
const contentOf = (name: string): string => FILES.get(name) ?? '';

describe('the reference', () => {
  for (const [name, content] of FILES) {
    if (name.endsWith('.json') && name !== 'openapi.json') continue;
    it(`has a fresh ${name} (else run npm run docs)`, () => {
      assert.ok(committed(name) === content, `docs/reference/${name} is not what the contract says`);
    });
  }

  it('generates every document that is not committed', () => {
    const documents = [...FILES].filter(([name]) => name.endsWith('.json'));
    assert.equal(documents.length, 8);
    for (const [name, text] of documents) {
      const { asyncapi, info, openapi } = JSON.parse(text) as Record<string, unknown>;
      assert.ok(info && (openapi ?? asyncapi), name);
    }
  });

  it('documents every error, notification and operation', () => {
    for (const code of Object.keys(ERRORS)) assert.ok(contentOf('errors.md').includes(`\`${code}\``), code);
    for (const name of Object.keys(NOTIFICATIONS)) {
      assert.ok(contentOf('notifications.md').includes(`\`${name}\``), name);
    }
    for (const { method, path } of OPERATIONS) {
      assert.ok(contentOf('api.md').includes(`### ${method} ${path}\n`), `${method} ${path}`);
    }
  });

  it('has links to headings that exist', () => {
    for (const name of ['api', 'station-api', 'simulator-api']) {
      const page = contentOf(`${name}.md`);
      const headings = new Set([...page.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => `#${headingAnchor(text)}`));
      const links = [...page.matchAll(/\]\((#[^)]+)\)/g)].map(([, target]) => target);
      assert.ok(links.length > 30);
      for (const target of links) assert.ok(headings.has(String(target)), String(target));
    }
  });

  it('leads to the schema that describes a field, where it is not described again', () => {
    const [, section = ''] = contentOf('station-api.md').split('\n### NewAccount\n');
    const [fields = ''] = section.split('\n### ');
    assert.match(fields, /^- `login`, `name`, `role`: as in \[Account\]\(#account\)$/m);
    const [, account = ''] = contentOf('station-api.md').split('\n### Account\n');
    assert.match(account.split('\n### ')[0] ?? '', /^- `login`: string\. Login name: .+$/m);
  });

  it('keeps every row of a table in one line with its number of columns', () => {
    for (const [name, content] of FILES) {
      if (!name.endsWith('.md')) continue;
      for (const table of content.split('\n\n').filter((block) => block.startsWith('|'))) {
        const columns = table
          .trim()
          .split('\n')
          .map((line) => line.split(/(?<!\\)\|/).length);
        assert.equal(new Set(columns).size, 1, `${name}: ${table.slice(0, 80)}`);
      }
    }
  });
});
