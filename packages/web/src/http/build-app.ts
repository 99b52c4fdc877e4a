import type { RequestListener } from 'node:http';
import type { Log } from '@kitestring/base/log.ts';
import type { RequestWatch } from '@kitestring/station-contract/answered-request.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import { type Refusal, refusal } from '@kitestring/station-contract/refusal.ts';
import type { TrustedProxies } from '../limits/trusted-proxies.ts';
import type { RequestFilter } from '../traffic/traffic-filter.ts';
import type { AccessCheck, Pass } from './access-check.ts';
import type { Answers } from './answers.ts';
import { bodyRefusal } from './body.ts';
import type { Cors } from './cors.ts';
import { Exchange } from './exchange.ts';
import { Failures } from './failures.ts';
import { pipeline, type Settled } from './pipeline.ts';
import { hasBody, readBody } from './read-body.ts';
import { refusedRequest, type WatchOf } from './request-watch.ts';
import type { RefusalAnswer, Route } from './route.ts';
import { Router, routePath, splitTarget } from './router.ts';

/** A path outside the API: a page, the metrics. */
export interface Page {
  readonly path: string;
  respond(exchange: Exchange): void | Promise<void>;
}

interface AppDeps {
  readonly answers: Answers;
  readonly cors: Cors;
  readonly access: AccessCheck;
  readonly log: Log;
  readonly proxies: TrustedProxies;
  readonly routes: readonly Route[];
  readonly pages: readonly Page[];
  /** Refusal of an unknown path; absent: one that names the path. */
  readonly notFound?: (path: string) => Refusal;
  /** Called when a request failed because of the store. */
  readonly onStoreFault?: (fault: unknown) => void;
  readonly settled?: Settled | undefined;
  /** Observers of completed requests, including refused ones. */
  readonly watchOf?: WatchOf;
  /** Applied to every request before its handler; optional. */
  readonly requestFilter?: RequestFilter | undefined;
}

/** Handler of a route's requests. */
interface Endpoint {
  /** Undefined for pages. */
  readonly operation?: Operation;
  /** Called before each answer; undefined without an observer. */
  readonly watch?: RequestWatch | undefined;
  /** Checks before the body is read; undefined for a public operation. */
  readonly pass?: Pass | undefined;
  /** Checks after the body was read; undefined for a public operation. */
  readonly again?: Pass | undefined;
  respond(exchange: Exchange): void | Promise<void>;
}

/** The HTTP application: every route, and a response for unknown ones. It does not listen. */
export function buildApp(deps: AppDeps): RequestListener {
  const { answers, log, proxies } = deps;
  const router = new Router<Endpoint>();
  for (const route of deps.routes) addRoute(router, deps, route);
  for (const page of deps.pages) router.add('GET', page.path, page);
  const failures = new Failures(answers, log, deps.onStoreFault ?? (() => {}));
  const answer = answerer(answers, failures, deps.requestFilter);
  return guarded((request, response) => {
    const { path, query } = splitTarget(request.url ?? '');
    const exchange = new Exchange(request, response, proxies, query);
    const found = router.find(request.method ?? '', path);
    if (found === undefined) answerUnrouted(deps, router, exchange, path);
    else if ('code' in found) answers.refuse(exchange, undefined, found);
    else {
      exchange.params = found.params;
      answer(exchange, found.target);
    }
  }, log);
}

/** Safety: a bug outside the handlers costs one connection, never the station, because a Kite may be in the air. */
export function guarded(listener: RequestListener, log: Log): RequestListener {
  return (request, response) => {
    try {
      listener(request, response);
    } catch (bug) {
      log.error({ err: bug }, 'a request failed outside its handler');
      response.destroy();
    }
  };
}

function addRoute(router: Router<Endpoint>, { answers, access, settled, watchOf }: AppDeps, route: Route): void {
  const { operation } = route;
  const watch = watchOf?.(operation);
  const checks = { pass: access.makePass(operation), again: access.makeSecondPass(operation) };
  const { waitingReads } = access;
  const endpoint = { operation, watch, ...checks, respond: pipeline(route, { answers, waitingReads, watch, settled }) };
  const path = routePath(operation);
  const params = route.kind === 'handler' ? route.params : undefined;
  if (params === undefined) router.add(operation.method, path, endpoint);
  else {
    const variant = path.replaceAll(/:(\w+)/g, (name, key: string) => params[key] ?? name);
    router.addVariant(operation.method, variant, endpoint);
  }
}

