import type { RequestWatch } from '@kitestring/station-contract/answered-request.ts';
import { type Deprecation, isJson, type Operation } from '@kitestring/station-contract/operation.ts';
import { ok, type Result } from '@kitestring/station-contract/refusal.ts';
import type { Answers, FlatHeaders } from './answers.ts';
import { type BodyReader, bodyReader } from './body.ts';
import type { Exchange } from './exchange.ts';
import { latinBody } from './latin-body.ts';
import { queryNumbers, queryTimes } from './query.ts';
import { doneRequest, refusedRequest } from './request-watch.ts';
import { type CallerInput, type HandlerResult, type Route, TAKEN_OVER } from './route.ts';
import { checkOf, type SchemaCheck } from './validation.ts';
import type { WaitingReads } from './waiting-reads.ts';

type Respond = (exchange: Exchange) => void | Promise<void>;

/** Resolves when everything stored so far is on the disk; undefined when it is already. Rejects with a StoreFault. */
export type Settled = () => Promise<void> | undefined;

interface PipelineDeps {
  readonly answers: Answers;
  readonly waitingReads: WaitingReads;
  /** Called with the result, before the answer is sent. */
  readonly watch?: RequestWatch | undefined;
  /** Absent if writes are on the disk when they return. */
  readonly settled?: Settled | undefined;
}

/** Processing after the access check: read and validate the input, call the handler, respond. */
export function pipeline(route: Route, deps: PipelineDeps): Respond {
  return route.kind === 'state' ? statePipeline(route, deps.answers) : handlerPipeline(route, deps);
}

/** Most requests: ready bytes only. */
function statePipeline({ operation, topic, refusal }: Extract<Route, { kind: 'state' }>, answers: Answers): Respond {
  const body = latinBody(topic);
  if (refusal === undefined) return (exchange) => answers.state(exchange, operation, body());
  return (exchange) => {
    const refused = refusal();
    if (refused === undefined) answers.state(exchange, operation, body());
    else answers.refuse(exchange, operation, refused);
  };
}

function handlerPipeline(
  { operation, handle: handleOf, params }: Extract<Route, { kind: 'handler' }>,
  { answers, settled, waitingReads, watch }: PipelineDeps,
): Respond {
  // An acknowledged change is stored: the answer of an operation that stores something waits for the disk.
  const storing = operation.errors.includes('STORE_UNUSABLE') ? settled : undefined;
  const handle = withDeprecation(operation, handleOf);
  const readInput = inputReader(operation, params);
  // A command has its effect whatever becomes of its session, and a WebSocket is ended by its connection.
  const isRead = operation.method === 'GET' && operation.replies[101] === undefined;
  const send = answerer(operation, answers);
  return (exchange) => {
    const input = readInput(exchange);
    if (!input.ok) {
      watch?.(refusedRequest(operation, exchange, input.refusal));
      answers.refuse(exchange, operation, input.refusal);
      return;
    }
    const answerNow = (outcome: HandlerResult) => {
      // First: the audit log has everything that was answered, also after a kill.
      if (watch !== undefined) tell(watch, operation, exchange, input.value.body, outcome);
      send(exchange, outcome);
    };
    const answer = (outcome: HandlerResult): void | Promise<void> => {
      const settling = storing?.();
      return settling === undefined ? answerNow(outcome) : settling.then(() => answerNow(outcome));
    };
    // For operations with a token the access check has set the caller; the handler type of others has none.
    const outcome = handle({ ...input.value, caller: exchange.caller, exchange } as CallerInput);
    if (!(outcome instanceof Promise)) return answer(outcome);
    const { caller } = exchange;
    return caller === null || !isRead
      ? outcome.then(answer)
      : waitingReads.untilEnd(caller.sessionId, outcome).then(answer);
  };
}

