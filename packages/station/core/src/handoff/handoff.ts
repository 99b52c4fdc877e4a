import { type Cancel, type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { Listeners, type OnBug } from '@kitestring/base/containment.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { Topic } from '@kitestring/base/topic.ts';
import { WakeUp } from '@kitestring/base/wake-up.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { clientName } from '@kitestring/station-contract/handoff/client-name.ts';
import type { HandoffState, RequestingClient } from '@kitestring/station-contract/handoff/handoff-state.ts';
import type { RequestHandoffControl } from '@kitestring/station-contract/handoff/request-handoff-control.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { type Claim, type OperatorReport, readClaim } from './claim.ts';

export type { OperatorReport } from './claim.ts';

interface HandoffDeps {
  readonly clock: Clock;
  /** Lease of control, seconds: control lapses unless it is requested again. */
  readonly leaseS: number;
  /** Lease of a place in the queue, seconds. */
  readonly queuePlaceS: number;
  /** Maximum age of operator data, seconds. */
  readonly operatorMaxAgeS: number;
  readonly onBug?: OnBug | undefined;
}

/** A client that is in control or in the queue. */
interface Claimant extends Claim {
  readonly caller: Caller;
  /** Start of its control, or of its place in the queue. */
  readonly changedUs: number;
  /** End of its lease. */
  readonly untilUs: number;
}

/** Far more than the clients of a site; further ones are refused, and retry. */
const QUEUE_MAX = 100;

/**
 * Control of the Kite. Invariants: at most one session is in control; no session is both in control and in the queue;
 * the queue is in order of joining; while the queue is not empty, a session is in control.
 */
export class Handoff {
  /** Published state: client in control, and queue. */
  readonly topic: Topic<HandoffState>;
  readonly #clock: Clock;
  readonly #leaseUs: number;
  readonly #queuePlaceUs: number;
  readonly #operatorMaxAgeUs: number;
  readonly #listeners: Listeners;
  #inControl: Claimant | undefined;
  #queue: readonly Claimant[] = [];
  /** Newest operator data of any client. */
  #newestOperator: OperatorReport | undefined;
  readonly #leaseEnd: WakeUp;

  constructor({ clock, leaseS, onBug, operatorMaxAgeS, queuePlaceS }: HandoffDeps) {
    this.topic = new Topic(() => this.#state(), onBug);
    this.#listeners = new Listeners('handoff', onBug);
    this.#clock = clock;
    this.#leaseEnd = new WakeUp(clock, () => {
      this.#settle();
      this.#wakeForNextEnd();
    });
    this.#leaseUs = leaseS * US_PER_S;
    this.#queuePlaceUs = queuePlaceS * US_PER_S;
    this.#operatorMaxAgeUs = operatorMaxAgeS * US_PER_S;
  }

  [STATE](archive: StateArchive): void {
    [this.#inControl, this.#queue, this.#newestOperator] = archive.all(
      this.#inControl,
      this.#queue,
      this.#newestOperator,
    );
    archive.in(this.#leaseEnd);
  }

  /** Whether the caller may command: control is free or the caller's own. Else CONTROL_TAKEN. */
  permit(caller: Caller): Result<void> {
    this.#settle();
    const other = this.#otherInControl(caller);
    return other === undefined ? accepted : taken(other);
  }

  /**
   * Grants control to the caller or renews it, or grants or renews a place in the queue. Refuses with INVALID_REQUEST,
   * OPERATOR_POSITION_REQUIRED, and CONTROL_TAKEN when the queue is full.
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

  /** Releases control or the place in the queue. Succeeds for a caller that has neither. */
  release(caller: Caller): Result<void> {
    this.dropSession(caller.sessionId);
    return accepted;
  }

  /** Takes control at once; the previous client loses it. The caller's scope has been checked before. */
  override(caller: Caller, body: RequestHandoffControl): Result<void> {
    const claim = this.#read(body);
    if (!claim.ok) return claim;
    this.#settle();
    this.#grant(caller, claim.value);
    return accepted;
  }

  /** Ends control and queue places of sessions that are not open, after a reset to a time at which they were. */
  dropEnded(isOpen: (sessionId: string) => boolean): void {
    const clients = [...(this.#inControl === undefined ? [] : [this.#inControl]), ...this.#queue];
    for (const { caller } of clients) if (!isOpen(caller.sessionId)) this.dropSession(caller.sessionId);
  }

  /** Ends control and queue place of a session that has ended. */
  dropSession(sessionId: string): void {
    this.#settle();
    const isHolder = this.#inControl !== undefined && isSession(this.#inControl, sessionId);
    const queue = this.#queue.filter((client) => !isSession(client, sessionId));
    if (!isHolder && queue.length === this.#queue.length) return;
    this.#queue = queue;
    if (isHolder) this.#passOn();
    this.#changed();
  }

  /**
   * Operator for Remote ID: of the client in control or, when it has given no data recently, the newest data of any
   * client. Data count for a time after they were given, independent of leases. Undefined without any.
   */
  operator(): OperatorReport | undefined {
    this.#settle();
    return [this.#inControl?.operator, this.#newestOperator].find((report) => this.#isFresh(report));
  }

  /** Calls back after each change, including renewals. */
  onChange(listener: () => void): Cancel {
    return this.#listeners.add(listener);
  }

  /** Cancels all timers. */
  stop(): void {
    this.#leaseEnd.cancel();
  }

  #read(body: RequestHandoffControl): Result<Claim> {
    const claim = readClaim(body, this.#clock.nowUs());
    if (claim.ok) this.#newestOperator = claim.value.operator ?? this.#newestOperator;
    return claim;
  }

  #isFresh(report: OperatorReport | undefined): boolean {
    return report !== undefined && this.#clock.nowUs() - report.atUs <= this.#operatorMaxAgeUs;
  }

  #otherInControl(caller: Caller): Claimant | undefined {
    return this.#inControl === undefined || isSession(this.#inControl, caller.sessionId) ? undefined : this.#inControl;
  }

  #grant(caller: Caller, claim: Claim): void {
    const nowUs = this.#clock.nowUs();
    const isRenewal = this.#inControl !== undefined && isSession(this.#inControl, caller.sessionId);
    const changedUs = isRenewal ? (this.#inControl?.changedUs ?? nowUs) : nowUs;
    this.#inControl = { ...claim, caller, changedUs, untilUs: nowUs + this.#leaseUs };
    this.#queue = this.#queue.filter((client) => !isSession(client, caller.sessionId));
    this.#changed();
  }

  #enqueue(caller: Caller, claim: Claim, holder: Claimant): Result<'queued'> {
    const nowUs = this.#clock.nowUs();
    const waiting = this.#queue.find((other) => isSession(other, caller.sessionId));
    const changedUs = waiting?.changedUs ?? nowUs;
    const client = { ...claim, caller, changedUs, untilUs: nowUs + this.#queuePlaceUs };
    if (waiting === undefined && this.#queue.length >= QUEUE_MAX)
      return refuse('CONTROL_TAKEN.queueFull', { client: clientName(toWire(holder)), most: QUEUE_MAX });
    this.#queue =
      waiting === undefined
        ? [...this.#queue, client]
        : this.#queue.map((other) => (other === waiting ? client : other));
    this.#changed();
    return ok('queued');
  }

  /** Ends expired leases. Queue places first: an expired place never gains control. */
  #settle(): void {
    const nowUs = this.#clock.nowUs();
    const queue = this.#queue.filter(({ untilUs }) => untilUs > nowUs);
    const isLeaseOver = this.#inControl !== undefined && this.#inControl.untilUs <= nowUs;
    if (!isLeaseOver && queue.length === this.#queue.length) return;
    this.#queue = queue;
    if (isLeaseOver) this.#passOn();
    this.#changed();
  }

  /** Passes control to the first in the queue, with a new lease; with an empty queue control is free. */
  #passOn(): void {
    const [first, ...others] = this.#queue;
    const nowUs = this.#clock.nowUs();
    this.#inControl = first && { ...first, changedUs: nowUs, untilUs: nowUs + this.#leaseUs };
    this.#queue = others;
  }

  #changed(): void {
    this.#wakeForNextEnd();
    this.topic.invalidate();
    this.#listeners.tell();
  }

  /** One timer at the earliest end is enough; after a renewal it only re-evaluates. */
  #wakeForNextEnd(): void {
    const clients = this.#inControl === undefined ? this.#queue : [this.#inControl, ...this.#queue];
    const nextUs = Math.min(...clients.map(({ untilUs }) => untilUs));
    if (nextUs < this.#leaseEnd.atUs) this.#leaseEnd.at(nextUs);
  }

  #state(): HandoffState {
    return {
      controlling_client: this.#inControl === undefined ? null : toWire(this.#inControl),
      requesting_clients: this.#queue.map(toWire),
    };
  }
}

const isSession = ({ caller }: Claimant, sessionId: string) => caller.sessionId === sessionId;

const taken = (client: Claimant): Result<never> =>
  refuse('CONTROL_TAKEN.taken', { client: clientName(toWire(client)) });

function toWire({ caller, operatorName, changedUs }: Claimant): RequestingClient {
  return {
    plugin_id: caller.callerId,
    plugin_name: caller.callerName,
    session_id: caller.sessionId,
    ...(caller.sessionName !== undefined && { session_name: caller.sessionName }),
    operator_name: operatorName,
    last_change: formatTimestamp(changedUs),
  };
}
