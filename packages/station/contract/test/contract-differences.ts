import type { JsonObject } from '../src/document/components.ts';
import {
  PUBLISHED_OPERATIONS,
  PUBLISHED_SCHEMAS,
  PUBLISHED_SCOPES,
  PUBLISHED_SERVER,
  PUBLISHED_TOKEN_URL,
  type PublishedOperation,
  type PublishedSchema,
} from './fixtures/published-1.1.2.ts';

const object = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null ? (value as JsonObject) : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** Limits that the published document does not declare, and every station has. */
const OUR_LIMITS: Readonly<Record<string, unknown>> = { 'schema RequestHandoffControl.operator_name maxLength': 1000 };

/** Published without a scope: a token that may not read a state must not read it by subscribing. */
const OUR_SCOPES: Readonly<Record<string, readonly string[]>> = {
  'GET /v1/{category}/{endpoint}/subscribe': ['read'],
  'POST /v1/{category}/{endpoint}/subscribe': ['read'],
};

/** Differences between a document and the published contract; each line names the place. */
export function contractDifferences(document: JsonObject): readonly string[] {
  return new Comparison(document).run();
}

class Comparison {
  readonly #document: JsonObject;
  readonly #found: string[] = [];

  constructor(document: JsonObject) {
    this.#document = document;
  }

  run(): readonly string[] {
    this.#equal('servers', [{ url: PUBLISHED_SERVER }], this.#document.servers);
    this.#securitySchemes();
    const schemas = object(object(this.#document.components).schemas);
    for (const [name, fact] of Object.entries(PUBLISHED_SCHEMAS)) this.#schema(`schema ${name}`, fact, schemas[name]);
    for (const fact of PUBLISHED_OPERATIONS) this.#operation(fact);
    return this.#found;
  }

  #equal(where: string, expected: unknown, actual: unknown): void {
    if (text(expected) !== text(actual)) this.#found.push(`${where}: must be ${text(expected)}, is ${text(actual)}`);
  }

  #same(where: string, expected: readonly unknown[], actual: readonly unknown[]): void {
    this.#equal(where, [...expected].sort(), [...actual].sort());
  }

