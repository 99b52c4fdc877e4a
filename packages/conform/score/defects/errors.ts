import { answerOf, is, refusal, withHeader, withJson, withoutHeader } from '../changes.ts';
import type { Defect } from '../defect.ts';
import { read } from './read-defect.ts';

/** Defects of errors, methods and headers. */
export const ERROR_DEFECTS: readonly Defect[] = [
  read(
    'no-challenge',
    '401 without WWW-Authenticate',
    'flight.state.missing-token',
    refusal('flight/state', 401, (answer) => withoutHeader(answer, 'www-authenticate')),
  ),
  read(
    '401-as-403',
    'a missing token is 403',
    'flight.info.missing-token',
    refusal('flight/info', 401, (answer) => ({ ...answer, status: 403 })),
  ),
  read(
    'error-as-html',
    'errors are HTML',
    'system.info.missing-token',
    refusal('system/info', 401, (answer) => ({
      ...withHeader(answer, 'content-type', 'text/html'),
      body: Buffer.from('<h1>401</h1>'),
    })),
  ),
  read(
    'error-without-message',
    'errors have no message',
    'handoff.state.missing-token',
    refusal('handoff/state', 401, (answer) => withJson(answer, { code: 'MISSING_TOKEN' })),
  ),
  read(
    'code-as-number',
    'code is the status',
    'videostreams.missing-token',
    refusal('videostreams', 401, (answer) => withJson(answer, { code: 401, message: 'no token' })),
  ),
  read(
    'code-spelled',
    'code is written unauthorized',
    'camera.state.unknown-token',
    refusal('camera/state', 401, (answer) => withJson(answer, { code: 'unauthorized', message: 'no' })),
  ),
  read(
    'stack-trace',
    'a 404 shows where in the source it was made',
    'paths.unknown-resource',
    refusal('flight/status', 404, (answer) =>
      withJson(answer, { code: 'NOT_FOUND', message: 'nothing', stack: 'at route (/srv/router.ts:17)' }),
    ),
  ),
  read(
    '405-without-allow',
    '405 without Allow',
    'flight.state.method-put',
    refusal('flight/state', 405, (answer) => withoutHeader(answer, 'allow')),
  ),
  read(
    'allow-too-much',
    'Allow names methods that are not there',
    'camera.state.method-post',
    refusal('camera/state', 405, (answer) => withHeader(answer, 'allow', 'GET, HEAD, POST, DELETE')),
  ),
  read(
    '405-as-404',
    'a wrong method is 404',
    'system.state.method-post',
    refusal('system/state', 405, (answer) => ({ ...answer, status: 404 })),
  ),
  read(
    'unknown-path-is-empty',
    'unknown paths are 200 with an empty object',
    'paths.unknown-category',
    refusal('flights/state', 404, () => answerOf(200, {})),
  ),
  read('no-head', 'HEAD is 405', 'flight.info.head', () => ({
    answer: (answer, request) => (is(request, 'HEAD', 'flight/info') ? { ...answer, status: 405 } : answer),
  })),
  read('cached', 'states may be stored by caches', 'flight.state.is-not-cached', () => ({
    answer: (answer, request) =>
      request.path === 'flight/state' ? withHeader(answer, 'cache-control', 'max-age=60') : answer,
  })),
  read('unknown-query-refused', 'unknown query parameters are 400', 'system.info.unknown-query', () => ({
    request: (request) =>
      request.path === 'system/info' && request.query !== ''
        ? { answer: answerOf(400, { code: 'INVALID_REQUEST', message: 'query' }) }
        : request,
  })),
  read('json-as-text', 'answers are text/plain', 'camera.info.is-200-json', () => ({
    answer: (answer, request) =>
      request.path === 'camera/info' ? withHeader(answer, 'content-type', 'text/plain') : answer,
  })),
  read('cors-for-all', 'pages of every origin may read', 'cors.other-origins-may-not-read', () => ({
    answer: (answer) => withHeader(answer, 'access-control-allow-origin', '*'),
  })),
  read('preflight-for-all', 'the preflight of every origin is granted', 'cors.no-preflight-for-other-origins', () => ({
    request: (request) =>
      request.method === 'OPTIONS'
        ? { answer: withHeader(answerOf(204), 'access-control-allow-origin', String(request.headers.origin)) }
        : request,
  })),
  read('no-https', 'the port does not answer HTTPS', 'tls.both-schemes-on-one-port', () => ({ tls: 'closed' })),
  read('no-tls-1-3', 'HTTPS is spoken up to TLS 1.2', 'tls.version-1-3', () => ({ tls: { maxVersion: 'TLSv1.2' } })),
  read('old-tls', 'TLS 1.1 is accepted', 'tls.version-1-1-is-refused', () => ({ tls: { minVersion: 'TLSv1.1' } })),
];
