import { answerOf, isWithoutToken, letIn, mapped, parsedBody, refusal, set, withJson, without } from '../changes.ts';
import type { DefectChange, PassingRequest } from '../defect.ts';
import { type DefectTable, read } from './defect-table.ts';

const always = () => true;
const requestOf =
  (path: string, change: (request: PassingRequest) => PassingRequest | { answer: ReturnType<typeof answerOf> }) =>
  (): DefectChange => ({
    request: (request) => (request.path === path ? change(request) : request),
  });
const TOKEN_REQUEST = 'auth/token/request';
const grant = (change: (value: Record<string, unknown>) => void) => (): DefectChange => ({
  answer: (answer, request) => {
    const value = parsedBody(answer) as Record<string, unknown> | undefined;
    if (request.path !== TOKEN_REQUEST || answer.status !== 200 || value === undefined) return answer;
    change(value);
    return withJson(answer, value);
  },
});

/** Every granted token, as listed by a station that does not mask tokens. */
function unmasked(): DefectChange {
  const tokens = new Map<string, string>();
  return {
    answer: (answer, request) => {
      const value = parsedBody(answer);
      if (request.path === TOKEN_REQUEST && answer.status === 200) {
        const { id, access_token: token } = value as { id: string; access_token: string };
        tokens.set(id, token);
      }
      if (request.path !== 'auth/tokens' || !Array.isArray(value)) return answer;
      return withJson(
        answer,
        value.map((one) => ({ ...one, access_token: tokens.get(one.id) ?? one.access_token })),
      );
    },
  };
}

/** Defects of tokens and scopes. */
export const TOKEN_DEFECTS: DefectTable = {
  'token-not-needed': read(
    'camera/info needs no token',
    'camera.info.missing-token',
    letIn('GET', 'camera/info', 'read', isWithoutToken),
  ),
  'any-token': read(
    'system/state takes any token',
    'system.state.unknown-token',
    letIn('GET', 'system/state', 'read', ({ headers }) => headers.authorization?.includes('no-station-ever') ?? false),
  ),
  'read-scope-not-checked': read(
    'recordings/state does not look at scopes',
    'recordings.state.without-scope-read',
    letIn('GET', 'recordings/state', 'read', always),
  ),
  'tokens-in-list': read('the list of sessions has the tokens of all', 'auth.tokens.others-are-masked', unmasked),
  'own-token-masked': read('the list of sessions masks the own token, too', 'auth.tokens.own-is-listed', () => ({
    answer: (answer, request) => {
      const value = parsedBody(answer);
      if (request.path !== 'auth/tokens' || !Array.isArray(value)) return answer;
      return withJson(
        answer,
        value.map((one) => ({ ...one, access_token: '***' })),
      );
    },
  })),
  'invalidated-lives-on': read(
    'an invalidated token stays valid',
    'auth.token.invalidate.ends-the-session',
    requestOf('auth/token/invalidate', () => ({ answer: answerOf(200) })),
  ),
  'wrong-key-403': read(
    'a wrong key is 403',
    'auth.token.request.wrong-key',
    refusal(TOKEN_REQUEST, 401, (answer) => ({ ...answer, status: 403 })),
  ),
  'no-oauth-error': read(
    'refused token requests have no error for OAuth libraries',
    'auth.token.request.no-key',
    refusal(TOKEN_REQUEST, 401, (answer) => withJson(answer, { code: 'MISSING_API_KEY', message: 'no key' })),
  ),
  'all-scopes': read(
    'a token has all scopes, whatever was asked for',
    'auth.token.request.scopes-as-asked',
    grant(set({ scopes: ['read', 'control', 'can_override'] })),
  ),
  'no-forms': read(
    'token requests in a form are refused',
    'auth.token.request.by-form',
    requestOf(TOKEN_REQUEST, (request) =>
      request.headers['content-type']?.includes('form')
        ? { answer: answerOf(415, { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'JSON only' }) }
        : request,
    ),
  ),
  'no-basic': read(
    'HTTP Basic is not looked at',
    'auth.token.request.by-basic',
    requestOf(TOKEN_REQUEST, (request) => {
      const { authorization: _, ...headers } = request.headers;
      return { ...request, headers };
    }),
  ),
  'expiry-in-milliseconds': read(
    'expires_in is in milliseconds',
    'auth.token.request.expiry',
    grant(mapped('expires_in', (old) => Number(old) * 1000)),
  ),
  'no-token-type': read('a grant has no token_type', 'auth.token.request.by-json', grant(without('token_type'))),
  'any-grant-type': read(
    'grant_type is not looked at',
    'auth.token.request.other-grant-type',
    requestOf(TOKEN_REQUEST, (request) => {
      const body = parsedBody(request) as Record<string, unknown> | undefined;
      return body?.grant_type === 'password'
        ? withJson(request, { ...body, grant_type: 'client_credentials' })
        : request;
    }),
  ),
  'url-token': read('a token in the URL lets in', 'auth.token-in-url', () => ({
    request: (request) => {
      const token = /access_token=([^&]+)/.exec(request.query)?.[1];
      return token === undefined || request.path.endsWith('subscribe')
        ? request
        : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
    },
  })),
  'oversize-taken': read(
    'bodies of any size are taken',
    'auth.token.request.body-oversize',
    requestOf(TOKEN_REQUEST, (request) => ({ ...request, body: Buffer.from(request.body.toString().trim()) })),
  ),
  'any-media-type': read(
    'the media type of a body is not looked at',
    'auth.token.request.body-text-plain',
    requestOf(TOKEN_REQUEST, (request) => ({
      ...request,
      headers: {
        ...request.headers,
        'content-type':
          request.headers['content-type']?.replace('text/plain', 'application/json') ?? 'application/json',
      },
    })),
  ),
};
