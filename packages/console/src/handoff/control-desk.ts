import { ApiError } from '@kitestring/client/api-error.ts';
import type { HandoffState } from '@kitestring/contract/handoff/handoff-state.ts';
import type { RegulatoryMode } from '@kitestring/contract/system/system-info.ts';
import type { StationLink } from '../station/station-link.ts';
import { nextSeat, type Seat, type SeatEvent } from './control-seat.ts';
import { controlRequest, keepOperator, keptOperator, type Operator } from './operator.ts';
import type { PositionState } from './operator-position.ts';
import RenewalTimer from './renewal-timer.ts?worker&inline';

/** Control lasts 10 s: two renewals may be lost on the way. */
const RENEW_EVERY_MS = 3500;
const ANSWER_WITHIN_MS = 3000;
/**
 * A page that is out of sight keeps control for so long, for a look into another tab; then it gives it up, so that a page
 * that somebody forgot keeps nobody out.
 */
export const HIDDEN_MAX_MS = 120_000;

export interface ControlDeskState {
  readonly seat: Seat;
  readonly operator: Operator;
  /** Why the station did not do what the operator asked of it last. */
  readonly trouble: unknown;
  readonly isBusy: boolean;
  readonly mode: RegulatoryMode | undefined;
  readonly position: PositionState;
}

export interface ControlDeskParts {
  readonly link: StationLink;
  readonly sessionId: string;
  readonly storage: Storage;
  readonly seat: Seat;
}

/** Keeps control, or a place in the queue, for this page while the operator wants it. */
export class ControlDesk {
  readonly link: StationLink;
  readonly #sessionId: string;
  readonly #storage: Storage;
  readonly #listeners = new Set<() => void>();
  #state: ControlDeskState;
  #stop: (() => void) | undefined;
  #renewal: Promise<void> | undefined;
  #renewedAtMs = Number.NEGATIVE_INFINITY;
  #hiddenAtMs: number | undefined;

  constructor({ link, seat, sessionId, storage }: ControlDeskParts) {
    this.link = link;
    this.#sessionId = sessionId;
    this.#storage = storage;
    const operator = keptOperator(storage);
    this.#state = {
      seat,
      operator,
      trouble: undefined,
      isBusy: false,
      mode: undefined,
      position: { kind: 'off' },
    };
  }

  readonly state = (): ControlDeskState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#stop ??= this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  };

  /** Takes control, or joins the queue for it. */
  ask(): void {
    this.#happened({ kind: 'asked' });
    this.#become({ trouble: undefined });
    void this.#renew();
  }

  /** Gives control to the first that waits, or to nobody; one that waits leaves the queue. */
  async giveUp(): Promise<void> {
    this.#happened({ kind: 'gaveUp' });
    await this.#command(() => this.#release());
  }

  /** Takes control from whoever has it. */
  async override(): Promise<void> {
    const isTaken = await this.#command(() =>
      this.link.call(({ handoff }) => handoff.overrideControl(this.#request())),
    );
    if (!isTaken) return;
    this.#happened({ kind: 'asked' });
    // The topic may have told of it before the answer came.
    const { value } = this.link.topic('handoff/state').snapshot();
    if (value !== undefined) this.#seen(value, false);
  }

  lossRead(): void {
    this.#happened({ kind: 'lossRead' });
  }

  choose(change: Partial<Operator>): void {
    const operator = { ...this.#state.operator, ...change };
    // Without a name the station would refuse the next renewal.
    if (operator.name.trim() === '' && this.#state.seat.kind !== 'out') return;
    keepOperator(this.#storage, operator);
    this.#become({ operator });
  }

  /** The Remote ID rule of this system. */
  ruled(mode: RegulatoryMode | undefined): void {
    this.#become({ mode });
  }

  /** What the browser says about where it is. */
  located(position: PositionState): void {
    this.#become({ position });
  }

  #start(): () => void {
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
    timer.addEventListener('message', () => this.#beat());
    document.addEventListener('visibilitychange', this.#watchSight);
    return () => {
      leave();
      timer.terminate();
      document.removeEventListener('visibilitychange', this.#watchSight);
    };
  }

  readonly #watchSight = (): void => {
    this.#hiddenAtMs = document.hidden ? performance.now() : undefined;
  };

  #seen(state: HandoffState, isFirst: boolean): void {
    this.#happened({ kind: 'seen', state, sessionId: this.#sessionId, isFirst });
  }

  #beat(): void {
    const nowMs = performance.now();
    if (this.#state.seat.kind === 'out') return;
    if (this.#hiddenAtMs !== undefined && nowMs - this.#hiddenAtMs > HIDDEN_MAX_MS) {
      this.#happened({ kind: 'lost', loss: { kind: 'hidden' } });
      void this.#release().catch(() => undefined);
      return;
    }
    if (nowMs - this.#renewedAtMs >= RENEW_EVERY_MS) void this.#renew();
  }

  #renew(): Promise<void> {
    this.#renewal ??= this.#renewOnce().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #renewOnce(): Promise<void> {
    this.#renewedAtMs = performance.now();
    try {
      await this.link.call(({ handoff }) => handoff.requestControl(this.#request(), { timeoutMs: ANSWER_WITHIN_MS }));
    } catch (error) {
      // What the station refuses, it refuses the next time too; what did not arrive is tried again.
      if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500) return;
      this.#happened({ kind: 'refused' });
      this.#become({ trouble: error });
    }
  }

  /** After what is still on its way, which would join the queue anew. */
  async #release(): Promise<void> {
    await this.#renewal;
    await this.link.call(({ handoff }) => handoff.releaseControl());
  }

  async #command(send: () => Promise<unknown>): Promise<boolean> {
    this.#become({ trouble: undefined, isBusy: true });
    try {
      await send();
      return true;
    } catch (trouble) {
      this.#become({ trouble });
      return false;
    } finally {
      this.#become({ isBusy: false });
    }
  }

  #request() {
    const { mode, operator, position } = this.#state;
    return controlRequest(operator, mode, position.kind === 'known' ? position.position : undefined);
  }

  #happened(event: SeatEvent): void {
    const seat = nextSeat(this.#state.seat, event);
    if (seat === this.#state.seat) return;
    this.#become({ seat });
    // A renewal that came after the other one took control has put this page into the queue, which nobody asked for.
    if (seat.kind === 'out' && seat.loss?.kind === 'taken') void this.#release().catch(() => undefined);
  }

  #become(change: Partial<ControlDeskState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
