import { ControlLease } from '@kitestring/client/control-lease.ts';
import { ControlRenewal } from '@kitestring/client/control-renewal.ts';
import { Store } from '@kitestring/console-ui/store.ts';
import type { HandoffState } from '@kitestring/station-contract/handoff/handoff-state.ts';
import type { RegulatoryMode } from '@kitestring/station-contract/system/system-info.ts';
import type { StationLink } from '../station/station-link.ts';
import { type ControlSession, type ControlSessionEvent, nextControlSession } from './control-session.ts';
import { controlRequest, keepOperator, keptOperator, type Operator } from './operator.ts';
import type { PositionState } from './operator-position.ts';
import RenewalTimer from './renewal-timer.ts?worker&inline';

/**
 * A hidden page keeps control for this time, for a look into another tab; then it releases it, so that a forgotten page
 * blocks no other operator.
 */
const HIDDEN_MAX_MS = 120_000;

export interface ControlState {
  readonly control: ControlSession;
  readonly operator: Operator;
  /** Why the station refused the operator's last request. */
  readonly trouble: unknown;
  readonly isBusy: boolean;
  readonly mode: RegulatoryMode | undefined;
  readonly position: PositionState;
}

interface ControlStoreDeps {
  readonly link: StationLink;
  readonly sessionId: string;
  readonly storage: Storage;
  readonly control: ControlSession;
  /** Name of the account that is signed in; with an API key the operator enters one. */
  readonly ownName?: string | undefined;
  /** Lease of control unless it is renewed. */
  readonly leaseS: number;
}

/**
 * Keeps control, or a place in the queue, for this page as long as the operator wants it. Invariant: control that was
 * not renewed in time is lost, and only the operator requests it again.
 */
export class ControlStore extends Store<ControlState> {
  readonly link: StationLink;
  readonly #sessionId: string;
  readonly #storage: Storage;
  readonly #ownName: string | undefined;
  readonly #leaseMs: number;
  readonly #lease: ControlLease;
  readonly #renewal: ControlRenewal;
  #hiddenAtMs: number | undefined;
  #timer: Worker | undefined;

  constructor({ leaseS, link, control, ownName, sessionId, storage }: ControlStoreDeps) {
    super({
      control,
      operator: { ...keptOperator(storage), ...(ownName !== undefined && { name: ownName }) },
      trouble: undefined,
      isBusy: false,
      mode: undefined,
      position: { kind: 'off' },
    });
    this.link = link;
    this.#sessionId = sessionId;
    this.#storage = storage;
    this.#ownName = ownName;
    this.#leaseMs = leaseS * 1000;
    this.#lease = new ControlLease({ leaseMs: () => this.#leaseNowMs, heldAtLeastMs: this.#leaseMs });
    this.#renewal = new ControlRenewal({
      lease: this.#lease,
      request: (options) => link.call(({ handoff }) => handoff.requestControl(this.#request(), options)),
      answered: () => this.#timer?.postMessage(this.#leaseNowMs),
      refused: (trouble) => {
        this.#happened({ kind: 'refused' });
        this.#change({ trouble });
      },
      lapsed: () => this.#happened({ kind: 'lost', loss: { kind: 'lapsed' } }),
    });
  }

  /** Requests control, or joins the queue for it. */
  ask(): void {
    this.#happened({ kind: 'asked' });
    this.#change({ trouble: undefined });
    this.#renewNow();
  }

  /** Releases control to the first client in the queue, if any; a waiting client leaves the queue. */
  async giveUp(): Promise<void> {
    this.#happened({ kind: 'gaveUp' });
    await this.#command(() => this.#release());
  }

