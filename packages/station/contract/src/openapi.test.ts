import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { ADMIN_API } from './admin/openapi.ts';
import { asyncApiDocument } from './asyncapi.ts';
import { apiDocument } from './document/api-document.ts';
import type { JsonObject } from './document/components.ts';
import { ErrorReply, TokenErrorReply } from './error-reply.ts';
import { ERRORS } from './errors.ts';
import { openApiDocument } from './openapi.ts';
import { errors, UNROUTED_ERRORS } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { FAULT_TYPES } from './sim/faults.ts';
import { SIM_API } from './sim/openapi.ts';
import { SIM_OPERATIONS } from './sim/operations.ts';
import { STATION_API } from './station/openapi.ts';
import { VIDEO_API } from './video/openapi.ts';

const DOCUMENTS: readonly (readonly [string, JsonObject])[] = [
  ['openapi', openApiDocument({ version: '1.1.2' })],
  ['asyncapi', asyncApiDocument({ version: '1.1.2' })],
  ['openapi of 1.0.0', openApiDocument({ version: '1.0.0' })],
  ['asyncapi of 1.0.0', asyncApiDocument({ version: '1.0.0' })],
  ['openapi of 0.5.0', openApiDocument({ version: '0.5.0' })],
  ['asyncapi of 0.5.0', asyncApiDocument({ version: '0.5.0' })],
  ['simulator’s', apiDocument(SIM_API)],
  ['administration’s', apiDocument(ADMIN_API)],
  ['station’s', apiDocument(STATION_API)],
  ['browser video’s', apiDocument(VIDEO_API)],
];

/** Generators of clients append these to the id of an operation. */
const GENERATED_TYPES = ['Response', 'Responses', 'Request', 'Params', 'Body', 'Data', 'Error', 'Errors'];

/** Every object in a JSON value, itself included. */
function* objectsIn(value: unknown): Generator<JsonObject> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as JsonObject;
  for (const member of Object.values(value)) yield* objectsIn(member);
}

/** Target of a JSON pointer of the form `#/a/b`. */
const pointedAt = (document: unknown, pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((place, key) => (place as JsonObject | undefined)?.[key], document);

/** The schema with its references replaced by what they refer to. */
function resolved(document: JsonObject, schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((item) => resolved(document, item));
  const reference = (schema as JsonObject).$ref;
  if (typeof reference === 'string') return resolved(document, pointedAt(document, reference));
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolved(document, value)]));
}

for (const [name, document] of DOCUMENTS) {
  describe(`the ${name} document`, () => {
    it('has no reference that leads nowhere', () => {
      const references = [...objectsIn(document)].map((one) => one.$ref).filter((one) => typeof one === 'string');
      // The station’s has one operation.
      assert.ok(references.length > (name === 'station’s' ? 10 : 20));
      for (const reference of references) {
        assert.match(reference, /^#\//);
        assert.notEqual(pointedAt(document, reference), undefined, reference);
      }
    });

    it('names no operation so that a generator’s type for its answer or request is one of the schemas', () => {
      const schemas = (document.components as { schemas?: JsonObject }).schemas ?? {};
      const pascal = (id: string) => id.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, next) => next.toUpperCase());
      const made = [...objectsIn(document)]
        .map(({ operationId }) => operationId)
        .filter((id) => typeof id === 'string')
        .flatMap((id) => GENERATED_TYPES.map((kind) => `${pascal(id)}${kind}`));
      assert.deepEqual(
        made.filter((type) => type in schemas),
        [],
      );
    });

    it('gives each list of values their type', () => {
      const types = { string: 'string', integer: 'number' };
      for (const { enum: values, type } of objectsIn(document)) {
        if (!Array.isArray(values)) continue;
        const wanted = types[type as keyof typeof types];
        assert.ok(
          values.every((value) => typeof value === wanted),
          `${type}: ${values}`,
        );
      }
    });

    it('says with what any request can be answered before it reaches an operation', () => {
      if (name.startsWith('asyncapi')) return;
      const { description } = document.info as { description: string };
      for (const code of UNROUTED_ERRORS) assert.ok(description.includes(`${ERRORS[code].status} \`${code}\``), code);
    });

    it('is JSON and names no schema by $id', () => {
      assert.deepEqual(JSON.parse(JSON.stringify(document)), document);
      assert.ok(![...objectsIn(document)].some((one) => '$id' in one));
    });

    it('describes every schema and every property, and its examples are valid', () => {
      const schemas = (document.components as { schemas: Record<string, JsonObject> }).schemas;
      for (const [schemaName, schema] of Object.entries(schemas)) {
        assert.ok(schema.description, schemaName);
        for (const [property, member] of Object.entries((schema.properties ?? {}) as Record<string, JsonObject>)) {
          assert.ok('$ref' in member || member.description, `${schemaName}.${property}`);
        }
        for (const one of objectsIn(schema)) {
          for (const example of Array.isArray(one.examples) ? one.examples : []) {
            const errors = Compile(resolved(document, one) as TSchema).Errors(example);
            assert.deepEqual(errors, [], `${schemaName}: ${JSON.stringify(example)}`);
          }
        }
      }
    });
  });
}

