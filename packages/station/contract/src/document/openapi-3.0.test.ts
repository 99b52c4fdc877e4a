import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from './components.ts';
import { asOpenApi30 } from './openapi-3.0.ts';

/** How a schema of 3.1 is written in 3.0. */
const CASES: readonly (readonly [string, JsonObject, JsonObject])[] = [
  ['one example', { type: 'number', examples: [1, 2] }, { type: 'number', example: 1 }],
  [
    'limits that are left out',
    { exclusiveMinimum: -180, maximum: 180 },
    { minimum: -180, exclusiveMinimum: true, maximum: 180 },
  ],
  ['an upper limit that is left out', { exclusiveMaximum: 360 }, { maximum: 360, exclusiveMaximum: true }],
  ['one value', { const: 'wind' }, { enum: ['wind'] }],
  [
    'what may be null',
    { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }], description: 'A or none' },
    { allOf: [{ $ref: '#/components/schemas/A' }], nullable: true, description: 'A or none' },
  ],
  [
    'one of several that may be null',
    { anyOf: [{ type: 'string' }, { const: 1 }, { type: 'null' }] },
    { anyOf: [{ type: 'string' }, { enum: [1] }], nullable: true },
  ],
  ['a choice', { anyOf: [{ type: 'string' }, { const: 1 }] }, { anyOf: [{ type: 'string' }, { enum: [1] }] }],
  [
    'a property, whatever its name',
    { properties: { examples: { type: 'array', items: { const: 1 } }, required: { const: 2 } } },
    { properties: { examples: { type: 'array', items: { enum: [1] } }, required: { enum: [2] } } },
  ],
  ['data that looks like a schema', { enum: [{ const: 1 }] }, { enum: [{ const: 1 }] }],
];

describe('a document as OpenAPI 3.0', () => {
  const written = (schema: JsonObject): unknown => {
    const { components } = asOpenApi30({
      openapi: '3.1.0',
      info: { title: 'T', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      components: { schemas: { A: schema } },
    });
    return (components as { schemas: JsonObject }).schemas.A;
  };
  for (const [name, schema, expected] of CASES) {
    it(`writes ${name}`, () => assert.deepEqual(written(schema), expected));
  }

  it('writes its version and licence, and leaves examples of bodies as they are', () => {
    const body = { example: { schema: { const: 1 }, const: 1 }, schema: { const: 1 } };
    const paths = { '/a': { get: { responses: { 200: { description: '', content: { 'application/json': body } } } } } };
    const document = asOpenApi30({
      openapi: '3.1.0',
      info: { title: 'T', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      paths,
    });
    assert.equal(document.openapi, '3.0.4');
    assert.deepEqual(document.info, {
      title: 'T',
      version: '1',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    });
    const [found] = Object.values((document.paths as typeof paths)['/a'].get.responses[200].content);
    assert.deepEqual(found, { example: body.example, schema: { enum: [1] } });
  });
});
