import { answerOf, is, refusal, withHeader, withJson, withoutHeader } from '../changes.ts';
import { type DefectTable, read } from './defect-table.ts';

/** Defects of errors, methods and headers. */
export const ERROR_DEFECTS: DefectTable = {
  'no-challenge': read(
    '401 without WWW-Authenticate',
    'flight.state.missing-token',
    refusal('flight/state', 401, (answer) => withoutHeader(answer, 'www-authenticate')),
  ),
  '401-as-403': read(
    'a missing token is 403',
    'flight.info.missing-token',
    refusal('flight/info', 401, (answer) => ({ ...answer, status: 403 })),
  ),
  'error-as-html': read(
    'errors are HTML',
    'system.info.missing-token',
    refusal('system/info', 401, (answer) => ({
      ...withHeader(answer, 'content-type', 'text/html'),
      body: Buffer.from('<h1>401</h1>'),
    })),
  ),
  'error-without-message': read(
    'errors have no message',
    'handoff.state.missing-token',
    refusal('handoff/state', 401, (answer) => withJson(answer, { code: 'MISSING_TOKEN' })),
  ),
  'code-as-number': read(
    'code is the status',
    'videostreams.missing-token',
    refusal('videostreams', 401, (answer) => withJson(answer, { code: 401, message: 'no token' })),
  ),
  'code-spelled': read(
    'code is written unauthorized',
    'camera.state.unknown-token',
    refusal('camera/state', 401, (answer) => withJson(answer, { code: 'unauthorized', message: 'no' })),
  ),
  'stack-trace': read(
    'a 404 shows where in the source it was made',
    'paths.unknown-resource',
    refusal('flight/status', 404, (answer) =>
      withJson(answer, { code: 'NOT_FOUND', message: 'nothing', stack: 'at route (/srv/router.ts:17)' }),
    ),
  ),
  '405-without-allow': read(
    '405 without Allow',
    'flight.state.method-put',
    refusal('flight/state', 405, (answer) => withoutHeader(answer, 'allow')),
  ),
  'allow-too-much': read(
    'Allow names methods that are not there',
    'camera.state.method-post',
    refusal('camera/state', 405, (answer) => withHeader(answer, 'allow', 'GET, HEAD, POST, DELETE')),
  ),
  '405-as-404': read(
    'a wrong method is 404',
    'system.state.method-post',
    refusal('system/state', 405, (answer) => ({ ...answer, status: 404 })),
  ),
  'unknown-path-is-empty': read(
    'unknown paths are 200 with an empty object',
    'paths.unknown-category',
    refusal('flights/state', 404, () => answerOf(200, {})),
  ),
  'no-head': read('HEAD is 405', 'flight.info.head', () => ({
    answer: (answer, request) => (is(request, 'HEAD', 'flight/info') ? { ...answer, status: 405 } : answer),
  })),
  cached: read('states may be stored by caches', 'flight.state.is-not-cached', () => ({
    answer: (answer, request) =>
      request.path === 'flight/state' ? withHeader(answer, 'cache-control', 'max-age=60') : answer,
  })),
  'unknown-query-refused': read('unknown query parameters are 400', 'system.info.unknown-query', () => ({
    request: (request) =>
      request.path === 'system/info' && request.query !== ''
        ? { answer: answerOf(400, { code: 'INVALID_REQUEST', message: 'query' }) }
        : request,
  })),
  'json-as-text': read('answers are text/plain', 'camera.info.is-200-json', () => ({
    answer: (answer, request) =>
      request.path === 'camera/info' ? withHeader(answer, 'content-type', 'text/plain') : answer,
  })),
  'cors-for-all': read('pages of every origin may read', 'cors.other-origins-may-not-read', () => ({
    answer: (answer) => withHeader(answer, 'access-control-allow-origin', '*'),
  })),
  'preflight-for-all': read('the preflight of every origin is granted', 'cors.no-preflight-for-other-origins', () => ({
    request: (request) =>
      request.method === 'OPTIONS'
        ? { answer: withHeader(answerOf(204), 'access-control-allow-origin', String(request.headers.origin)) }
        : request,
  })),
  'no-tls-1-3': read('HTTPS is spoken up to TLS 1.2', 'tls.version-1-3', () => ({ tls: { maxVersion: 'TLSv1.2' } })),
  'old-tls': read('TLS 1.1 is accepted', 'tls.version-1-1-is-refused', () => ({ tls: { minVersion: 'TLSv1.1' } })),
};
