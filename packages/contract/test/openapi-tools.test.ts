import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { adminOpenApiDocument } from '../src/admin/openapi.ts';
import type { JsonObject } from '../src/document/components.ts';
import { openApi30Document, openApiDocument } from '../src/openapi.ts';
import { simOpenApiDocument } from '../src/sim/openapi.ts';
import { stationOpenApiDocument } from '../src/station/openapi.ts';
import { videoOpenApiDocument } from '../src/video/openapi.ts';

const DOCUMENTS: readonly (readonly [string, string, JsonObject])[] = [
  ['openapi.json', '3.1', openApiDocument({ version: '1.1.2' })],
  ['openapi-3.0.json', '3.0', openApi30Document({ version: '1.1.2' })],
  ['openapi.json of 1.0.0', '3.1', openApiDocument({ version: '1.0.0' })],
  ['openapi-3.0.json of 1.0.0', '3.0', openApi30Document({ version: '1.0.0' })],
  ['openapi.json of 0.5.0', '3.1', openApiDocument({ version: '0.5.0' })],
  ['openapi-3.0.json of 0.5.0', '3.0', openApi30Document({ version: '0.5.0' })],
  ['the simulator’s openapi.json', '3.1', simOpenApiDocument()],
  ['the administration’s openapi.json', '3.1', adminOpenApiDocument()],
  ['the station’s openapi.json', '3.1', stationOpenApiDocument()],
  ['the browser video’s openapi.json', '3.1', videoOpenApiDocument()],
];

const operationsIn = (document: JsonObject): readonly string[] =>
  Object.entries(document.paths as Record<string, JsonObject>).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );

describe('a document of the API', () => {
  for (const [name, version, document] of DOCUMENTS) {
    it(`is valid OpenAPI ${version}: ${name}`, async () => {
      const validator = new Validator();
      const { errors, valid } = await validator.validate(structuredClone(document));
      assert.deepEqual([valid, errors, validator.version], [true, undefined, version]);
    });
  }

  it('has the same operations in OpenAPI 3.0 and 3.1', () => {
    const [[, , newer], [, , older]] = DOCUMENTS as [(typeof DOCUMENTS)[number], (typeof DOCUMENTS)[number]];
    assert.deepEqual(operationsIn(older), operationsIn(newer));
    assert.ok(operationsIn(older).length >= 47);
  });
});