function tell(watch: RequestWatch, operation: Operation, exchange: Exchange, body: unknown, outcome: HandlerResult) {
  if (outcome === TAKEN_OVER) watch(doneRequest(operation, exchange, 101, body));
  else if ('refusal' in outcome) watch(refusedRequest(operation, exchange, outcome.refusal, body));
  else watch(doneRequest(operation, exchange, 'status' in outcome ? outcome.status : successStatus(operation), body));
}

/** The lowest declared status means success. */
const successStatus = ({ replies }: Operation): number => Math.min(...Object.keys(replies).map(Number));

interface Input {
  readonly body: unknown;
  readonly params: unknown;
  readonly query: unknown;
}

function inputReader(
  operation: Operation,
  fixedParams?: Readonly<Record<string, string>>,
): (exchange: Exchange) => Result<Input> {
  const readBody: BodyReader = bodyReader(operation) ?? (() => ok(undefined));
  const checkParams = operation.params === undefined ? ok : checkOf(operation.params, 'params');
  const checkQuery = queryCheck(operation);
  return (exchange) => {
    const body = readBody(exchange);
    if (!body.ok) return body;
    const params = checkParams(fixedParams === undefined ? exchange.params : { ...exchange.params, ...fixedParams });
    if (!params.ok) return params;
    const query = checkQuery(exchange.query);
    return query.ok ? ok({ body: body.value, params: params.value, query: query.value }) : query;
  };
}

function queryCheck({ query }: Operation): SchemaCheck {
  if (query === undefined) return ok;
  const withNumbers = queryNumbers(query);
  const withTimes = queryTimes(query);
  const check = checkOf(query, 'query');
  return (value) => check(withTimes(withNumbers(value)));
}

/** Translates a handler's result. */
function answerer(operation: Operation, answers: Answers): (exchange: Exchange, outcome: HandlerResult) => void {
  const status = successStatus(operation);
  const schema = operation.replies[status];
  const hasBody = schema !== undefined && isJson(schema);
  return (exchange, outcome) => {
    if (outcome === TAKEN_OVER) answers.takenOver(exchange, operation);
    else if ('write' in outcome) answers.stream(exchange, operation, outcome);
    else if ('file' in outcome) answers.file(exchange, operation, outcome);
    else if ('bytes' in outcome) answers.bytes(exchange, operation, outcome);
    else if ('status' in outcome) {
      if (outcome.body === undefined) answers.empty(exchange, operation, outcome.status, outcome.headers);
      else answers.json(exchange, operation, outcome.status, outcome.body, outcome.headers);
    } else if ('refusal' in outcome) {
      answers.refuse(exchange, operation, outcome.refusal, 'headers' in outcome ? outcome.headers : undefined);
    } else if (hasBody) answers.json(exchange, operation, status, outcome.value);
    else answers.empty(exchange, operation, status);
  };
}

type Handle = Extract<Route, { kind: 'handler' }>['handle'];

/** RFC 9745 writes the time as a structured field, RFC 8594 as an HTTP date. */
const deprecationHeaders = ({ since, sunset }: Deprecation): FlatHeaders => [
  'Deprecation',
  `@${Date.parse(since) / 1000}`,
  'Sunset',
  new Date(sunset).toUTCString(),
];

/** The handler of an operation; a successful answer tells the client about deprecated fields that it used. */
function withDeprecation({ deprecation, replies }: Operation, handle: Handle): Handle {
  if (deprecation === undefined) return handle;
  const headers = deprecationHeaders(deprecation);
  const status = Math.min(...Object.keys(replies).map(Number));
  const told = (result: HandlerResult): HandlerResult =>
    typeof result === 'object' && 'ok' in result && result.ok ? { status, body: result.value, headers } : result;
  return (call: CallerInput) => {
    const { body } = call;
    const isUsed = deprecation.fields.some((field) => (body as Readonly<Record<string, unknown>>)[field] !== undefined);
    const result = handle(call);
    if (!isUsed) return result;
    return result instanceof Promise ? result.then(told) : told(result);
  };
}
