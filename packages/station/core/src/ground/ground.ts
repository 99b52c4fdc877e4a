import { type Cancel, type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import { accepted, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type {
  LineOrder as AskedLineOrder,
  GroundState,
} from '@kitestring/station-contract/station/ground-equipment.ts';
import type { Handoff } from '../handoff/handoff.ts';
import type { GroundEquipment, GroundOrder, LineOrder } from '../ports/ground-equipment.ts';
import type { Telemetry } from '../telemetry.ts';
import { shownGround } from './shown-ground.ts';

interface GroundDeps {
  /** Absent without equipment that takes orders. */
  readonly equipment: GroundEquipment | undefined;
  readonly clock: Clock;
  readonly flightState: () => FlightStateName;
  readonly handoff: Pick<Handoff, 'permit'>;
  readonly telemetry: Telemetry;
}

/** Name of each order in refusals. */
const PARTS: Readonly<Record<GroundOrder['kind'], string>> = {
  lineLength: 'winch that is ordered to a length',
  lineRate: 'winch that is ordered to a rate',
  lineTension: 'winch that is ordered to a tension',
  lineStop: 'winch that is ordered to stop',
  tetherPower: 'switch of the tether power',
  lids: 'lids',
};

/** Winch and tether power of ground equipment: its state, and the orders of clients to it. */
export class Ground {
  readonly #deps: GroundDeps;
  #cancelStop: Cancel = () => {};

  constructor(deps: GroundDeps) {
    this.#deps = deps;
  }

  /** An order of a time that the station has left is not one of now. */
  [STATE](archive: StateArchive): void {
    if (archive.isRestoring) this.#cancelStop();
  }

  stop(): void {
    this.#cancelStop();
  }

  state(): GroundState {
    return shownGround(this.#deps.telemetry.sample, this.#deps.equipment);
  }

  /** INVALID_REQUEST for an order without its figures. */
  async orderLine(caller: Caller, asked: AskedLineOrder): Promise<Result<void>> {
    const permitted = this.#deps.handoff.permit(caller);
    if (!permitted.ok) return permitted;
    const order = lineOrder(asked);
    if (order === undefined) {
      const needs = asked.order === 'rate' ? 'rate and duration' : asked.order;
      return refuse('INVALID_REQUEST', { fault: `the order ${asked.order} needs ${needs}` });
    }
    const result = order.kind === 'lineStop' ? await this.#order(order) : await this.#moveLine(order, asked.duration);
    if (result.ok && order.kind === 'lineRate') this.#stopAfter(asked.duration ?? 0);
    return result;
  }

  /** Safety: a Kite in the air never loses its power by an order. */
  async setTetherPower(caller: Caller, isOn: boolean): Promise<Result<void>> {
    const permitted = this.#deps.handoff.permit(caller);
    if (!permitted.ok) return permitted;
    const { capabilities } = this.#deps.equipment ?? {};
    if (capabilities?.tetherPower?.isSwitched !== true) return refuse('NOT_FITTED.ground', { part: PARTS.tetherPower });
    const state = this.#deps.flightState();
    if (state !== 'StandBy') return refuse('WRONG_FLIGHT_STATE.notInState', { state, allowed: 'StandBy' });
    return this.#order({ kind: 'tetherPower', isOn });
  }

  /** Safety: the station ends a movement at a rate by itself, as its client may be gone. */
  #stopAfter(durationS: number): void {
    const { clock, equipment } = this.#deps;
    const untilUs = clock.nowUs() + durationS * US_PER_S;
    this.#cancelStop = clock.schedule(untilUs, () => void equipment?.order({ kind: 'lineStop' }));
  }

  async #moveLine(order: LineOrder, durationS = 0): Promise<Result<void>> {
    const { clock, equipment, telemetry } = this.#deps;
    if (equipment?.capabilities.line?.orders.includes(order.kind) !== true)
      return refuse('NOT_FITTED.ground', { part: PARTS[order.kind] });
    const kite = telemetry.kite(clock.nowUs());
    if (kite?.isFlownElsewhere) return refuse('AIRCRAFT_FLOWN_ELSEWHERE');
    const endsAtM = orderEndUs(order, equipment.reading?.line?.lengthM, durationS);
    const wrong =
      exceededLimit(order, equipment) ?? (kite?.landedState === 'InAir' ? tooShort(kite, endsAtM) : undefined);
    return wrong === undefined ? this.#order(order) : refuse('GROUND_ORDER_REFUSED', { reason: wrong });
  }

  async #order(order: GroundOrder): Promise<Result<void>> {
    const { equipment } = this.#deps;
    if (equipment === undefined) return refuse('NOT_FITTED.ground', { part: PARTS[order.kind] });
    if (order.kind !== 'tetherPower') this.#cancelStop();
    const outcome = await equipment.order(order);
    switch (outcome.outcome) {
      case 'Accepted':
        return accepted;
      case 'NotFitted':
        return refuse('NOT_FITTED.ground', { part: PARTS[order.kind] });
      case 'Silent':
        return refuse('AIRCRAFT_LINK_DOWN', { source: 'ground equipment' });
      case 'Refused':
        return refuse('GROUND_ORDER_REFUSED', { reason: outcome.reason || 'it gives no reason' });
      case 'Superseded':
        return refuse('GROUND_ORDER_REFUSED', { reason: 'a later order took its place' });
    }
  }
}

