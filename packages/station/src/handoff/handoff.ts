import { clientNameOf } from '@kitestring/contract/handoff/client-name.ts';
import type { HandoffState, RequestingClient } from '@kitestring/contract/handoff/handoff-state.ts';
import type { RequestHandoffControl } from '@kitestring/contract/handoff/request-handoff-control.ts';
import { formatTimestamp } from '@kitestring/contract/timestamp.ts';
import type { Caller } from '../caller.ts';
import { Listeners, type OnBug } from '../containment.ts';
import { type Cancel, type Clock, US_PER_S } from '../ports/clock.ts';
import { accepted, ok, type Result, refuse } from '../refusal.ts';
import { Topic } from '../topic.ts';
import { type Claim, type OperatorReport, readClaim } from './claim.ts';

export type { OperatorReport } from './claim.ts';

export interface HandoffParts {
  readonly clock: Clock;
  /** How long control lasts without being asked for again, seconds. */
  readonly leaseS: number;
  /** How long a place in the queue lasts without being asked for again, seconds. */
  readonly queuePlaceS: number;
  /** How long the data of an operator count after they were given, seconds. */
  readonly operatorMaxAgeS: number;
  readonly onBug?: OnBug | undefined;
}

/** One client that is in control or waits for it. */
interface Client extends Claim {
  readonly caller: Caller;
  /** Since when it has been in control, or in the queue. */
  readonly changedUs: number;
  /** Until when it has control or its place. */
  readonly untilUs: number;
}

/** Far more than seats that a site has; the next one is refused, and asks again. */
const QUEUE_MAX = 100;

/**
 * Who may command. Invariants: at most one session is in control; no session is both in control and in the queue; the
 * queue is in order of joining; while somebody waits, somebody is in control.
 */
export class Handoff {
  /** For clients: who is in control and who waits. */
  readonly topic: Topic<HandoffState>;
  readonly #clock: Clock;
  readonly #leaseUs: number;
  readonly #queuePlaceUs: number;
  readonly #operatorMaxAgeUs: number;
  readonly #listeners: Listeners;
  #holder: Client | undefined;
  #queue: readonly Client[] = [];
  /** The newest data of an operator, whoever gave them. */
  #newestOperator: OperatorReport | undefined;
  #wakeUs = Number.POSITIVE_INFINITY;
  #cancelWake: Cancel = () => {};