  /** Overrides the client in control. */
  async override(): Promise<void> {
    const sinceAsked = this.#lease.ask();
    const isTaken = await this.#command(() =>
      this.link.call(({ handoff }) => handoff.overrideControl(this.#request())),
    );
    if (!isTaken) return;
    this.#happened({ kind: 'asked' });
    this.#lease.granted(sinceAsked);
    this.#timer?.postMessage(this.#leaseNowMs);
    // The topic may have reported it before the answer arrived.
    const { value } = this.link.topic('handoff/state').snapshot();
    if (value !== undefined) this.#seen(value, false);
  }

  /** Station time runs at another speed now. */
  speedChanged(): void {
    if (this.snapshot().control.kind === 'holding') this.#renewNow();
  }

  lossRead(): void {
    this.#happened({ kind: 'lossRead' });
  }

  choose(change: Partial<Operator>): void {
    const operator = { ...this.snapshot().operator, ...change };
    // Without a name the station would refuse the next renewal.
    if (operator.name.trim() === '' && this.snapshot().control.kind !== 'out') return;
    // The name typed for sign-ins with a key is kept unchanged.
    const name = this.#ownName === undefined ? operator.name : keptOperator(this.#storage).name;
    keepOperator(this.#storage, { ...operator, name });
    this.#change({ operator });
  }

  /** Remote ID rule of this system. */
  ruled(mode: RegulatoryMode | undefined): void {
    this.#change({ mode });
  }

  /** Position according to the browser. */
  located(position: PositionState): void {
    this.#change({ position });
  }

  protected override begin(): () => void {
    const topic = this.link.topic('handoff/state');
    let isFirst = true;
    let last: HandoffState | undefined = topic.snapshot().value;
    const see = () => {
      const { status, value } = topic.snapshot();
      if (value === undefined || value === last || status !== 'live') return;
      last = value;
      this.#seen(value, isFirst);
      isFirst = false;
    };
    const leave = topic.subscribe(see);
    const timer = new RenewalTimer();
    this.#timer = timer;
    timer.addEventListener('message', () => this.#beat());
    document.addEventListener('visibilitychange', this.#watchSight);
    return () => {
      leave();
      timer.terminate();
      this.#timer = undefined;
      document.removeEventListener('visibilitychange', this.#watchSight);
    };
  }

  #renewNow(): void {
    void this.#renewal.renew();
  }

  /** In real time, as given by the station, whose own time may run faster or slower. */
  get #leaseNowMs(): number {
    return this.link.client.controlLeaseMs ?? this.#leaseMs;
  }

  readonly #watchSight = (): void => {
    this.#hiddenAtMs = document.hidden ? performance.now() : undefined;
  };

  #seen(state: HandoffState, isFirst: boolean): void {
    const isFast = this.#leaseNowMs < this.#leaseMs;
    if (isFast && this.#lease.isHeld && !this.#lease.hasLapsed && state.controlling_client === null) return;
    this.#happened({ kind: 'seen', state, sessionId: this.#sessionId, isFirst });
    const { control } = this.snapshot();
    const hasOld = control.kind === 'out' && control.loss?.kind === 'lapsed';
    // A renewal delayed by the network has obtained control that is no longer wanted.
    if (hasOld && state.controlling_client?.session_id === this.#sessionId) void this.#release().catch(() => undefined);
  }

  #beat(): void {
    const { control } = this.snapshot();
    if (control.kind === 'out' || this.#renewal.endIfLapsed()) return;
    if (this.#hiddenAtMs !== undefined && performance.now() - this.#hiddenAtMs > HIDDEN_MAX_MS) {
      this.#happened({ kind: 'lost', loss: { kind: 'hidden' } });
      void this.#release().catch(() => undefined);
      return;
    }
    this.#renewal.renewIfDue();
  }

  /** After requests in flight, which would join the queue again. */
  async #release(): Promise<void> {
    await this.#renewal.settled();
    await this.link.call(({ handoff }) => handoff.releaseControl());
  }

  async #command(send: () => Promise<unknown>): Promise<boolean> {
    this.#change({ trouble: undefined, isBusy: true });
    try {
      await send();
      return true;
    } catch (trouble) {
      this.#change({ trouble });
      return false;
    } finally {
      this.#change({ isBusy: false });
    }
  }

  #request() {
    const { mode, operator, position } = this.snapshot();
    return controlRequest(operator, mode, position.kind === 'known' ? position.position : undefined);
  }

  #happened(event: ControlSessionEvent): void {
    const before = this.snapshot().control;
    const control = nextControlSession(before, event);
    if (control === before) return;
    // A waiting page gets control from the queue; a reloaded one had it before.
    if (control.kind !== 'holding') this.#lease.ended();
    else if (!this.#lease.isHeld) {
      this.#lease.granted();
      this.#renewNow();
    }
    this.#change({ control });
    // A renewal that arrived after another client took control has put this page into the queue unintentionally.
    if (control.kind === 'out' && control.loss?.kind === 'taken') void this.#release().catch(() => undefined);
  }

  #change(change: Partial<ControlState>): void {
    this.become({ ...this.snapshot(), ...change });
  }
}
