import type { Log } from '@kitestring/base/log.ts';
import { latencyHistogram } from '@kitestring/web/pages/latency-histogram.ts';
import type { CommandOutcome, CommandSender } from '../commands/station-commands.ts';
import type { ReadOpener, ReadOutcome } from '../proxy/station-reads.ts';
import type { Traces } from '../telemetry/traces.ts';
import { OutcomeCounts } from './outcome-counts.ts';

const COMMAND_OUTCOMES = ['accepted', 'refused', 'not_carried_out', 'not_live', 'unknown', 'reused', 'failed'] as const;
const READ_OUTCOMES = ['answered', 'refused', 'silent', 'busy', 'failed'] as const;

/** Commands and reads that this replica has sent to stations: counted, timed, logged and traced. */
export class ObservedRequests {
  readonly commands: CommandSender;
  readonly reads: ReadOpener;
  readonly commandCounts = new OutcomeCounts(COMMAND_OUTCOMES);
  readonly readCounts = new OutcomeCounts(READ_OUTCOMES);
  readonly commandSeconds = latencyHistogram(
    'kitestring_hub_command_seconds',
    'Time from a command of a client to its outcome, seconds.',
  );
  readonly readSeconds = latencyHistogram(
    'kitestring_hub_rpc_seconds',
    'Time from a read of the API of a station, which its mirror does not serve, to the first bytes of its answer, seconds.',
  );

  readonly #traces: Traces;

  constructor({ commands, log, reads, traces }: ObservedRequestsDeps) {
    this.#traces = traces;
    this.commands = {
      send: (order) =>
        this.#observed(order, {
          name: order.op,
          work: (traced) => commands.send(traced),
          seconds: this.commandSeconds,
          ended: (outcome, fields) => {
            const label = outcome === undefined ? 'failed' : labelOf(outcome);
            this.commandCounts.add(label);
            log.info({ ...fields, id: order.id, outcome: label }, 'command');
            return label;
          },
        }),
    };
    this.reads = {
      open: (order) =>
        this.#observed(order, {
          name: 'read',
          work: (traced) => reads.open(traced),
          seconds: this.readSeconds,
          ended: (outcome, fields) => {
            const label = outcome === undefined ? 'failed' : readLabel(outcome);
            this.readCounts.add(label);
            log.debug({ ...fields, path: order.path.split('?', 1)[0], outcome: label }, 'read');
            return label;
          },
        }),
    };
  }

  async #observed<Order extends TracedOrder, Outcome>(
    order: Order,
    observer: Observer<Order, Outcome>,
  ): Promise<Outcome> {
    const { ended, name, seconds, work } = observer;
    const step = this.#traces.begin(order.trace, name, 'client');
    const beganMs = performance.now();
    let outcome: Outcome | undefined;
    try {
      outcome = await work({ ...order, trace: step.traceparent });
      return outcome;
    } finally {
      const ms = performance.now() - beganMs;
      seconds.observe(ms / 1000);
      const fields = { traceId: step.context.traceId, sid: order.sid, operation: name, ms: Math.round(ms) };
      const label = ended(outcome, fields);
      step.end({ 'kitestring.sid': order.sid, 'kitestring.outcome': label }, label === 'failed' || label === 'unknown');
    }
  }
}

interface ObservedRequestsDeps {
  readonly commands: CommandSender;
  readonly reads: ReadOpener;
  readonly traces: Traces;
  readonly log: Log;
}

interface TracedOrder {
  readonly sid: string;
  readonly trace?: string | undefined;
}

interface Observer<Order, Outcome> {
  readonly name: string;
  readonly work: (traced: Order & { readonly trace: string }) => Promise<Outcome>;
  readonly seconds: { observe(seconds: number): void };
  /** Without an outcome when it failed because of the store or a bug. @returns the outcome as a word */
  readonly ended: (outcome: Outcome | undefined, fields: object) => string;
}

const labelOf = (outcome: CommandOutcome): (typeof COMMAND_OUTCOMES)[number] => {
  if (outcome.kind !== 'answered') return outcome.kind;
  return outcome.status < 400 ? 'accepted' : 'refused';
};

const readLabel = ({ kind }: ReadOutcome): (typeof READ_OUTCOMES)[number] => (kind === 'answer' ? 'answered' : kind);
