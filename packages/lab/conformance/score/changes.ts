import type { DefectChange, PassingAnswer, PassingRequest } from './defect.ts';

/** Building blocks of the defects. */
type Json = Record<string, unknown>;

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export const answerOf = (status: number, value?: unknown): PassingAnswer => ({
  status,
  headers: JSON_HEADERS,
  body: value === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(value)),
});

export const parsedBody = ({ body }: { readonly body: Buffer }): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};

export const withJson = <T extends { readonly body: Buffer }>(message: T, value: unknown): T => ({
  ...message,
  body: Buffer.from(JSON.stringify(value)),
});

export const is = (request: PassingRequest, method: string, path: string | RegExp): boolean =>
  request.method === method && (typeof path === 'string' ? request.path === path : path.test(request.path));

/** Changes the object of a successful GET response, in place. */
export const state = (path: string, change: (value: Json) => void) => (): DefectChange => ({
  answer: (answer, request) => (is(request, 'GET', path) ? changed(answer, change) : answer),
});

function changed(answer: PassingAnswer, change: (value: Json) => void): PassingAnswer {
  const value = parsedBody(answer);
  if (answer.status !== 200 || typeof value !== 'object' || value === null) return answer;
  change(value as Json);
  return withJson(answer, value);
}

/** Changes each item of a list in a GET response. */
export const items = (path: string, change: (item: Json) => void) =>
  state(path, (list) => {
    for (const item of list as unknown as Json[]) change(item);
  });

/** Fields of an object, replaced or added. */
export const set = (fields: Json) => (value: Json) => void Object.assign(value, fields);

/** An object without a field. */
export const without = (name: string) => (value: Json) => void delete value[name];

/** Another value of a field, made from the right one. */
export const mapped = (name: string, change: (old: unknown) => unknown) => (value: Json) => {
  value[name] = change(value[name]);
};

/** As `state`, for reads and subscriptions. */
export const everywhere = (path: string, change: (value: Json) => void) => (): DefectChange => ({
  ...state(path, change)(),
  message: (text, topic) => (topic === path ? [rewritten(text, change)] : [text]),
});

/** A message with its state changed, in an envelope or without one. */
export function rewritten(text: string, change: (value: Json) => void): string {
  const value = JSON.parse(text) as Json;
  change('topic' in value && 'data' in value ? (value.data as Json) : value);
  return JSON.stringify(value);
}

/** Changes answers of a path with a status. */
export const refusal =
  (path: string | RegExp, status: number, change: (answer: PassingAnswer) => PassingAnswer) => (): DefectChange => ({
    answer: (answer, request) => {
      const isMeant = typeof path === 'string' ? request.path === path : path.test(request.path);
      return isMeant && answer.status === status ? change(answer) : answer;
    },
  });

/** Changes the JSON body of a command before it reaches the station. */
export const command = (path: string | RegExp, change: (body: Json) => Json) => (): DefectChange => ({
  request: (request) => {
    const body = parsedBody(request);
    return is(request, 'POST', path) && typeof body === 'object' && body !== null
      ? withJson(request, change(body as Json))
      : request;
  },
});

/** Answers a command as executed; the station does not receive it. */
export const swallowed =
  (path: string | RegExp, status: number, isMeant: (request: PassingRequest) => boolean = () => true) =>
  (): DefectChange => ({
    request: (request) => (is(request, 'POST', path) && isMeant(request) ? { answer: answerOf(status) } : request),
  });

/** Authorises requests by the token of an earlier successful one, if their own would be refused. */
export const letIn =
  (method: string, path: string | RegExp, needed: string, isMeant: (request: PassingRequest) => boolean) =>
  (): DefectChange => {
    /** Values of the header, for tokens that are still valid. */
    const good = new Set<string>();
    return {
      answer: (answer, request) => {
        const { access_token: token, scopes } = (parsedBody(answer) ?? {}) as {
          access_token?: string;
          scopes?: string[];
        };
        if (request.path === 'auth/token/request' && scopes?.includes(needed)) good.add(`Bearer ${token}`);
        if (request.path === 'auth/token/invalidate') good.delete(request.headers.authorization ?? '');
        return answer;
      },
      request: (request) => {
        const [authorization] = good;
        return is(request, method, path) && isMeant(request) && authorization !== undefined
          ? { ...request, headers: { ...request.headers, authorization } }
          : request;
      },
    };
  };

export const withoutHeader = (answer: PassingAnswer, name: string): PassingAnswer => {
  const { [name]: _, ...headers } = answer.headers;
  return { ...answer, headers };
};

export const withHeader = (answer: PassingAnswer, name: string, value: string): PassingAnswer => ({
  ...answer,
  headers: { ...answer.headers, [name]: value },
});

/** A state stays unchanged for a while after a command. */
export const stale = (trigger: RegExp, path: string | RegExp, forMs: number) => (): DefectChange => {
  let old: Buffer | undefined;
  let untilMs = 0;
  return {
    answer: (answer, request) => {
      if (request.method === 'POST' && trigger.test(request.path) && answer.status < 300)
        untilMs = performance.now() + forMs;
      if (request.method !== 'GET' || !(typeof path === 'string' ? request.path === path : path.test(request.path)))
        return answer;
      if (performance.now() < untilMs && old !== undefined) return { ...answer, body: old };
      if (answer.status === 200) old = answer.body;
      return answer;
    },
  };
};

export const isWithoutToken = ({ headers }: PassingRequest): boolean => headers.authorization === undefined;
