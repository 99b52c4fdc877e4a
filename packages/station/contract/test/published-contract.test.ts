import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../src/document/components.ts';
import { openApiDocument } from '../src/openapi.ts';
import { TOPICS } from '../src/topics.ts';
import { contractDifferences } from './contract-differences.ts';
import { PUBLISHED_OPERATIONS, PUBLISHED_SCHEMAS, PUBLISHED_TOPICS } from './fixtures/published-1.1.2.ts';

const document = (): JsonObject => structuredClone(openApiDocument({ version: '1.1.2' }));

/** A document in which the value at the end of the path was changed. */
function changed(path: readonly string[], value: unknown): JsonObject {
  const root = document();
  let place = root;
  for (const key of path.slice(0, -1)) place = place[key] as JsonObject;
  const last = path.at(-1) ?? '';
  assert.ok(last in place, `${path.join(' > ')} is there to be changed`);
  if (value === undefined) delete place[last];
  else place[last] = value;
  return root;
}

const schema = (name: string, ...rest: readonly string[]) => ['components', 'schemas', name, ...rest];
const responses = (path: string, method: string, status: string) => ['paths', path, method, 'responses', status];

describe('the served contract', () => {
  it('has every path, method, status, property, required list, enum and limit of the published one', () => {
    assert.deepEqual(contractDifferences(document()), []);
  });

  it('is compared with all of the published contract', () => {
    assert.equal(PUBLISHED_OPERATIONS.length, 43);
    assert.equal(Object.keys(PUBLISHED_SCHEMAS).length, 34);
  });

  it('publishes every topic that can be subscribed to', () => {
    assert.deepEqual(TOPICS.map((topic) => topic.name).sort(), [...PUBLISHED_TOPICS].sort());
  });
});

describe('the comparison with the published contract', () => {
  const cases: readonly (readonly [string, readonly string[], unknown, string])[] = [
    ['a missing path', ['paths', '/v1/flight/info'], undefined, 'GET /v1/flight/info: is missing'],
    [
      'a missing status',
      responses('/v1/videostreams/{stream_id}/control/zoom', 'post', '503'),
      undefined,
      'POST /v1/videostreams/{stream_id}/control/zoom 503: is missing',
    ],
    ['a missing schema', schema('VideoFile'), undefined, 'schema VideoFile: is missing'],
    [
      'a missing property',
      schema('SystemState', 'properties', 'gs_gps_lat'),
      undefined,
      'schema SystemState.gs_gps_lat: is missing',
    ],
    [
      'a shorter required list',
      schema('Altitude', 'required'),
      [],
      'schema Altitude required: must be ["altitude"], is []',
    ],
    [
      'a longer required list',
      schema('RotateCameraByAngle'),
      { type: 'object', required: ['pan'], properties: {} },
      'schema RotateCameraByAngle required: must be [], is ["pan"]',
    ],
    [
      'a missing value of an enum',
      schema('Scope', 'enum'),
      ['read'],
      'schema Scope enum: must be ["can_override","control","experimental","internal","read"], is ["read"]',
    ],
    [
      'a limit that is exclusive in place of inclusive',
      schema('FlightState', 'properties', 'kite_gps_lat'),
      { type: 'number', exclusiveMinimum: -90, maximum: 90 },
      'schema FlightState.kite_gps_lat minimum: must be -90, is nothing',
    ],
    [
      'a limit that was added',
      schema('ZoomLevel', 'properties', 'zoom_level'),
      { type: 'number', minimum: 1 },
      'schema ZoomLevel.zoom_level minimum: must be nothing, is 1',
    ],
    [
      'a format that was dropped',
      schema('VideoFile', 'properties', 'size', 'format'),
      undefined,
      'schema VideoFile.size format: must be "int64", is nothing',
    ],
    [
      'one name for two bodies',
      ['paths', '/v1/flight/control/altitude_soft_max', 'post', 'requestBody', 'content', 'application/json', 'schema'],
      { $ref: '#/components/schemas/Altitude' },
      'POST /v1/flight/control/altitude_soft_max body application/json: must be "#/components/schemas/AltitudeSoftMax", is "#/components/schemas/Altitude"',
    ],
    [
      'a missing header parameter',
      ['paths', '/v1/recordings/{recording_id}/{file_id}', 'get', 'parameters'],
      [],
      'GET /v1/recordings/{recording_id}/{file_id} header parameter Range: is missing',
    ],
    [
      'a missing media type',
      [...responses('/v1/recordings/{recording_id}/{file_id}', 'get', '200'), 'content', 'image/jpeg'],
      undefined,
      'GET /v1/recordings/{recording_id}/{file_id} 200 content: "image/jpeg" is missing',
    ],
    [
      'a missing header of an answer',
      [...responses('/v1/{category}/{endpoint}/subscribe', 'get', '101'), 'headers', 'Set-Cookie'],
      undefined,
      'GET /v1/{category}/{endpoint}/subscribe 101 headers: "Set-Cookie" is missing',
    ],
    [
      'a scope too few',
      ['paths', '/v1/handoff/control/override', 'post', 'security'],
      [{ TokenAuth: ['control'] }],
      'POST /v1/handoff/control/override security: {"TokenAuth":["control","can_override"]} is missing',
    ],
  ];
  for (const [name, path, value, expected] of cases) {
    it(`names ${name}`, () => {
      assert.ok(contractDifferences(changed(path, value)).includes(expected));
    });
  }
});
