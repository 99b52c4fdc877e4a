import { isJson, type Operation } from '@kitestring/contract/operation.ts';
import { ok, type Result } from '@kitestring/station/refusal.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answers } from './answers.ts';
import { type BodyReader, bodyReaderOf } from './body.ts';
import { latinBodyOf } from './latin-body.ts';
import { type CallerCall, type Outcome, type Route, TAKEN_OVER } from './route.ts';
import { type Check, checkOf } from './validation.ts';

type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>;

/** What happens to a request that has passed the gate: read and check the input, ask, answer. */
export function pipelineOf(route: Route, answers: Answers): RouteHandler {
  return route.kind === 'state' ? statePipeline(route, answers) : handlerPipeline(route, answers);
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

function handlerPipeline({ operation, handle }: Extract<Route, { kind: 'handler' }>, answers: Answers): RouteHandler {
  const readInput = inputReaderOf(operation);
  const answer = answererOf(operation, answers);
  return (request, reply) => {
    const input = readInput(request);
    if (!input.ok) {
      answers.refuse(reply, operation, input.refusal);
      return;
    }
    // Where an operation needs a token the gate has set the caller; where it needs none the handler's type has no caller.
    const outcome = handle({ ...input.value, caller: request.caller, request, reply } as CallerCall);
    if (outcome instanceof Promise) return outcome.then((settled) => answer(reply, settled));
    answer(reply, outcome);
  };
}

interface Input {
  readonly body: unknown;
  readonly params: unknown;
  readonly query: unknown;
}

function inputReaderOf(operation: Operation): (request: FastifyRequest) => Result<Input> {
  const readBody: BodyReader = bodyReaderOf(operation) ?? (() => ok(undefined));
  const checkParams = checkIf(operation.params, 'params');
  const checkQuery = checkIf(operation.query, 'query');
  return (request) => {
    const body = readBody(request);
    if (!body.ok) return body;
    const params = checkParams(request.params);
    if (!params.ok) return params;
    const query = checkQuery(request.query);
    return query.ok ? ok({ body: body.value, params: params.value, query: query.value }) : query;
  };
}

const checkIf = (schema: Operation['params'], where: 'params' | 'query'): Check =>
  schema === undefined ? ok : checkOf(schema, where);

/** Translates what a handler gives back: the lowest status that the contract names is the one of success. */
function answererOf(operation: Operation, answers: Answers): (reply: FastifyReply, outcome: Outcome) => void {
  const status = Math.min(...Object.keys(operation.replies).map(Number));
  const schema = operation.replies[status];
  const hasBody = schema !== undefined && isJson(schema);
  return (reply, outcome) => {
    if (outcome === TAKEN_OVER) answers.takenOver(operation);
    else if ('status' in outcome) {
      if (outcome.body === undefined) answers.empty(reply, operation, outcome.status, outcome.headers);
      else answers.json(reply, operation, outcome.status, outcome.body, outcome.headers);
    } else if ('refusal' in outcome) {
      answers.refuse(reply, operation, outcome.refusal, 'headers' in outcome ? outcome.headers : undefined);
    } else if (hasBody) answers.json(reply, operation, status, outcome.value);
    else answers.empty(reply, operation, status);
  };
}