/** Access check, body, handler: each may end the request, also by an exception. */
function answerer(
  answers: Answers,
  failures: Failures,
  filter: RequestFilter | undefined,
): (exchange: Exchange, endpoint: Endpoint) => void {
  const refuse = (exchange: Exchange, { operation, watch }: Endpoint, { refusal, headers }: RefusalAnswer) => {
    if (operation !== undefined) watch?.(refusedRequest(operation, exchange, refusal));
    answers.refuse(exchange, operation, refusal, headers);
  };
  const fail = (exchange: Exchange, { operation, watch }: Endpoint, error: unknown) => {
    failures.answer(exchange, operation, error, (refusal) => {
      if (operation !== undefined) watch?.(refusedRequest(operation, exchange, refusal));
    });
  };
  const carryOut = (exchange: Exchange, endpoint: Endpoint) => {
    try {
      endpoint.respond(exchange)?.catch((error: unknown) => fail(exchange, endpoint, error));
    } catch (error) {
      fail(exchange, endpoint, error);
    }
  };
  const passes = (exchange: Exchange, endpoint: Endpoint, check: Pass | undefined): boolean => {
    let failure: RefusalAnswer | undefined;
    try {
      failure = check?.(exchange);
    } catch (error) {
      fail(exchange, endpoint, error);
      return false;
    }
    if (failure !== undefined) refuse(exchange, endpoint, failure);
    return failure === undefined;
  };
  const respond = (exchange: Exchange, endpoint: Endpoint) => {
    const { operation } = endpoint;
    if (filter?.isActive !== true || operation === undefined) carryOut(exchange, endpoint);
    else {
      const goOn = () => carryOut(exchange, endpoint);
      filter.meet({ exchange, operation, carryOut: goOn, passes: () => passes(exchange, endpoint, endpoint.pass) });
    }
  };
  const read = (exchange: Exchange, endpoint: Endpoint) => {
    const { operation } = endpoint;
    if (!hasBody(exchange.request)) respond(exchange, endpoint);
    else {
      readBody(exchange.request, (body) => {
        // The parser found something other than a body, and the network has answered.
        if (exchange.response.headersSent) return;
        if (body.ok) {
          exchange.body = body.value;
          if (passes(exchange, endpoint, endpoint.again)) respond(exchange, endpoint);
          return;
        }
        // Discard the rest: a client that is still sending would not read a response on a closed connection.
        exchange.request.resume();
        refuse(exchange, endpoint, { refusal: refusalOfBody(operation, body.refusal) });
      });
    }
  };
  return (exchange, endpoint) => {
    if (passes(exchange, endpoint, endpoint.pass)) read(exchange, endpoint);
  };
}

const refusalOfBody = (operation: Operation | undefined, refusal: Refusal): Refusal =>
  refusal.code === 'UNSUPPORTED_MEDIA_TYPE' && operation !== undefined ? bodyRefusal(operation, refusal) : refusal;

const nothingThere = (path: string): Refusal => refusal('NOT_FOUND.nothingThere', { path });

/** Headers of an answer to OPTIONS, which WHEP clients request first; undefined for other paths. */
function optionsEndpoint(
  router: Router<Endpoint>,
  path: string,
  methods: readonly string[],
): readonly string[] | undefined {
  const found = router.find(methods[0] ?? '', path);
  if (found === undefined || !('target' in found)) return undefined;
  const { bodyTypes, hasOptions } = found.target.operation ?? {};
  if (hasOptions !== true) return undefined;
  return bodyTypes === undefined ? [] : ['Accept-Post', bodyTypes.join(', ')];
}

/** Unknown path, unsupported method, OPTIONS, or a CORS preflight. */
function answerUnrouted(
  { answers, cors, access, notFound = nothingThere }: AppDeps,
  router: Router<Endpoint>,
  exchange: Exchange,
  path: string,
) {
  const { headers, method = '' } = exchange.request;
  const shown = path.slice(0, 200);
  const methods = router.methods(path);
  const options = optionsEndpoint(router, path, methods);
  if (options !== undefined) methods.push('OPTIONS');
  const preflight = method === 'OPTIONS' ? cors.preflight(headers, methods) : undefined;
  // Preflights carry no token.
  if (preflight !== undefined) {
    answers.send(exchange, 'preflight', { status: 204, headers: [...preflight, ...(options ?? [])] });
    return;
  }
  const tooMany = access.passUnrouted(exchange);
  if (tooMany !== undefined) {
    answers.refuse(exchange, undefined, tooMany.refusal, tooMany.headers);
    return;
  }
  if (methods.length === 0) {
    answers.refuse(exchange, undefined, notFound(shown));
    return;
  }
  const allowed = methods.join(', ');
  if (method === 'OPTIONS' && options !== undefined) {
    answers.send(exchange, 'options', { status: 204, headers: ['Allow', allowed, ...options] });
    return;
  }
  const notAllowed = refusal('METHOD_NOT_ALLOWED', { path: shown, allowed, method });
  answers.refuse(exchange, undefined, notAllowed, ['Allow', allowed]);
}
