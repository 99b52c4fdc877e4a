import type { IncomingMessage } from 'node:http';
import type { Clock } from '@kitestring/base/clock.ts';
import type { OnvifQuirkName } from '@kitestring/station-contract/sim/onvif-quirks.ts';
import type { EventBroker } from '../events/event-broker.ts';
import type { PtzControl } from '../ptz/ptz-control.ts';
import type { OnvifReply } from '../reply.ts';
import type { SoapRequest } from '../soap/envelope.ts';
import type { Markup } from '../soap/markup.ts';

/** A request to a camera with bugs. */
export interface QuirkContext {
  /** As service:name. */
  readonly operation: string;
  readonly soap: SoapRequest;
  readonly headers: IncomingMessage['headers'];
  readonly ptz: Pick<PtzControl, 'isTurning'>;
  readonly events: Pick<EventBroker, 'count' | 'close'>;
  /** Station time. */
  readonly clock: Clock;
  readonly realClock: Clock;
  /** Aborts when the connection has closed, and after the answer. */
  readonly over: () => AbortSignal;
  /** Closes the connection without an answer. */
  cut(): void;
}

/** A bug of real cameras, with its own memory while it is switched on. */
export interface Quirk {
  /** Answers a request before it is judged; undefined: as always. */
  readonly receive?: (context: QuirkContext) => OnvifReply | undefined;
  /** Content of the answer to a permitted request, in place of what is asked; undefined: as always. @throws SoapFault */
  readonly carryOut?: (context: QuirkContext) => Markup | undefined | Promise<Markup | undefined>;
  /** Changes a written answer or fault. */
  readonly write?: (text: string, context: QuirkContext) => string;
  /** Ends what goes on between requests. */
  readonly close?: () => void;
}

type QuirkTable = Partial<Record<OnvifQuirkName, () => Quirk>>;

/** A quirk without memory. */
export const always = (quirk: Quirk) => () => quirk;

export const quirkTable = <Table extends QuirkTable>(table: Table): Table => table;

/** Changes answers of these operations. */
export const rewritten =
  (operations: readonly string[], change: (text: string) => string): Required<Quirk>['write'] =>
  (text, { operation }) =>
    operations.includes(operation) ? change(text) : text;