/** The order with its figures; undefined where one is missing. */
function lineOrder({ duration, length, order, rate, tension }: AskedLineOrder): LineOrder | undefined {
  switch (order) {
    case 'length':
      if (length === undefined) return undefined;
      return { kind: 'lineLength', lengthM: length, ...(rate !== undefined && { rateMps: Math.abs(rate) }) };
    case 'rate':
      return rate === undefined || duration === undefined ? undefined : { kind: 'lineRate', rateMps: rate };
    case 'tension':
      return tension === undefined ? undefined : { kind: 'lineTension', tensionN: tension };
    case 'stop':
      return { kind: 'lineStop' };
  }
}

/** Length at the end of an order, metres, where it could pull the Kite down. @param lengthM present one, if it is known */
function orderEndUs(order: LineOrder, lengthM: number | undefined, durationS: number): number {
  if (order.kind === 'lineLength') return order.lengthM;
  if (order.kind !== 'lineRate' || order.rateMps >= 0) return Number.POSITIVE_INFINITY;
  return (lengthM ?? 0) + order.rateMps * durationS;
}

/** Metres that are still refused below the height of the Kite: heights and lengths have errors. */
const SLACK_M = 0.5;

/** Safety: a winch never pulls a flying Kite down by an order. */
function tooShort({ altitudeM }: { readonly altitudeM?: number }, endsAtM: number): string | undefined {
  if (endsAtM === Number.POSITIVE_INFINITY) return undefined;
  if (altitudeM === undefined) return 'the height of the Kite is not known';
  const leastM = roundTo(altitudeM + SLACK_M, 1);
  return endsAtM < leastM ? `the Kite needs at least ${leastM} m` : undefined;
}

/** A limit of the winch that an order exceeds. */
function exceededLimit(order: LineOrder, { capabilities }: GroundEquipment): string | undefined {
  const { maxLengthM, maxRateMps, maxTensionN } = capabilities.line ?? {};
  switch (order.kind) {
    case 'lineLength':
      return above('length', order.lengthM, maxLengthM, 'm') ?? above('rate', order.rateMps ?? 0, maxRateMps, 'm/s');
    case 'lineRate':
      return above('rate', Math.abs(order.rateMps), maxRateMps, 'm/s');
    case 'lineTension':
      return above('tension', order.tensionN, maxTensionN, 'N');
    case 'lineStop':
      return undefined;
  }
}

const above = (name: string, value: number, most: number | undefined, unit: string): string | undefined =>
  most !== undefined && value > most ? `${name} must be at most ${most} ${unit}, got ${value} ${unit}` : undefined;
