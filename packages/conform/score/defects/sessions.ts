import { answerOf, is, jsonOf, letIn, refusal, rewritten, withHeader, withJson, withoutHeader } from '../changes.ts';
import type { Defect, DefectChange, PassingRequest } from '../defect.ts';

const read = (id: string, does: string, caughtBy: string, make: () => DefectChange): Defect => ({
  ...{ id, does, caughtBy, level: 'read', make },
});

const isWithoutToken = ({ headers }: PassingRequest) => headers.authorization === undefined;
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
    grant((value) => {
      value.scopes = ['read', 'control', 'can_override'];
    }),
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
    grant((value) => {
      value.expires_in = Number(value.expires_in) * 1000;
    }),
  ),
  read(
    'no-token-type',
    'a grant has no token_type',
    'auth.token.request.by-json',
    grant((value) => {
      delete value.token_type;
    }),
  ),
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

const LONG_MS = 3000;
const QUEUE_MS = 8000;

/** After a 429 more are refused for three seconds, whatever Retry-After says. */
function lyingRetryAfter(): DefectChange {
  const until = new Map<string, number>();
  return {
    request: (request) => {
      const { authorization = '' } = request.headers;
      const isRefused = performance.now() < (until.get(authorization) ?? 0);
      return isRefused
        ? { answer: withHeader(answerOf(429, { code: 'RATE_LIMITED', message: 'wait' }), 'retry-after', '1') }
        : request;
    },
    answer: (answer, { headers: { authorization = '' } }) => {
      if (answer.status === 429) until.set(authorization, performance.now() + LONG_MS);
      return answer;
    },
  };
}

function sharedLimit(): DefectChange {
  let untilMs = 0;
  return {
    request: (request) =>
      performance.now() < untilMs && request.path === 'flight/info'
        ? { answer: withHeader(answerOf(429, { code: 'RATE_LIMITED', message: 'wait' }), 'retry-after', '1') }
        : request,
    answer: (answer, request) => {
      if (answer.status === 429 && request.path === 'flight/info' && untilMs === 0) untilMs = performance.now() + 400;
      return answer;
    },
  };
}

function limitedHealth(): DefectChange {
  let count = 0;
  return {
    request: (request) => {
      if (!request.path.endsWith('health')) return request;
      count += 1;
      return count > 60 ? { answer: answerOf(429, { code: 'RATE_LIMITED', message: 'wait' }) } : request;
    },
  };
}

/** Defects of limits. */
export const LIMIT_DEFECTS: readonly Defect[] = [
  read('retry-after-lies', 'Retry-After says 1 s, but it takes three', 'limits.retry-after-is-true', lyingRetryAfter),
  read('no-retry-after', '429 without Retry-After', 'limits.too-many-is-429', () => ({
    answer: (answer) => (answer.status === 429 ? withoutHeader(answer, 'retry-after') : answer),
  })),
  read('shared-limit', 'one session that reads too much blocks the others', 'limits.too-many-is-429', sharedLimit),
  read('limited-health', 'health is limited, too', 'health.is-not-limited', limitedHealth),
  read('no-ratelimit', 'answers do not say what is left of the limit', 'flight.info.tells-its-limit', () => ({
    answer: (answer) => withoutHeader(answer, 'ratelimit'),
  })),
  read('constant-ratelimit', 'RateLimit is always the same', 'limits.remaining-counts-down', () => ({
    answer: (answer) =>
      answer.headers.ratelimit === undefined ? answer : withHeader(answer, 'ratelimit', '"reads";r=5;t=1'),
  })),
];

const messages = (topic: string, change: (text: string, count: number) => readonly string[]) => (): DefectChange => {
  let count = 0;
  return {
    message: (text, name) => {
      if (name !== topic) return [text];
      count += 1;
      return change(text, count);
    },
  };
};

const upgrade = (path: string, change: DefectChange['answer'] & {}) => (): DefectChange => ({
  answer: (answer, request) => (request.path === path ? change(answer, request) : answer),
});

