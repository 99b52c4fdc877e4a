import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ADR_FOLDER, adrIndex, adrRecords, nameOf } from '../scripts/adr/records.ts';

const RECORDS = adrRecords();
const PARTS = ['**Decision.**', '**Why.**', '**Consequences.**'];
/** One screen. Records aim at 250; the bars of a table do not count. */
const MAX_WORDS = 300;

describe('the decision records', () => {
  for (const record of RECORDS) {
    const { file, status, text } = record;

    it(`${file} has the form of docs/adr/template.md`, () => {
      assert.equal(file, nameOf(record), `name docs/adr/${file} after its title: git mv it to ${nameOf(record)}`);
      assert.match(status ?? '', /^(accepted|superseded by \d+)$/, `docs/adr/${file} needs a line "Status: accepted."`);
      const places = PARTS.map((part) => text.indexOf(`\n${part}`));
      assert.ok(
        places.every((place, index) => place > (places[index - 1] ?? 0)),
        `docs/adr/${file} needs the parts ${PARTS.join(', ')}, in this order`,
      );
      const words = text.replaceAll(/\]\([^)]*\)/g, ']').match(/[^\s|]*\w[^\s|]*/g)?.length ?? 0;
      assert.ok(words <= MAX_WORDS, `docs/adr/${file} has ${words} words: cut it to 250, one screen`);
    });
  }

  it('have one number each', () => {
    const numbers = RECORDS.map(({ number }) => number);
    assert.deepEqual(numbers, [...new Set(numbers)]);
  });

  it('are all in the index', () => {
    const index = readFileSync(join(ADR_FOLDER, 'README.md'), 'utf8');
    assert.ok(index === adrIndex(RECORDS), 'docs/adr/README.md is not what the records say: run npm run docs');
  });
});
