import type { RequestListener } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { TrustedProxies } from '../limits/trusted-proxies.ts';
import type { Answers } from './answers.ts';
import { BODY_MAX_BYTES } from './body.ts';
import type { Cors } from './cors.ts';
import { Failures } from './failures.ts';
import type { Gate } from './gate.ts';
import { KnownPaths, pathOf, routePathOf } from './known-paths.ts';
import type { Log } from './log.ts';
import { pipelineOf } from './pipeline.ts';
import { parseQuery } from './query.ts';
import { refusedRequest, type WatchOf } from './request-watch.ts';
import type { Route } from './route.ts';

/** Longest id in a path; longer ones name nothing. */
const PARAMETER_MAX_LENGTH = 200;

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the request comes from, past the proxies that are trusted; undefined once the connection is gone. */
    readonly clientAddress: string | undefined;
  }
}

/** A path beside the API: a page, the metrics. */
export interface Page {
  readonly path: string;
  respond(request: FastifyRequest, reply: FastifyReply): void | Promise<void>;
}

export interface AppParts {
  readonly answers: Answers;
  readonly cors: Cors;
  readonly gate: Gate;
  readonly log: Log;
  readonly proxies: TrustedProxies;
  readonly routes: readonly Route[];
  readonly pages: readonly Page[];
  /** Told when a request failed because of the store. */
  readonly onStoreFault?: (fault: unknown) => void;
  /** Who is told how requests ended, refused ones included. */
  readonly watchOf?: WatchOf;
}

export interface App {
  /** Answers one request; give it to as many servers as there are. */
  readonly listener: RequestListener;
  close(): Promise<void>;
}

/** The HTTP side of the station: every route, and an answer for everything that is no route. It listens nowhere. */
export async function buildApp(parts: AppParts): Promise<App> {
  const failures = new Failures(parts.answers, parts.log, parts.onStoreFault ?? (() => {}));
  const known = new KnownPaths();
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_MAX_BYTES,
    routerOptions: { maxParamLength: PARAMETER_MAX_LENGTH, querystringParser: parseQuery },
    frameworkErrors: (error, _request, reply) => failures.answer(reply, undefined, error),
    // Stopping is our own business: the servers are not Fastify's.
    return503OnClosing: false,
  });
  prepareRequests(app, parts.proxies);
  for (const route of parts.routes) addRoute(app, parts, known, route);
  for (const page of parts.pages) addPage(app, known, page);
  const notFound = notFoundHandler(parts, known);
  for (const { path, methods } of known.shadowed()) refuseMethods(app, path, methods, notFound);
  app.setNotFoundHandler(notFound);
  app.setErrorHandler((error, request, reply) => {
    // Fastify reads a body before it says that there is nothing at the path, and trips over a wrong one.
    if (request.is404) notFound(request, reply);
    else answerFailure(failures, request, reply, error);
  });
  await app.ready();
  return { listener: guarded(app.routing, parts.log), close: () => app.close() };
}

/** Safety: a bug beside every handler costs one connection, never the station, for there may be a Kite in the air. */
export function guarded(listener: RequestListener, log: Log): RequestListener {
  return (request, response) => {
    try {
      listener(request, response);
    } catch (bug) {
      log.error({ err: bug }, 'a request failed beside its handler');
      response.destroy();
    }
  };
}

function answerFailure(failures: Failures, request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const { operation, watch } = request.routeOptions.config;
  const refusal = failures.answer(reply, operation, error);
  if (operation !== undefined) watch?.(refusedRequest(operation, request, refusal));
}

function prepareRequests(app: FastifyInstance, proxies: TrustedProxies): void {
  // Computed only where it is asked for: most requests are counted by session.
  app.decorateRequest('clientAddress', {
    getter(this: FastifyRequest) {
      return proxies.addressOf(this.raw);
    },
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('quota', null);
  // Which media types an operation takes is checked with its body, after the size.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

function addRoute(app: FastifyInstance, { answers, gate, watchOf }: AppParts, known: KnownPaths, route: Route): void {
  const { operation } = route;
  const watch = watchOf?.(operation);
  const pass = gate.passOf(operation);
  known.add(operation.method, routePathOf(operation));
  app.route({
    method: operation.method,
    url: urlOf(route),
    config: { operation, ...(watch !== undefined && { watch }) },
    handler: pipelineOf(route, answers, watch),
    ...(pass !== undefined && {
      onRequest: (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
        const failure = pass(request);
        if (failure === undefined) done();
        else {
          answers.refuse(reply, operation, failure.refusal, failure.headers);
          watch?.(refusedRequest(operation, request, failure.refusal));
        }
      },
    }),
  });
}

function urlOf(route: Route): string {
  const params = route.kind === 'handler' ? (route.params ?? {}) : {};
  return routePathOf(route.operation).replaceAll(/:(\w+)/g, (name, key: string) => params[key] ?? name);
}

function addPage(app: FastifyInstance, known: KnownPaths, { path, respond }: Page): void {
  known.add('GET', path);
  app.get(path, (request, reply) => respond(request, reply));
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => void;

/** Refuses methods of a path that a path with parameters would take. Before the body: it need not be one that can be read. */
function refuseMethods(app: FastifyInstance, url: string, methods: readonly string[], refuse: Handler): void {
  app.route({
    method: [...methods],
    url,
    onRequest: (request, reply, _done) => refuse(request, reply),
    handler: refuse,
  });
}

/** No such path, no such method, or the question of a browser whether a page may call. */
function notFoundHandler({ answers, cors, gate }: AppParts, known: KnownPaths): Handler {
  return (request, reply) => {
    const path = pathOf(request.raw.url ?? '').slice(0, 200);
    const methods = known.methodsOf(path);
    const preflight = request.method === 'OPTIONS' ? cors.preflight(request.raw.headers, methods) : undefined;
    // Browsers ask this without a token, before each request.
    if (preflight !== undefined) {
      answers.send(reply, 'preflight', { status: 204, headers: preflight });
      return;
    }
    const tooMany = gate.passUnrouted(request);
    if (tooMany !== undefined) {
      answers.refuse(reply, undefined, tooMany.refusal, tooMany.headers);
      return;
    }
    if (methods.length === 0) {
      answers.refuse(reply, undefined, { code: 'NOT_FOUND', message: `there is nothing at ${path}` });
      return;
    }
    const message = `${path} allows ${methods.join(', ')}, got ${request.method}`;
    answers.refuse(reply, undefined, { code: 'METHOD_NOT_ALLOWED', message }, ['Allow', methods.join(', ')]);
  };
}
