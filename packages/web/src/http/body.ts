import type { IncomingHttpHeaders } from 'node:http';
import { checkedBody, type Operation } from '@kitestring/station-contract/operation.ts';
import { ok, type Refusal, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { Exchange } from './exchange.ts';
import { excessRefusal } from './query.ts';
import { decode, parseStrictJson } from './strict-json.ts';
import { checkOf } from './validation.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

/** Media type of a body, one of the accepted ones; otherwise UNSUPPORTED_MEDIA_TYPE. */
function mediaType(headers: IncomingHttpHeaders, accepted: readonly string[]): Result<string> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    return refuse('UNSUPPORTED_MEDIA_TYPE.encoded', { got: clip(encoding) });
  }
  const header = headers['content-type'] ?? '';
  const type = (header.split(';')[0] ?? '').trim().toLowerCase();
  if (!accepted.includes(type)) {
    const got = type === '' ? 'no type' : clip(type);
    return refuse('UNSUPPORTED_MEDIA_TYPE.otherType', { accepted: accepted.join(' or '), got });
  }
  const charset = CHARSET.exec(header)?.[1]?.toLowerCase() ?? 'utf-8';
  const isUtf8 = charset === 'utf-8' || charset === 'utf8';
  return isUtf8 ? ok(type) : refuse('UNSUPPORTED_MEDIA_TYPE.charset', { got: clip(charset) });
}

const clip = (text: string): string => text.slice(0, 60);

/** Reads and checks the body of a request. */
export type BodyReader = (exchange: Exchange) => Result<unknown>;

const JSON_ONLY = ['application/json'];
const FORM = 'application/x-www-form-urlencoded';
const SDP = 'application/sdp';

/** Returns the body reader of an operation; undefined for a GET, whose body is ignored. */
export function bodyReader(operation: Operation): BodyReader | undefined {
  if (operation.method === 'GET') return undefined;
  const schema = checkedBody(operation);
  if (schema === undefined) return ({ body }) => readNothing(body);
  const check = checkOf(schema);
  const types = operation.bodyTypes ?? JSON_ONLY;
  return (exchange) => {
    const parsed = parse(exchange, types, operation.isBodyOptional !== true);
    const checked = parsed.ok ? check(parsed.value) : parsed;
    return checked.ok ? checked : { ok: false, refusal: bodyRefusal(operation, checked.refusal) };
  };
}

/** Refusal of a malformed body, with the code of the operation. */
export const bodyRefusal = ({ malformedBody: code }: Operation, refusal: Refusal): Refusal =>
  code === undefined ? refusal : { ...refusal, code };

function parse({ body: bytes, request }: Exchange, types: readonly string[], isRequired: boolean): Result<unknown> {
  if (bytes.length === 0) return isRequired ? refuse('INVALID_REQUEST', { fault: 'the body is missing' }) : ok({});
  const type = mediaType(request.headers, types);
  if (!type.ok) return type;
  if (type.value === FORM) return parseForm(bytes);
  return type.value === SDP ? parseText(bytes) : parseStrictJson(bytes);
}

/** The body is validated elsewhere. */
function parseText(bytes: Buffer): Result<unknown> {
  const text = decode(bytes);
  return text === undefined ? refuse('INVALID_REQUEST', { fault: 'the body is not UTF-8' }) : ok(text);
}

/** Clients send an empty request in different ways: no body, an empty one, `{}`, with or without a media type. */
function readNothing(bytes: Buffer): Result<unknown> {
  if (bytes.every(isWhiteSpace)) return ok(undefined);
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  const isEmptyObject = typeof value === 'object' && value !== null && !Array.isArray(value) && isEmpty(value);
  return isEmptyObject ? ok(undefined) : refuse('INVALID_REQUEST', { fault: 'this operation takes no body but {}' });
}

const isWhiteSpace = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** RFC 6749 section 3.2: a parameter must not appear twice, and one without a value counts as absent. */
function parseForm(bytes: Buffer): Result<unknown> {
  const text = decode(bytes);
  if (text === undefined || !isUtf8(text)) return refuse('INVALID_REQUEST', { fault: 'the body is not UTF-8' });
  const excess = excessRefusal('form', text);
  if (excess !== undefined) return { ok: false, refusal: excess };
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name))
      return refuse('INVALID_REQUEST', { fault: `the parameter ${name.slice(0, 40)} is given twice` });
    fields.set(name, value);
  }
  return ok(Object.fromEntries([...fields].filter(([, value]) => value !== '')));
}

/** Whether percent-encoded bytes are UTF-8; a form would have others replaced. A bare percent sign stands for itself. */
function isUtf8(form: string): boolean {
  try {
    return decodeURIComponent(form.replaceAll(/%(?![\da-f]{2})/gi, '%25')) !== undefined;
  } catch {
    return false;
  }
}

/** The bytes as collected by the app's content type parser. */