describe('the openapi document', () => {
  const [, document] = DOCUMENTS[0] ?? ['', {}];
  const at = (...path: readonly string[]): JsonObject =>
    path.reduce<unknown>((place, key) => (place as JsonObject)[key], document) as JsonObject;

  it('lists, under each status, the codes of the operation with meaning and example', () => {
    for (const op of OPERATIONS) {
      for (const code of errors(op)) {
        const response = at('paths', op.path, op.method.toLowerCase(), 'responses', String(ERRORS[code].status));
        assert.ok((response['x-error-codes'] as string[]).includes(code), `${op.id} ${code}`);
        assert.ok(String(response.description).includes(ERRORS[code].meaning), `${op.id} ${code}`);
      }
    }
  });

  it('has an example of every error body, which the schema accepts', () => {
    const [plain, token] = [Compile(ErrorReply), Compile(TokenErrorReply)];
    for (const [name, { value }] of Object.entries(
      at('components', 'examples') as Record<string, { value: JsonObject }>,
    )) {
      assert.deepEqual((name.startsWith('TOKEN_ERROR_') ? token : plain).Errors(value), [], name);
      assert.equal(value.code, name.replace('TOKEN_ERROR_', ''));
      assert.equal('error' in value, name.startsWith('TOKEN_ERROR_'));
    }
  });

  it('says which headers come with which status', () => {
    const headers = (path: string, method: string, status: string) =>
      Object.keys((at('paths', path, method, 'responses', status).headers ?? {}) as object);
    assert.ok(headers('/v1/flight/state', 'get', '401').includes('WWW-Authenticate'));
    assert.ok(headers('/v1/flight/state', 'get', '429').includes('Retry-After'));
    assert.ok(headers('/v1/flight/state', 'get', '200').includes('RateLimit'));
    assert.ok(headers('/v1/auth/plugin/update', 'post', '204').includes('Deprecation'));
    for (const path of ['/v1/{category}/{endpoint}/subscribe', '/v1/{category}/{id}/{endpoint}/subscribe']) {
      for (const method of ['get', 'post']) assert.ok(headers(path, method, '405').includes('Allow'));
    }
    assert.ok(headers('/v1/auth/token/request', 'post', '503').includes('Retry-After'));
    assert.ok(headers('/v1/{category}/{endpoint}/subscribe', 'get', '101').includes('Set-Cookie'));
    assert.deepEqual(headers('/health', 'get', '200'), []);
  });

  it('closes the bodies of commands to unknown properties, and no reply', () => {
    const schemas = at('components', 'schemas') as Record<string, JsonObject>;
    const closed = Object.keys(schemas).filter((name) => schemas[name]?.additionalProperties === false);
    assert.deepEqual(closed.sort(), [
      'Altitude',
      'AltitudeSoftMax',
      'RotateCameraByAngle',
      'RotateCameraToAngle',
      'RotateCameraWithSpeed',
      'ThermalPalette',
      'ZoomLevel',
    ]);
  });

  it('says where the API is when told', () => {
    const moved = openApiDocument({ version: '1.1.2', origin: 'https://kite.example:3128' });
    assert.deepEqual(moved.servers, [{ url: 'https://kite.example:3128/api' }]);
    assert.ok(JSON.stringify(moved).includes('https://kite.example:3128/api/v1/auth/token/request'));
  });
});

describe('the simulator’s document', () => {
  const document = apiDocument(SIM_API);
  const at = (...path: readonly string[]): JsonObject =>
    path.reduce<unknown>((place, key) => (place as JsonObject)[key], document) as JsonObject;

  it('has its own base, and tokens from the published API', () => {
    assert.deepEqual(document.servers, [{ url: '/sim/v1' }]);
    assert.ok(JSON.stringify(document).includes('"tokenUrl":"/api/v1/auth/token/request"'));
    assert.deepEqual(Object.keys(at('paths')).sort(), [...new Set(SIM_OPERATIONS.map(({ path }) => path))].sort());
  });

  it('accepts either of two scopes, and limits only those who have no valid token', () => {
    const { security, responses } = at('paths', '/truth', 'get');
    const scopes = (security as Record<string, string[]>[]).map((one) => Object.values(one).flat().join());
    assert.deepEqual(scopes, ['experimental', 'experimental', 'internal', 'internal']);
    assert.equal('429' in (responses as object), true);
  });

  it('has one schema for each type of fault, found by its type', () => {
    const { oneOf, discriminator } = at('components', 'schemas', 'FaultRequest') as {
      oneOf: { $ref: string }[];
      discriminator: { propertyName: string; mapping: Record<string, string> };
    };
    assert.equal(discriminator.propertyName, 'type');
    for (const [type, reference] of Object.entries(discriminator.mapping)) {
      assert.ok(
        oneOf.some(({ $ref }) => $ref === reference),
        type,
      );
      const schema = pointedAt(document, reference) as { properties: { type: { const: string } } };
      assert.equal(schema.properties.type.const, type);
    }
    assert.equal(Object.keys(discriminator.mapping).length, FAULT_TYPES.length);
  });
});