  constructor({ clock, leaseS, onBug, operatorMaxAgeS, queuePlaceS }: HandoffParts) {
    this.topic = new Topic(() => this.#state(), onBug);
    this.#listeners = new Listeners('handoff', onBug);
    this.#clock = clock;
    this.#leaseUs = leaseS * US_PER_S;
    this.#queuePlaceUs = queuePlaceS * US_PER_S;
    this.#operatorMaxAgeUs = operatorMaxAgeS * US_PER_S;
  }

  /** Whether the caller may command: nobody or the caller itself is in control. Else CONTROL_TAKEN. */
  permit(caller: Caller): Result<void> {
    this.#settle();
    const other = this.#otherInControl(caller);
    return other === undefined ? accepted : taken(other);
  }

  /**
   * Gives control to the caller, renews it, or gives the caller a place in the queue, or renews that.
   * Refused with INVALID_REQUEST, OPERATOR_POSITION_REQUIRED, and CONTROL_TAKEN when the queue is full.
   */
  request(caller: Caller, body: RequestHandoffControl): Result<'granted' | 'queued'> {
    const claim = this.#read(body);
    if (!claim.ok) return claim;
    this.#settle();
    const other = this.#otherInControl(caller);
    if (other !== undefined) return this.#enqueue(caller, claim.value, other);
    this.#grant(caller, claim.value);
    return ok('granted');
  }

  /** Gives control, or the place in the queue, up. A caller that has neither has nothing to release, which is no mistake. */
  release(caller: Caller): Result<void> {
    this.dropSession(caller.sessionId);
    return accepted;
  }

  /** Takes control at once; the former holder is out. The caller's scope has been checked before. */
  override(caller: Caller, body: RequestHandoffControl): Result<void> {
    const claim = this.#read(body);
    if (!claim.ok) return claim;
    this.#settle();
    this.#grant(caller, claim.value);
    return accepted;
  }

  /** Takes control and the place in the queue from a session that has ended. */
  dropSession(sessionId: string): void {
    this.#settle();
    const isHolder = this.#holder !== undefined && isSession(this.#holder, sessionId);
    const queue = this.#queue.filter((client) => !isSession(client, sessionId));
    if (!isHolder && queue.length === this.#queue.length) return;
    this.#queue = queue;
    if (isHolder) this.#passOn();
    this.#changed();
  }

  /**
   * The operator for Remote ID: the one in control or, when that client has given no data lately, the one of whom the
   * newest are. Data count for a time after they were given, whether a lease still runs or not. Undefined without any.
   */
  operator(): OperatorReport | undefined {
    this.#settle();
    return [this.#holder?.operator, this.#newestOperator].find((report) => this.#isFresh(report));
  }

  /** Calls back after each change, a renewal included. */
  onChange(listener: () => void): Cancel {
    return this.#listeners.add(listener);
  }

  /** Lets go of the clock. */
  stop(): void {
    this.#cancelWake();
  }

  #read(body: RequestHandoffControl): Result<Claim> {
    const claim = readClaim(body, this.#clock.nowUs());
    if (claim.ok) this.#newestOperator = claim.value.operator ?? this.#newestOperator;
    return claim;
  }

  #isFresh(report: OperatorReport | undefined): boolean {
    return report !== undefined && this.#clock.nowUs() - report.atUs <= this.#operatorMaxAgeUs;
  }

  #otherInControl(caller: Caller): Client | undefined {
    return this.#holder === undefined || isSession(this.#holder, caller.sessionId) ? undefined : this.#holder;
  }

  #grant(caller: Caller, claim: Claim): void {
    const nowUs = this.#clock.nowUs();
    const isRenewal = this.#holder !== undefined && isSession(this.#holder, caller.sessionId);
    const changedUs = isRenewal ? (this.#holder?.changedUs ?? nowUs) : nowUs;
    this.#holder = { ...claim, caller, changedUs, untilUs: nowUs + this.#leaseUs };
    this.#queue = this.#queue.filter((client) => !isSession(client, caller.sessionId));
    this.#changed();
  }

  #enqueue(caller: Caller, claim: Claim, holder: Client): Result<'queued'> {
    const nowUs = this.#clock.nowUs();
    const waiting = this.#queue.find((other) => isSession(other, caller.sessionId));
    const changedUs = waiting?.changedUs ?? nowUs;
    const client = { ...claim, caller, changedUs, untilUs: nowUs + this.#queuePlaceUs };
    if (waiting === undefined && this.#queue.length >= QUEUE_MAX)
      return taken(holder, `, and the queue is full (${QUEUE_MAX})`);
    this.#queue =
      waiting === undefined
        ? [...this.#queue, client]
        : this.#queue.map((other) => (other === waiting ? client : other));
    this.#changed();
    return ok('queued');
  }

  /** Ends what has run out by now. Places first: nobody gets control with a place that is over. */
  #settle(): void {
    const nowUs = this.#clock.nowUs();
    const queue = this.#queue.filter(({ untilUs }) => untilUs > nowUs);
    const isLeaseOver = this.#holder !== undefined && this.#holder.untilUs <= nowUs;
    if (!isLeaseOver && queue.length === this.#queue.length) return;
    this.#queue = queue;
    if (isLeaseOver) this.#passOn();
    this.#changed();
  }

  /** Control goes to the first in the queue, with a fresh lease, or to nobody. */
  #passOn(): void {
    const [first, ...others] = this.#queue;
    const nowUs = this.#clock.nowUs();
    this.#holder = first && { ...first, changedUs: nowUs, untilUs: nowUs + this.#leaseUs };
    this.#queue = others;
  }

  #changed(): void {
    this.#wakeForNextEnd();
    this.topic.invalidate();
    this.#listeners.tell();
  }

  /** One scheduled call at the earliest end is enough; one that comes too early after a renewal only looks again. */
  #wakeForNextEnd(): void {
    const clients = this.#holder === undefined ? this.#queue : [this.#holder, ...this.#queue];
    const nextUs = Math.min(...clients.map(({ untilUs }) => untilUs));
    if (nextUs >= this.#wakeUs) return;
    this.#cancelWake();
    this.#wakeUs = nextUs;
    this.#cancelWake = this.#clock.schedule(nextUs, () => {
      this.#wakeUs = Number.POSITIVE_INFINITY;
      this.#settle();
      this.#wakeForNextEnd();
    });
  }

  #state(): HandoffState {
    return {
      controlling_client: this.#holder === undefined ? null : toWire(this.#holder),
      requesting_clients: this.#queue.map(toWire),
    };
  }
}

const isSession = ({ caller }: Client, sessionId: string) => caller.sessionId === sessionId;

const taken = (client: Client, remark = ''): Result<never> =>
  refuse('CONTROL_TAKEN', `${clientNameOf(toWire(client))} is in control${remark}`);

function toWire({ caller, operatorName, changedUs }: Client): RequestingClient {
  return {
    plugin_id: caller.pluginId,
    plugin_name: caller.pluginName,
    session_id: caller.sessionId,
    ...(caller.sessionName !== undefined && { session_name: caller.sessionName }),
    operator_name: operatorName,
    last_change: formatTimestamp(changedUs),
  };
}
