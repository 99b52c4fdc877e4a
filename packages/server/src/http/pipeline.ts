import { isJson, type Operation } from '@kitestring/contract/operation.ts';
import { ok, type Result } from '@kitestring/station/refusal.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answers } from './answers.ts';
import { type BodyReader, bodyReaderOf } from './body.ts';
import { latinBodyOf } from './latin-body.ts';
import { queryNumbers } from './query.ts';
import { queryTimes } from './query-times.ts';
import { doneRequest, type RequestWatch, refusedRequest } from './request-watch.ts';
import { type CallerCall, type Outcome, type Route, TAKEN_OVER } from './route.ts';
import { type Check, checkOf } from './validation.ts';

type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>;

/**
 * What happens to a request that has passed the gate: read and check the input, ask, answer.
 * @param watch told how it ended
 */
export function pipelineOf(route: Route, answers: Answers, watch?: RequestWatch): RouteHandler {
  return route.kind === 'state' ? statePipeline(route, answers) : handlerPipeline(route, answers, watch);
}

/** The way of almost all requests: nothing but the bytes that are there already. */
function statePipeline(
  { operation, topic, refusal }: Extract<Route, { kind: 'state' }>,
  answers: Answers,
): RouteHandler {
  const body = latinBodyOf(topic);
  if (refusal === undefined) return (_request, reply) => answers.state(reply, operation, body());
  return (_request, reply) => {
    const refused = refusal();
    if (refused === undefined) answers.state(reply, operation, body());
    else answers.refuse(reply, operation, refused);
  };
}

function handlerPipeline(
  { operation, handle, params }: Extract<Route, { kind: 'handler' }>,
  answers: Answers,
  watch: RequestWatch | undefined,
): RouteHandler {
  const readInput = inputReaderOf(operation, params);
  const send = answererOf(operation, answers);
  return (request, reply) => {
    const input = readInput(request);
    if (!input.ok) {
      answers.refuse(reply, operation, input.refusal);
      watch?.(refusedRequest(operation, request, input.refusal));
      return;
    }
    const answer = (reply: FastifyReply, outcome: Outcome) => {
      send(reply, outcome);
      if (watch !== undefined) tell(watch, operation, request, input.value.body, outcome);
    };
    // Where an operation needs a token the gate has set the caller; where it needs none the handler's type has no caller.
    const outcome = handle({ ...input.value, caller: request.caller, request, reply } as CallerCall);
    if (outcome instanceof Promise) return outcome.then((settled) => answer(reply, settled));
    answer(reply, outcome);
  };
}

function tell(watch: RequestWatch, operation: Operation, request: FastifyRequest, body: unknown, outcome: Outcome) {
  if (outcome === TAKEN_OVER) watch(doneRequest(operation, request, 101, body));
  else if ('refusal' in outcome) watch(refusedRequest(operation, request, outcome.refusal, body));
  else watch(doneRequest(operation, request, 'status' in outcome ? outcome.status : statusOf(operation), body));
}

/** The lowest status that the contract names is the one of success. */
const statusOf = ({ replies }: Operation): number => Math.min(...Object.keys(replies).map(Number));

interface Input {
  readonly body: unknown;
  readonly params: unknown;
  readonly query: unknown;
}

function inputReaderOf(
  operation: Operation,
  fixedParams?: Readonly<Record<string, string>>,
): (request: FastifyRequest) => Result<Input> {
  const readBody: BodyReader = bodyReaderOf(operation) ?? (() => ok(undefined));
  const checkParams = operation.params === undefined ? ok : checkOf(operation.params, 'params');
  const checkQuery = queryCheckOf(operation);
  return (request) => {
    const body = readBody(request);
    if (!body.ok) return body;
    const params = checkParams(fixedParams ?? request.params);
    if (!params.ok) return params;
    const query = checkQuery(request.query);
    return query.ok ? ok({ body: body.value, params: params.value, query: query.value }) : query;
  };
}

function queryCheckOf({ query }: Operation): Check {
  if (query === undefined) return ok;
  const withNumbers = queryNumbers(query);
  const withTimes = queryTimes(query);
  const check = checkOf(query, 'query');
  return (value) => check(withTimes(withNumbers(value)));
}

/** Translates what a handler gives back. */
function answererOf(operation: Operation, answers: Answers): (reply: FastifyReply, outcome: Outcome) => void {
  const status = statusOf(operation);
  const schema = operation.replies[status];
  const hasBody = schema !== undefined && isJson(schema);
  return (reply, outcome) => {
    if (outcome === TAKEN_OVER) answers.takenOver(operation);
    else if ('file' in outcome) answers.file(reply, operation, outcome);
    else if ('bytes' in outcome) answers.bytes(reply, operation, outcome);
    else if ('status' in outcome) {
      if (outcome.body === undefined) answers.empty(reply, operation, outcome.status, outcome.headers);
      else answers.json(reply, operation, outcome.status, outcome.body, outcome.headers);
    } else if ('refusal' in outcome) {
      answers.refuse(reply, operation, outcome.refusal, 'headers' in outcome ? outcome.headers : undefined);
    } else if (hasBody) answers.json(reply, operation, status, outcome.value);
    else answers.empty(reply, operation, status);
  };
}
