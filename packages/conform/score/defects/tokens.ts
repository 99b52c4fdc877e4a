import { answerOf, isWithoutToken, jsonOf, letIn, mapped, refusal, set, withJson, without } from '../changes.ts';
import type { Defect, DefectChange, PassingRequest } from '../defect.ts';
import { read } from './read-defect.ts';

const always = () => true;
const requestOf =
  (path: string, change: (request: PassingRequest) => PassingRequest | { answer: ReturnType<typeof answerOf> }) =>
  (): DefectChange => ({
    request: (request) => (request.path === path ? change(request) : request),
  });
const TOKEN_REQUEST = 'auth/token/request';
const grant = (change: (value: Record<string, unknown>) => void) => (): DefectChange => ({
  answer: (answer, request) => {
    const value = jsonOf(answer) as Record<string, unknown> | undefined;
    if (request.path !== TOKEN_REQUEST || answer.status !== 200 || value === undefined) return answer;
    change(value);
    return withJson(answer, value);
  },
});

/** Every token of every grant, as the list of a station shows them that masks none. */
function unmasked(): DefectChange {
  const tokens = new Map<string, string>();
  return {
    answer: (answer, request) => {
      const value = jsonOf(answer);
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
export const TOKEN_DEFECTS: readonly Defect[] = [
  read(
    'token-not-needed',
    'camera/info needs no token',
    'camera.info.missing-token',
    letIn('GET', 'camera/info', 'read', isWithoutToken),
  ),
  read(
    'any-token',
    'system/state takes any token',
    'system.state.unknown-token',
    letIn('GET', 'system/state', 'read', ({ headers }) => headers.authorization?.includes('no-station-ever') ?? false),
  ),
  read(
    'read-scope-not-checked',
    'recordings/state does not look at scopes',
    'recordings.state.without-scope-read',
    letIn('GET', 'recordings/state', 'read', always),
  ),
  read('tokens-in-list', 'the list of sessions has the tokens of all', 'auth.tokens.others-are-masked', unmasked),
  read('own-token-masked', 'the list of sessions masks the own token, too', 'auth.tokens.own-is-listed', () => ({
    answer: (answer, request) => {
      const value = jsonOf(answer);
      if (request.path !== 'auth/tokens' || !Array.isArray(value)) return answer;
      return withJson(
        answer,
        value.map((one) => ({ ...one, access_token: '***' })),
      );
    },
  })),
  read(
    'invalidated-lives-on',
    'an invalidated token stays valid',
    'auth.token.invalidate.ends-the-session',
    requestOf('auth/token/invalidate', () => ({ answer: answerOf(200) })),
  ),
  read(
    'wrong-key-403',
    'a wrong key is 403',
    'auth.token.request.wrong-key',
    refusal(TOKEN_REQUEST, 401, (answer) => ({ ...answer, status: 403 })),
  ),
  read(
    'no-oauth-error',
    'refused token requests have no error for OAuth libraries',
    'auth.token.request.no-key',
    refusal(TOKEN_REQUEST, 401, (answer) => withJson(answer, { code: 'MISSING_API_KEY', message: 'no key' })),
  ),
  read(
    'all-scopes',
    'a token has all scopes, whatever was asked for',
    'auth.token.request.scopes-as-asked',
    grant(set({ scopes: ['read', 'control', 'can_override'] })),
  ),
  read(
    'no-forms',
    'token requests in a form are refused',
    'auth.token.request.by-form',
    requestOf(TOKEN_REQUEST, (request) =>
      request.headers['content-type']?.includes('form')
        ? { answer: answerOf(415, { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'JSON only' }) }
        : request,
    ),
  ),
  read(
    'no-basic',
    'HTTP Basic is not looked at',
    'auth.token.request.by-basic',
    requestOf(TOKEN_REQUEST, (request) => {
      const { authorization: _, ...headers } = request.headers;
      return { ...request, headers };
    }),
  ),
  read(
    'expiry-in-milliseconds',
    'expires_in is in milliseconds',
    'auth.token.request.expiry',
    grant(mapped('expires_in', (old) => Number(old) * 1000)),
  ),
  read('no-token-type', 'a grant has no token_type', 'auth.token.request.by-json', grant(without('token_type'))),
  read(
    'any-grant-type',
    'grant_type is not looked at',
    'auth.token.request.other-grant-type',
    requestOf(TOKEN_REQUEST, (request) => {
      const body = jsonOf(request) as Record<string, unknown> | undefined;
      return body?.grant_type === 'password'
        ? withJson(request, { ...body, grant_type: 'client_credentials' })
        : request;
    }),
  ),
  read('url-token', 'a token in the URL lets in', 'auth.token-in-url', () => ({
    request: (request) => {
      const token = /access_token=([^&]+)/.exec(request.query)?.[1];
      return token === undefined || request.path.endsWith('subscribe')
        ? request
        : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
    },
  })),
  read(
    'oversize-taken',
    'bodies of any size are taken',
    'auth.token.request.body-oversize',
    requestOf(TOKEN_REQUEST, (request) => ({ ...request, body: Buffer.from(request.body.toString().trim()) })),
  ),
  read(
    'any-media-type',
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
];
