import { ADMIN_API } from '@kitestring/station-contract/admin/openapi.ts';
import { apiDocument } from '@kitestring/station-contract/document/api-document.ts';
import type { JsonObject } from '@kitestring/station-contract/document/components.ts';
import { openApiDocument } from '@kitestring/station-contract/openapi.ts';
import { REPLAY_REFUSALS, UNROUTED_ERRORS } from '@kitestring/station-contract/operation.ts';
import { REPLAY_API } from '@kitestring/station-contract/replay/openapi.ts';
import { SIM_API } from '@kitestring/station-contract/sim/openapi.ts';
import { STATION_API } from '@kitestring/station-contract/station/openapi.ts';
import type { ApiVersion } from '@kitestring/station-contract/versions.ts';
import { VIDEO_API } from '@kitestring/station-contract/video/openapi.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** An answer as a client got it. */
interface Answered {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

interface Response extends JsonObject {
  readonly content?: Readonly<Record<string, JsonObject>>;
  readonly headers?: JsonObject;
  readonly 'x-error-codes'?: readonly string[];
}

/** Headers that a response may lack: they depend on what the request says. */
const SOMETIMES = new Set([
  'Deprecation',
  'Sunset',
  'Sec-WebSocket-Protocol',
  'Content-Range',
  'Content-Length',
  'Retry-After',
]);
/** Documented once, for they do not depend on the operation. */
const OF_ANY_OPERATION: readonly string[] = [...UNROUTED_ERRORS, ...REPLAY_REFUSALS];

/**
 * Without the schema of schemas: only the outermost keywords of a document are judged by it, and there a document has none. A check is used
 * a few times, for which a quicker one is not worth its making.
 */
export const CHECKS = {
  strict: false,
  validateFormats: false,
  meta: false,
  validateSchema: false,
  code: { optimize: false },
} as const;

/** One of the documents, and what it says about an answer. */
export class AnswerDocument {
  readonly #name: string;
  readonly #base: string;
  readonly #paths: readonly (readonly [RegExp, string, Readonly<Record<string, JsonObject>>])[];
  readonly #document: JsonObject;
  #ajv: Ajv2020 | undefined;
  readonly #checks = new Map<string, ValidateFunction>();

  readonly #ofAnyOperation: readonly string[];

  /** @param ofAnyOperation codes that its description has for all operations together */
  constructor(document: JsonObject, ofAnyOperation: readonly string[] = OF_ANY_OPERATION) {
    this.#ofAnyOperation = ofAnyOperation;
    this.#base = (document.servers as { url: string }[])[0]?.url ?? '';
    this.#name = `${this.#base}/openapi.json`;
    const items = Object.entries(document.paths as Record<string, Record<string, JsonObject>>);
    // OpenAPI 3.1 section 4.8.8: a path without parameters goes before one with them; here the later the first one comes.
    const rank = (path: string) => (path.includes('{') ? path.indexOf('{') : Number.MAX_SAFE_INTEGER);
    this.#paths = items
      .sort(([a], [b]) => rank(b) - rank(a))
      .map(([path, item]) => [new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), path, item]);
    this.#document = document;
  }

  /** Differences between the answer and the document; undefined if it has no such operation. */
  findings({ method, path, ...answer }: Answered): readonly string[] | undefined {
    const [whole = ''] = path.split(/[?#]/);
    if (!whole.startsWith(this.#base)) return undefined;
    const key = (method === 'HEAD' ? 'GET' : method).toLowerCase();
    const matching = this.#paths.filter(([shape]) => shape.test(whole.slice(this.#base.length)));
    const concrete = matching.find(([, template]) => !template.includes('{'));
    const found = (concrete === undefined ? matching : [concrete]).find(([, , item]) => key in item);
    if (found === undefined) return undefined;
    const [, template, item] = found;
    const responses = (item[key] as { responses: Readonly<Record<string, Response>> }).responses;
    const place = `#/paths/${template.replaceAll('/', '~1')}/${key}/responses/${answer.status}`;
    return this.#findings(responses[answer.status], place, answer, method === 'HEAD');
  }

  #findings(
    response: Response | undefined,
    place: string,
    { status, headers, body }: Pick<Answered, 'status' | 'headers' | 'body'>,
    isHead: boolean,
  ): readonly string[] {
    const code = (body as { code?: string } | undefined)?.code;
    if (code !== undefined && this.#ofAnyOperation.includes(code) && !response?.['x-error-codes']?.includes(code))
      return [];
    if (response === undefined) return [`${status} ${code ?? ''} stands not in the document`];
    const codes = response['x-error-codes'];
    const missing = Object.keys(response.headers ?? {}).filter((name) => !SOMETIMES.has(name) && !headers.has(name));
    return [
      ...(codes === undefined || isHead || codes.includes(String(code)) ? [] : [`${code} is none of ${codes}`]),
      ...missing.map((name) => `no header ${name}`),
      ...(status === 429 && !headers.has('retry-after') ? ['no header Retry-After'] : []),
      ...(headers.has('retry-after') && response.headers?.['Retry-After'] === undefined
        ? [`Retry-After of ${status} ${code} stands not in the document`]
        : []),
      ...(isHead ? [] : this.#bodyFindings(response, place, headers.get('content-type') ?? '', body)),
    ];
  }

  #bodyFindings({ content }: Response, place: string, type: string, body: unknown): readonly string[] {
    if (content === undefined) return body === undefined ? [] : ['a body where the document has none'];
    const [mediaType = ''] = type.split(';');
    if (content[mediaType] === undefined) return [`${mediaType || 'no type'} is none of ${Object.keys(content)}`];
    if (mediaType !== 'application/json' || content['application/json']?.schema === undefined) return [];
    if ((content[mediaType].schema as JsonObject).format === 'binary') return [];
    // Most responses refer to one of a few schemas, each of which is compiled once.
    const { $ref } = content[mediaType].schema as { readonly $ref?: string };
    const pointer = $ref ?? `${place}/content/application~1json/schema`;
    let check = this.#checks.get(pointer);
    if (check === undefined) {
      this.#ajv ??= new Ajv2020(CHECKS).addSchema(this.#document, this.#name);
      check = this.#ajv.compile({ $ref: `${this.#name}${encodeURI(pointer)}` });
      this.#checks.set(pointer, check);
    }
    return check(body) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
}

const known = new Map<ApiVersion, readonly AnswerDocument[]>();

function makeDocuments(version: ApiVersion): readonly AnswerDocument[] {
  const made = known.get(version);
  if (made !== undefined) return made;
  const documents = [
    openApiDocument({ version }),
    apiDocument(ADMIN_API),
    apiDocument(SIM_API),
    apiDocument(STATION_API),
    apiDocument(VIDEO_API),
    apiDocument(REPLAY_API),
  ].map((document) => new AnswerDocument(document));
  known.set(version, documents);
  return documents;
}

/** Whether the answer stands in the document of the API: its status, its code, its headers, its body. @throws what does not */
export const assertDocumented = (answer: Answered, version: ApiVersion = '1.1.2'): void =>
  assertDocumentedIn(makeDocuments(version), answer);

/** As `assertDocumented`, by other documents. */
export function assertDocumentedIn(documents: readonly AnswerDocument[], answer: Answered): void {
  for (const document of documents) {
    const findings = document.findings(answer) ?? [];
    if (findings.length > 0) {
      throw new Error(`undocumented answer to ${answer.method} ${answer.path}: ${findings.join('; ')}`);
    }
  }
}
