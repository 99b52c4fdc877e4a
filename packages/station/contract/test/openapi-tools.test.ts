import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { ADMIN_API } from '../src/admin/openapi.ts';
import { apiDocument } from '../src/document/api-document.ts';
import type { JsonObject } from '../src/document/components.ts';
import { openApi30Document, openApiDocument } from '../src/openapi.ts';
import { SIM_API } from '../src/sim/openapi.ts';
import { STATION_API } from '../src/station/openapi.ts';
import { VIDEO_API } from '../src/video/openapi.ts';

const DOCUMENTS: readonly (readonly [string, string, JsonObject])[] = [
  ['openapi.json', '3.1', openApiDocument({ version: '1.1.2' })],
  ['openapi-3.0.json', '3.0', openApi30Document({ version: '1.1.2' })],
  ['openapi.json of 1.0.0', '3.1', openApiDocument({ version: '1.0.0' })],
  ['openapi-3.0.json of 1.0.0', '3.0', openApi30Document({ version: '1.0.0' })],
  ['openapi.json of 0.5.0', '3.1', openApiDocument({ version: '0.5.0' })],
  ['openapi-3.0.json of 0.5.0', '3.0', openApi30Document({ version: '0.5.0' })],
  ['the simulator’s openapi.json', '3.1', apiDocument(SIM_API)],
  ['the administration’s openapi.json', '3.1', apiDocument(ADMIN_API)],
  ['the station’s openapi.json', '3.1', apiDocument(STATION_API)],
  ['the browser video’s openapi.json', '3.1', apiDocument(VIDEO_API)],
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
