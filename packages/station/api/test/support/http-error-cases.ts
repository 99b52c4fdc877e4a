import { setAltitude } from '@kitestring/station-contract/flight/operations.ts';
import type { RawRequest } from '@kitestring/web/test/support/raw-exchange.ts';

export const ALTITUDE = `/api${setAltitude.path}`;
const JSON_TYPE = { 'content-type': 'application/json' };

interface HttpErrorCase {
  readonly name: string;
  readonly request: RawRequest;
  readonly status: number;
  readonly code: string;
  readonly headers?: Readonly<Record<string, RegExp>>;
  readonly message?: RegExp;
  /** Sent without a token. */
  readonly anonymous?: boolean;
}

const command = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE): RawRequest => ({
  method: 'POST',
  path: ALTITUDE,
  headers,
  body,
});

export const HTTP_ERROR_CASES: readonly HttpErrorCase[] = [
  { name: 'a path that is not there', request: { path: '/api/v1/flight/status' }, status: 404, code: 'NOT_FOUND' },
  {
    name: 'a path that is not there, without a token',
    request: { path: '/x' },
    anonymous: true,
    status: 404,
    code: 'NOT_FOUND',
  },
  { name: 'a path with a slash too many', request: { path: '/api/v1/flight/state/' }, status: 404, code: 'NOT_FOUND' },
  {
    name: 'a path with a body of no known type',
    request: { method: 'POST', path: '/x', headers: { 'content-type': ';;' }, body: 'x' },
    status: 404,
    code: 'NOT_FOUND',
  },
  {
    name: 'a path that is not encoded right',
    request: { path: '/api/v1/%zz/state' },
    status: 400,
    code: 'MALFORMED_HTTP',
  },
  {
    name: 'a path with a very long part',
    request: { path: `/api/v1/recordings/${'x'.repeat(500)}` },
    status: 404,
    code: 'NOT_FOUND',
  },
  {
    name: 'a wrong method',
    request: { method: 'POST', path: '/api/v1/flight/state' },
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    headers: { allow: /^GET, HEAD$/ },
  },
  {
    name: 'a wrong method on a command, without a token',
    request: { path: ALTITUDE },
    anonymous: true,
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    headers: { allow: /^POST$/ },
  },
  {
    name: 'a method that HTTP knows and we do not',
    request: { method: 'PROPFIND', path: '/api/v1/flight/state' },
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    headers: { allow: /GET/ },
  },
  {
    name: 'OPTIONS while no page may call',
    request: {
      method: 'OPTIONS',
      path: ALTITUDE,
      headers: { origin: 'https://x', 'access-control-request-method': 'POST' },
    },
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
  },
  {
    name: 'no token',
    request: { path: '/api/v1/flight/state' },
    anonymous: true,
    status: 401,
    code: 'MISSING_TOKEN',
    headers: { 'www-authenticate': /^Bearer realm="kitestring"$/ },
  },
  {
    name: 'a token of another kind',
    request: { path: '/api/v1/flight/state', headers: { authorization: 'Basic eDp5' } },
    anonymous: true,
    status: 401,
    code: 'MISSING_TOKEN',
  },
  {
    name: 'a wrong token',
    request: { path: '/api/v1/flight/state', headers: { authorization: 'Bearer nonsense' } },
    anonymous: true,
    status: 401,
    code: 'INVALID_TOKEN',
    headers: { 'www-authenticate': /^Bearer realm="kitestring", error="invalid_token", error_description="/ },
  },
  {
    name: 'no token before a wrong body',
    request: command('nonsense'),
    anonymous: true,
    status: 401,
    code: 'MISSING_TOKEN',
  },
  {
    name: 'a body over 64 KiB',
    request: command(`{"altitude": ${' '.repeat(65_536)}10}`),
    status: 413,
    code: 'BODY_TOO_LARGE',
  },
  {
    name: 'a body over 64 KiB of the wrong type',
    request: command('x'.repeat(65_537), { 'content-type': 'text/plain' }),
    status: 413,
    code: 'BODY_TOO_LARGE',
  },
  {
    name: 'a body of the wrong type',
    request: command('{"altitude":10}', { 'content-type': 'text/plain' }),
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: /must be application\/json, got text\/plain/,
  },
  {
    name: 'a body without a type',
    request: command('{"altitude":10}', {}),
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    name: 'a type that is none',
    request: command('{"altitude":10}', { 'content-type': ';;;' }),
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    name: 'another character set',
    request: command('{"altitude":10}', { 'content-type': 'application/json; charset=utf-16' }),
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    name: 'a compressed body',
    request: command('{"altitude":10}', { ...JSON_TYPE, 'content-encoding': 'gzip' }),
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    name: 'a body that is no JSON',
    request: command('{"altitude":10'),
    status: 400,
    code: 'MALFORMED_JSON',
    message: /unexpected end of input at position 14/,
  },
  {
    name: 'a key twice',
    request: command('{"altitude":10,"altitude":20}'),
    status: 400,
    code: 'MALFORMED_JSON',
    message: /given twice/,
  },
  { name: 'NaN', request: command('{"altitude":NaN}'), status: 400, code: 'MALFORMED_JSON' },
  {
    name: 'a number without end',
    request: command('{"altitude":1e999}'),
    status: 400,
    code: 'MALFORMED_JSON',
    message: /too large/,
  },
  {
    name: 'bytes that are not UTF-8',
    request: command(Buffer.from([0x22, 0xff, 0x22])),
    status: 400,
    code: 'MALFORMED_JSON',
    message: /not UTF-8/,
  },
  {
    name: 'deep nesting',
    request: command('['.repeat(60_000)),
    status: 400,
    code: 'MALFORMED_JSON',
    message: /deeper than 32/,
  },
  {
    name: 'more values than any message has',
    request: command(`[${'1,'.repeat(300)}1]`),
    status: 400,
    code: 'MALFORMED_JSON',
    message: /more than 256 values/,
  },
  { name: '__proto__', request: command('{"altitude":10,"__proto__":{}}'), status: 400, code: 'MALFORMED_JSON' },
  {
    name: 'a number as text',
    request: command('{"altitude":"10"}'),
    status: 400,
    code: 'INVALID_REQUEST',
    message: /^altitude must be a number, got "10"$/,
  },
  { name: 'a list for an object', request: command('[10]'), status: 400, code: 'INVALID_REQUEST' },
  {
    name: 'a misspelt property',
    request: command('{"altitude":10,"altitud":5}'),
    status: 400,
    code: 'INVALID_REQUEST',
    message: /altitud is not a known property/,
  },
  {
    name: 'no body where one is needed',
    request: command('', JSON_TYPE),
    status: 400,
    code: 'INVALID_REQUEST',
    message: /the body is missing/,
  },
  {
    name: 'a body where none is taken',
    request: { method: 'POST', path: '/api/v1/flight/control/land', headers: JSON_TYPE, body: '{"now":true}' },
    status: 400,
    code: 'INVALID_REQUEST',
  },
  { name: 'no Host', request: { path: '/api/health', headers: { host: '' } }, status: 200, code: '' },
  {
    name: 'an expectation that nobody meets',
    request: { path: '/api/health', headers: { expect: 'a miracle' } },
    status: 400,
    code: 'MALFORMED_HTTP',
  },
  {
    name: 'a time that is none',
    request: { path: '/api/v1/notifications/history?from_time=yesterday' },
    status: 400,
    code: 'INVALID_REQUEST',
    message: /from_time/,
  },
  {
    name: 'a date that no calendar has',
    request: { path: '/api/v1/notifications/history?from_time=2026-02-31T00:00:00Z' },
    status: 400,
    code: 'INVALID_REQUEST',
  },
  {
    name: 'a query of more parameters than any operation takes',
    request: { path: `/api/v1/flight/state?${'a&'.repeat(32)}a` },
    status: 400,
    code: 'TOO_MANY_PARAMETERS',
    message: /^the query has more than 32 parameters$/,
  },
  {
    name: 'a query of as many as are taken',
    request: { path: `/api/v1/flight/state?${'a&'.repeat(31)}a` },
    status: 200,
    code: '',
  },
  {
    name: 'a form of more parameters than any operation takes',
    request: {
      method: 'POST',
      path: '/api/v1/auth/token/request',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `${'a=1&'.repeat(32)}a=1`,
    },
    status: 400,
    code: 'TOO_MANY_PARAMETERS',
    message: /^the form has/,
  },
  {
    name: 'a command in the wrong state',
    request: { method: 'POST', path: '/api/v1/flight/control/land' },
    status: 409,
    code: 'WRONG_FLIGHT_STATE',
    message: /StandBy/,
  },
  {
    name: 'a recording, which takes video, on a station without it',
    request: { method: 'POST', path: '/api/v1/recordings/control/start' },
    status: 502,
    code: 'VIDEO_UNAVAILABLE',
  },
];