  #contains(where: string, expected: unknown, actual: readonly unknown[]): void {
    if (!actual.some((item) => text(item) === text(expected)))
      this.#found.push(`${where}: ${text(expected)} is missing`);
  }

  #securitySchemes(): void {
    const schemes = object(object(this.#document.components).securitySchemes);
    const key = object(schemes.ApiKeyAuth);
    this.#equal('ApiKeyAuth', ['http', 'basic'], [key.type, key.scheme]);
    const flow = object(object(object(schemes.TokenAuth).flows).clientCredentials);
    this.#equal('TokenAuth tokenUrl', PUBLISHED_TOKEN_URL, flow.tokenUrl);
    this.#same('TokenAuth scopes', PUBLISHED_SCOPES, Object.keys(object(flow.scopes)));
  }

  #operation(fact: PublishedOperation): void {
    const where = `${fact.method} ${fact.path}`;
    const actual = object(object(this.#document.paths)[fact.path])[fact.method.toLowerCase()];
    if (actual === undefined) {
      this.#found.push(`${where}: is missing`);
      return;
    }
    const operation = object(actual);
    this.#access(where, fact, list(operation.security));
    this.#parameters(where, fact, list(operation.parameters).map(object));
    this.#body(where, fact, object(operation.requestBody));
    this.#responses(where, fact, object(operation.responses));
  }

  #access(where: string, { access }: PublishedOperation, security: readonly unknown[]): void {
    if (access !== 'open') {
      const expected = access === 'key' ? { ApiKeyAuth: [] } : { TokenAuth: OUR_SCOPES[where] ?? access };
      this.#contains(`${where} security`, expected, security);
    }
    const isOpen = security.length === 0 || security.some((alternative) => text(alternative) === '{}');
    this.#equal(`${where} open without identification`, access === 'open' || access === 'key', isOpen);
  }

  #parameters(where: string, fact: PublishedOperation, actual: readonly JsonObject[]): void {
    for (const parameter of fact.parameters ?? []) {
      const at = `${where} ${parameter.in} parameter ${parameter.name}`;
      const found = actual.find((one) => one.name === parameter.name && one.in === parameter.in);
      if (found === undefined) {
        this.#found.push(`${at}: is missing`);
        continue;
      }
      this.#equal(`${at} required`, parameter.required, found.required);
      this.#schema(at, parameter.schema, found.schema);
    }
  }

  #body(where: string, { body }: PublishedOperation, actual: JsonObject): void {
    if (body === undefined) return;
    this.#equal(`${where} body required`, body.required, actual.required);
    for (const type of body.types) {
      const media = object(object(actual.content)[type]);
      this.#equal(`${where} body ${type}`, `#/components/schemas/${body.schema}`, object(media.schema).$ref);
    }
  }

  #responses(where: string, fact: PublishedOperation, actual: JsonObject): void {
    for (const status of fact.errors) this.#response(`${where} ${status}`, { ref: 'Error' }, actual[status]);
    for (const [status, reply] of Object.entries(fact.replies))
      this.#response(`${where} ${status}`, reply, actual[status]);
    for (const [status, names] of Object.entries(fact.headers ?? {})) {
      const given = Object.keys(object(object(actual[status]).headers));
      for (const name of names) this.#contains(`${where} ${status} headers`, name, given);
    }
  }

  #response(
    where: string,
    fact: PublishedSchema | { readonly files: readonly string[] } | null,
    actual: unknown,
  ): void {
    if (actual === undefined) {
      this.#found.push(`${where}: is missing`);
      return;
    }
    const content = object(object(actual).content);
    if (fact === null) this.#equal(`${where} content`, {}, content);
    else if ('files' in fact)
      for (const type of fact.files) this.#contains(`${where} content`, type, Object.keys(content));
    else this.#schema(where, fact, object(content['application/json']).schema);
  }

  #resolve(schema: unknown): JsonObject {
    const reference = object(schema).$ref;
    if (typeof reference !== 'string') return object(schema);
    return object(object(object(this.#document.components).schemas)[reference.split('/').at(-1) ?? '']);
  }

  /** The facts of a schema, wherever it stands and however it is called there. */
  #schema(where: string, fact: PublishedSchema, given: unknown): void {
    if (given === undefined) {
      this.#found.push(`${where}: is missing`);
      return;
    }
    if (fact.ref !== undefined) {
      this.#schema(where, PUBLISHED_SCHEMAS[fact.ref] ?? {}, given);
      return;
    }
    const actual = this.#withoutNull(where, fact, this.#resolve(given));
    this.#equal(`${where} type`, fact.type, actual.type);
    // The published numbers have no format.
    this.#equal(`${where} format`, fact.format, actual.type === 'number' ? undefined : actual.format);
    this.#equal(`${where} deprecated`, fact.deprecated, actual.deprecated);
    if (fact.open) this.#equal(`${where} open`, true, actual.additionalProperties);
    this.#same(`${where} enum`, fact.values ?? [], list(actual.enum));
    this.#limits(where, fact, actual);
    if (fact.of !== undefined) this.#schema(`${where} items`, fact.of, actual.items);
    this.#properties(where, fact, actual);
  }

  /** A schema that may be null is, in OpenAPI 3.1, one of two alternatives. */
  #withoutNull(where: string, fact: PublishedSchema, actual: JsonObject): JsonObject {
    const alternatives = list(actual.anyOf);
    const isNullable = alternatives.some((one) => object(one).type === 'null');
    this.#equal(`${where} nullable`, fact.nullable ?? false, isNullable);
    return isNullable ? this.#resolve(alternatives.find((one) => object(one).type !== 'null')) : actual;
  }

  #limits(where: string, fact: PublishedSchema, actual: JsonObject): void {
    this.#equal(`${where} minimum`, fact.min, actual.minimum);
    this.#equal(`${where} exclusiveMinimum`, fact.over, actual.exclusiveMinimum);
    this.#equal(`${where} maximum`, fact.max, actual.maximum);
    this.#equal(`${where} exclusiveMaximum`, fact.under, actual.exclusiveMaximum);
    for (const keyword of ['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'multipleOf', 'const']) {
      this.#equal(`${where} ${keyword}`, OUR_LIMITS[`${where} ${keyword}`], actual[keyword]);
    }
  }

  #properties(where: string, fact: PublishedSchema, actual: JsonObject): void {
    const properties = object(actual.properties);
    for (const [name, property] of Object.entries(fact.properties ?? {})) {
      this.#schema(`${where}.${name}`, property, properties[name]);
    }
    this.#same(`${where} required`, fact.required ?? [], list(actual.required));
  }
}
