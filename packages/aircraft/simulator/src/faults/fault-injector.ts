import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { FaultRequest, FaultState } from '@kitestring/station-contract/sim/fault.ts';
import type { FaultType } from '@kitestring/station-contract/sim/faults.ts';
import type { StepRates } from '../step-rates.ts';
import { type CheckedRequest, checkedRequest } from './fault-figures.ts';
import type { FaultEffect, FaultKind, FaultKindOf, FaultMemory, FaultWorld, TetheredFaultWorld } from './fault-kind.ts';

/** Maximum number of scheduled and active faults. */
export const MAX_OPEN_FAULTS = 100;
/** Maximum number of faults that are kept; beyond it the oldest that has ended is dropped. */
export const MAX_KEPT_FAULTS = 1000;

/** Why a fault, or its end, is not possible now. The state of a fault has an `id`, a refusal has none. */
export interface FaultRefusal {
  readonly reason: string;
}

export const isFaultRefusal = (answer: FaultState | FaultRefusal): answer is FaultRefusal => !('id' in answer);

/** Dependencies of faults: the world, what can fail in it, and its time. */
interface FaultInjectorDeps<World> {
  readonly world: World;
  /** A type that is not in it is refused. */
  readonly kinds: { readonly [T in FaultType]?: FaultKindOf<T, World> };
  readonly rates: StepRates;
  /** Steps since the start, and the station time of a step. */
  readonly stepCount: () => number;
  readonly timeUs: (step: number) => number;
}

/*
 *              at = 0
 *    inject ──────────────────────────▶ active ── duration over ──▶ expired
 *       │ at > 0                        ▲    └───── clear ────────▶ cleared
 *       └─────▶ scheduled ── its step ──┤                             ▲
 *                   │                   └─ not allowed ─▶ impossible  │
 *                   └──────────────────── clear ──────────────────────┘
 */
interface FaultRecord<World> extends SavedFault {
  /** Its parameters are those of the request. */
  readonly kind: FaultKind<never, World>;
  effect: FaultEffect | undefined;
}

/** All of a fault that a snapshot holds. */
interface SavedFault {
  readonly id: string;
  readonly request: CheckedRequest;
  readonly beginStep: number;
  /** The step at which its duration ends. */
  readonly dueStep: number;
  status: FaultState['status'];
  hasBegun: boolean;
  /** Why it was not possible. */
  reason: string | undefined;
  endedStep: number | undefined;
}

const isOpen = ({ status }: SavedFault): boolean => status === 'scheduled' || status === 'active';

/**
 * Starts and ends faults, each at exactly its step: all times are whole steps, so that the result does not depend on
 * how the steps are batched.
 */
export class FaultInjector<World extends Pick<TetheredFaultWorld, 'replaceTether'> = FaultWorld> {
  readonly #deps: FaultInjectorDeps<World>;
  readonly #records: FaultRecord<World>[] = [];
  /** Scheduled and active faults only: an ended fault costs nothing per step. */
  #open: FaultRecord<World>[] = [];
  #lastId = 0;
  /** The next step at which anything is due. */
  #dueStep = Number.POSITIVE_INFINITY;

  constructor(deps: FaultInjectorDeps<World>) {
    this.#deps = deps;
  }

