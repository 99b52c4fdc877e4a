import type { WindConditions } from '@kitestring/aircraft-simulator/air/wind.ts';
import type { TetheredAirframe } from '@kitestring/aircraft-simulator/airframe/tethered-airframe.ts';
import { isFaultRefusal } from '@kitestring/aircraft-simulator/faults/fault-injector.ts';
import type { FaultRequest } from '@kitestring/station-contract/sim/fault.ts';
import type { TetherEvent } from './tether-event.ts';

/** Something that happens to the aircraft at a time after it has lifted off. */
export type TimelineAction =
  | { readonly kind: 'fault'; readonly name: string; readonly request: FaultRequest }
  | { readonly kind: 'clear'; readonly name: string }
  | { readonly kind: 'wind'; readonly wind: Partial<WindConditions> };

export interface TimelineEntry {
  /** After the first lift-off, seconds. */
  readonly atS: number;
  readonly action: TimelineAction;
}

/** Carries out a timeline on one aircraft. */
export class Timeline {
  readonly #left: TimelineEntry[];
  readonly #ids = new Map<string, string>();
  #liftedOffS: number | undefined;
  /** Faults by id whose beginning or end was told. */
  readonly #told = new Map<string, string>();

  constructor(entries: readonly TimelineEntry[]) {
    this.#left = entries.toSorted((a, b) => a.atS - b.atS);
  }

  /** @returns what has happened since the last call */
  step(airframe: TetheredAirframe): readonly TetherEvent[] {
    if (this.#liftedOffS === undefined && !airframe.multirotor.isOnGround) this.#liftedOffS = airframe.timeS;
    const events: TetherEvent[] = [];
    if (this.#liftedOffS === undefined) return events;
    const sinceS = airframe.timeS - this.#liftedOffS;
    while (this.#left[0] !== undefined && this.#left[0].atS <= sinceS) {
      const { action } = this.#left.shift() as TimelineEntry;
      events.push(...this.#act(airframe, action));
    }
    return [...events, ...this.#changes(airframe)];
  }

  #act({ faults, wind }: TetheredAirframe, action: TimelineAction): readonly TetherEvent[] {
    switch (action.kind) {
      case 'fault': {
        const answer = faults.inject(action.request);
        const fault = action.request.type;
        if (isFaultRefusal(answer)) return [{ event: 'FaultRefused', fault, reason: answer.reason }];
        this.#ids.set(action.name, answer.id);
        return [];
      }
      case 'clear': {
        const answer = faults.clear(this.#ids.get(action.name) ?? '');
        if (answer === undefined || !isFaultRefusal(answer)) return [];
        return [{ event: 'FaultRefused', fault: action.name, reason: answer.reason }];
      }
      case 'wind': {
        const next = { ...wind.base, ...action.wind };
        wind.set(next);
        return [{ event: 'WindChanged', speedMps: next.speedMps, fromDeg: next.fromDeg }];
      }
    }
  }

  #changes({ faults }: TetheredAirframe): readonly TetherEvent[] {
    if (this.#ids.size === 0) return [];
    return faults.list().flatMap(({ id, reason, status, type }): TetherEvent[] => {
      const before = this.#told.get(id);
      if (before === status) return [];
      this.#told.set(id, status);
      if (status === 'active') return [{ event: 'FaultBegan', fault: type }];
      if (status === 'impossible') return [{ event: 'FaultRefused', fault: type, reason: reason ?? '' }];
      if (status === 'scheduled') return [];
      return [{ event: 'FaultEnded', fault: type }];
    });
  }
}
