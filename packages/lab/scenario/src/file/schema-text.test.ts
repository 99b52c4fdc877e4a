import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { SCHEMA_FILE, schemaText } from './schema-text.ts';

describe('the JSON Schema of scenario files', () => {
  it('is fresh (else run npm run docs)', () => {
    assert.ok(
      readFileSync(SCHEMA_FILE, 'utf8') === schemaText(),
      'scenarios/scenario.schema.json is not what the forms say',
    );
  });

  it('refers to nothing that is not there', () => {
    const text = schemaText();
    const { definitions } = JSON.parse(text) as { definitions: Record<string, unknown> };
    const named = [...text.matchAll(/"#\/definitions\/(\w+)"/g)].map(([, name]) => name as string);
    assert.ok(named.length > 20);
    assert.deepEqual(
      named.filter((name) => !(name in definitions)),
      [],
    );
  });

  it('has no keywords of our own', () => {
    assert.doesNotMatch(schemaText(), /"x-/);
  });
});