  /** A fault resumes as it begins; what that changes is then replaced by the saved state of the simulation. */
  [STATE](archive: StateArchive): void {
    [this.#lastId, this.#dueStep] = archive.all(this.#lastId, this.#dueStep);
    const saved = archive.of(this.#records.map(({ kind: _, effect, ...fault }) => ({ fault, before: effect?.before })));
    if (archive.isRestoring) this.#resume(saved);
  }

  #resume(saved: readonly { readonly fault: SavedFault; readonly before: FaultMemory | undefined }[]): void {
    for (const { effect } of this.#open.toReversed()) effect?.end();
    const records = saved.map(({ fault, before }): FaultRecord<World> => {
      const kind = this.#kindOf(fault.request.type) as FaultKind<never, World>;
      const { figures, severity } = fault.request;
      const isActive = fault.status === 'active';
      return {
        ...fault,
        kind,
        effect: isActive ? effectOf(kind.begin(this.#deps.world, figures as never, severity, before)) : undefined,
      };
    });
    this.#records.splice(0, this.#records.length, ...records);
    this.#open = records.filter(isOpen);
  }

  /**
   * A fault that starts now takes effect before the next step.
   * @returns its state, or why it is not possible
   * @throws RangeError for an unknown type or parameter
   */
  inject(request: FaultRequest): FaultState | FaultRefusal {
    const checked = checkedRequest(request);
    const kind = this.#kindOf(checked.type);
    if (kind === undefined) return { reason: `${checked.type} acts on a part that is not simulated here` };
    const record = this.#recordOf(checked, kind);
    const count = this.#open.length;
    if (count >= MAX_OPEN_FAULTS) return { reason: `${count} faults are open, no more are possible: clear one first` };
    const isNow = record.beginStep === this.#deps.stepCount();
    const reason = isNow ? this.#refusalOf(record) : this.#neverPossible(record);
    if (reason !== undefined) return { reason };
    this.#lastId += 1;
    this.#keep(record);
    if (isNow) this.#begin(record);
    this.#plan();
    return this.#stateOf(record);
  }

  /** All faults that are kept, in order of request. */
  list(): readonly FaultState[] {
    return this.#records.map((record) => this.#stateOf(record));
  }

  /** @returns undefined for an unknown fault; an ended one is returned unchanged */
  clear(id: string): FaultState | FaultRefusal | undefined {
    const record = this.#records.find((known) => known.id === id);
    if (record === undefined) return undefined;
    const reason = this.#clear(record);
    this.#plan();
    return reason === undefined ? this.#stateOf(record) : { reason };
  }

  /**
   * Also replaces a tether that parted without a fault, once the Kite is on the ground.
   * @returns all that were open, in their present state: one that cannot be cleared yet stays active and says why
   */
  clearAll(): readonly FaultState[] {
    // Last in, first out: a fault on top of another one is removed first.
    const open = this.#open.toReversed();
    const reasons = new Map(open.map((record) => [record, this.#clear(record)]));
    this.#plan();
    if (this.#open.length === 0) this.#deps.world.replaceTether();
    return open.reverse().map((record) => {
      const reason = reasons.get(record);
      return { ...this.#stateOf(record), ...(reason !== undefined && { reason }) };
    });
  }

  /** Called before every step: ends, starts and updates the faults that are due. */
  step(stepCount: number): void {
    if (stepCount < this.#dueStep) return;
    // Ends come first: what they release may be claimed in the same step.
    for (const record of this.#open) this.#expireIfDue(record, stepCount);
    for (const record of this.#open) this.#beginIfDue(record, stepCount);
    for (const { status, effect, beginStep } of this.#open) {
      if (status === 'active') effect?.step?.(this.#deps.rates.seconds(stepCount - beginStep));
    }
    this.#plan();
  }

  #kindOf(type: FaultType): FaultKind<never, World> | undefined {
    return this.#deps.kinds[type];
  }

  #recordOf(request: CheckedRequest, kind: FaultKind<never, World>): FaultRecord<World> {
    const { rates, stepCount } = this.#deps;
    const beginStep = stepCount() + Math.round((request.atS * 1e6) / rates.stepUs);
    const lengthS = request.durationS ?? kind.lengthS?.(request.figures as never);
    return {
      id: String(this.#lastId + 1),
      request,
      kind,
      beginStep,
      dueStep: lengthS === undefined ? Number.POSITIVE_INFINITY : beginStep + rates.steps(lengthS),
      status: 'scheduled',
      hasBegun: false,
      reason: undefined,
      endedStep: undefined,
      effect: undefined,
    };
  }

  #keep(record: FaultRecord<World>): void {
    this.#records.push(record);
    this.#open.push(record);
    if (this.#records.length <= MAX_KEPT_FAULTS) return;
    const oldest = this.#records.findIndex((known) => !isOpen(known));
    this.#records.splice(oldest, 1);
  }

  /** Only reasons that cannot change until the fault is due: the aircraft lacks that part. */
  #neverPossible({ kind }: FaultRecord<World>): string | undefined {
    return kind.lacking?.(this.#deps.world);
  }

  #refusalOf(record: FaultRecord<World>): string | undefined {
    const { kind, request } = record;
    const lacking = this.#neverPossible(record);
    if (lacking !== undefined) return lacking;
    const claims = kind.claims(request.figures as never);
    for (const other of this.#open) {
      if (other.status !== 'active') continue;
      const shared = other.kind.claims(other.request.figures as never).find((claim) => claims.includes(claim));
      if (shared !== undefined) return `fault ${other.id} (${other.request.type}) is on the same thing: ${shared}`;
    }
    return kind.refusal?.(this.#deps.world, request.figures as never);
  }

  #begin(record: FaultRecord<World>): void {
    const { kind, request } = record;
    record.status = 'active';
    record.hasBegun = true;
    record.effect = effectOf(kind.begin(this.#deps.world, request.figures as never, request.severity));
    record.effect.step?.(0);
  }

  #beginIfDue(record: FaultRecord<World>, stepCount: number): void {
    if (record.status !== 'scheduled' || stepCount < record.beginStep) return;
    record.reason = this.#refusalOf(record);
    if (record.reason === undefined) this.#begin(record);
    else this.#end(record, 'impossible');
  }

  /** A fault that cannot end yet is tried again until it can. */
  #expireIfDue(record: FaultRecord<World>, stepCount: number): void {
    if (record.status !== 'active' || stepCount < record.dueStep) return;
    if (record.effect?.endRefusal?.() === undefined) this.#end(record, 'expired');
  }

  /** @returns why it cannot be cleared now */
  #clear(record: FaultRecord<World>): string | undefined {
    if (!isOpen(record)) return undefined;
    const reason = record.effect?.endRefusal?.();
    if (reason === undefined) this.#end(record, 'cleared');
    return reason;
  }

  #end(record: FaultRecord<World>, status: 'expired' | 'cleared' | 'impossible'): void {
    record.effect?.end();
    record.effect = undefined;
    record.status = status;
    record.endedStep = this.#deps.stepCount();
  }

  #plan(): void {
    const nowStep = this.#deps.stepCount();
    const nextStep = nowStep + this.#deps.rates.control;
    let due = Number.POSITIVE_INFINITY;
    if (!this.#open.every(isOpen)) this.#open = this.#open.filter(isOpen);
    for (const { status, beginStep, dueStep, effect } of this.#open) {
      if (status === 'scheduled') due = Math.min(due, beginStep);
      if (status !== 'active') continue;
      due = Math.min(due, dueStep > nowStep ? dueStep : nextStep);
      if (effect?.step !== undefined) due = Math.min(due, nextStep);
    }
    this.#dueStep = due;
  }

  #stateOf(record: FaultRecord<World>): FaultState {
    const { id, request, status, reason, beginStep, dueStep, endedStep } = record;
    const { timeUs, stepCount } = this.#deps;
    const isEndKnown = Number.isFinite(dueStep) && dueStep > stepCount();
    const endStep = endedStep ?? (isEndKnown ? dueStep : undefined);
    return {
      id,
      type: request.type,
      status,
      ...(reason !== undefined && { reason }),
      ...((isOpen(record) || record.hasBegun) && { begin_time: formatTimestamp(timeUs(beginStep)) }),
      ...(endStep !== undefined && { end_time: formatTimestamp(timeUs(endStep)) }),
      severity: request.severity,
      parameters: { ...request.figures },
    };
  }
}

const effectOf = (begun: ReturnType<FaultKind<never>['begin']>): FaultEffect =>
  typeof begun === 'function' ? { end: begun } : begun;