/** Defects of subscriptions. */
export const SUBSCRIPTION_DEFECTS: readonly Defect[] = [
  read(
    'nothing-at-first',
    'a subscription sends nothing until something changes',
    'handoff.state.subscribe.first-message',
    messages('handoff/state', () => []),
  ),
  read(
    'other-fields',
    'messages lack a field that the GET has',
    'flight.state.subscribe.same-as-get',
    messages('flight/state', (text) => [
      rewritten(text, (value) => {
        delete value.kite_heading;
      }),
    ]),
  ),
  read(
    'other-unit',
    'messages give battery levels from 0 to 1',
    'system.state.subscribe.same-as-get',
    messages('system/state', (text) => [
      rewritten(text, (value) => {
        value.gs_battery_level = Number(value.gs_battery_level) / 100;
      }),
    ]),
  ),
  read(
    'too-often',
    'a subscription sends each message four times',
    'flight.state.subscribe.pace',
    messages('flight/state', (text) => [text, text, text, text]),
  ),
  read(
    'silent',
    'a subscription sends what changes only, so that a lost link is not noticed',
    'recordings.state.subscribe.pace',
    () => {
      let begunMs = Number.POSITIVE_INFINITY;
      return {
        message: (text, topic) => {
          if (topic !== 'recordings/state') return [text];
          begunMs = Math.min(begunMs, performance.now());
          return performance.now() - begunMs > 300 ? [] : [text];
        },
      };
    },
  ),
  read(
    'upgrade-without-token',
    'a subscription needs no token',
    'system.state.subscribe.missing-token',
    letIn('GET', 'system/state/subscribe', 'read', isWithoutToken),
  ),
  read(
    'no-426',
    'a subscription without an upgrade is 200 with an empty object',
    'flight.state.subscribe.without-upgrade',
    refusal('flight/state/subscribe', 426, () => answerOf(200, {})),
  ),
  read(
    'no-cookie',
    'the upgrade sets no cookie',
    'subscribe.cookie',
    upgrade('flight/state/subscribe', (answer) => withoutHeader(answer, 'set-cookie')),
  ),
  read(
    'cookie-of-a-path',
    'the cookie holds for one path only',
    'subscribe.cookie',
    upgrade('flight/state/subscribe', (answer) => ({
      ...answer,
      headers: {
        ...answer.headers,
        'set-cookie': [answer.headers['set-cookie'] ?? []].flat().map((one) => one.replace('Path=/', 'Path=/api')),
      },
    })),
  ),
  read('topic-not-added', 'an added topic is never sent', 'subscribe.add-topic', () => ({
    request: (request) =>
      is(request, 'POST', 'handoff/state/subscribe') && request.headers.cookie !== undefined
        ? { answer: answerOf(201) }
        : request,
  })),
  read('topic-not-removed', 'a topic that was taken away is still sent', 'subscribe.remove-topic', () => ({
    request: (request) => (is(request, 'POST', 'flight/state/unsubscribe') ? { answer: answerOf(204) } : request),
  })),
  read(
    'any-cookie',
    'any session may add topics to a WebSocket',
    'subscribe.add-topic-of-another',
    refusal(/\/subscribe$/, 403, () => answerOf(201)),
  ),
  read(
    'unknown-topic-400',
    'an unknown topic is 400',
    'subscribe.unknown-topic',
    refusal('flight/status/subscribe', 404, (answer) => ({ ...answer, status: 400 })),
  ),
  read('deaf', 'pings of a client are not answered', 'subscribe.answers-ping', () => ({ isDeafToPings: true })),
  read('never-closed', 'a WebSocket outlives its token', 'subscribe.ends-with-its-token', () => ({ close: 'never' })),
  read(
    'closed-without-reason',
    'a WebSocket whose token ends is closed with 1000',
    'subscribe.ends-with-its-token',
    () => ({ close: 1000 }),
  ),
  read('url-token-subscribes', 'a token in the URL opens a subscription', 'subscribe.url-token-alone', () => ({
    request: (request) => {
      const token = /access_token=([^&]+)/.exec(request.query)?.[1];
      if (!request.path.endsWith('/subscribe') || token === undefined || request.headers.authorization !== undefined)
        return request;
      return { ...request, query: '', headers: { ...request.headers, authorization: `Bearer ${token}` } };
    },
  })),
  read(
    'active-not-sent',
    'a subscription to notifications sends new ones only',
    'notifications.state.subscribe.active-ones-first',
    messages('notifications/state', () => []),
  ),
  read(
    'envelope-without-time',
    'enveloped messages have no time',
    'subscribe.envelope',
    messages('flight/state', (text) => [
      rewritten(text, (value) => {
        if ('topic' in value) delete value.time;
      }),
    ]),
  ),
  read(
    'old-states-first',
    'states of a client that does not read at once wait in a queue, each for eight seconds',
    'subscribe.slow-reader',
    () => {
      const waiting: { readonly atMs: number; readonly text: string }[] = [];
      return {
        message: (text, topic) => {
          if (topic !== 'system/state' || !text.includes('"topic"')) return [text];
          waiting.push({ atMs: performance.now(), text });
          if (waiting.length === 1) return [text];
          const due = waiting.filter(({ atMs }) => performance.now() - atMs > QUEUE_MS).length;
          return waiting.splice(0, due).map((one) => one.text);
        },
      };
    },
  ),
  ...(
    [
      ['no-pings', 'the station sends no pings', 'subscribe.pings', 'none'],
      ['keeps-the-dead', 'a client that answers no pings is kept for ever', 'subscribe.missed-pings', 'forgiven'],
    ] as const
  ).map(([id, does, caughtBy, pings]) => ({ ...read(id, does, caughtBy, () => ({ pings })), isLong: true })),
];
