import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const SOURCE = join(import.meta.dirname, '..');
/** Arrows, technical signs, shapes, dingbats: as the system's letters draw them, if it has them. */
const SYMBOL = /[\u2190-\u21FF\u2300-\u23FF\u25A0-\u27BF\u2B00-\u2BFF]/;
const CONTENT = /content: "[^"]+"/;
/** Before the title of the tab, which can have nothing but letters. */
const TITLE = 'attention/attention-signals.tsx';

describe('the icons of the page', () => {
  it('are drawn: no style and no component has a character in their place', () => {
    const found = globSync('**/*.{css,tsx}', { cwd: SOURCE })
      .filter((path) => path !== TITLE)
      .filter((path) => {
        const text = readFileSync(join(SOURCE, path), 'utf8');
        return SYMBOL.test(text) || CONTENT.test(text);
      });
    assert.deepEqual(found, []);
  });
});
