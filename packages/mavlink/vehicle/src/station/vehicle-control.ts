import { US_PER_S } from '@kitestring/base/clock.ts';
import type { VehicleAnswer, VehicleStation } from './vehicle-station.ts';

/** Code of a refusal that is not the station's. */
export const NOT_IN_CONTROL = 'NOT_IN_CONTROL';
/** Control lasts 10 s of station time. */
const RENEW_EVERY_US = 3 * US_PER_S;

/** Where the operator of a ground station is, as Remote ID sends it. */
export interface OperatorPlace {
  readonly latDeg: number;
  readonly lonDeg: number;
  readonly elevationM?: number;
}

interface VehicleControlDeps {
  readonly station: Pick<VehicleStation, 'nowUs' | 'request' | 'controller'>;
  /** Why a ground station may not order, where another one is in control of the vehicle. */
  readonly refusalOf: (system: number) => string | undefined;
  /** Called when another client has taken control. */
  readonly onLost: (by: string) => void;
}

/**
 * Control of the station for the ground stations behind the link: requested with their first order and renewed while it is needed. It is
 * one client among others, who may hold it or take it.
 */
export class VehicleControl {
  readonly #deps: VehicleControlDeps;
  #isHeld = false;
  #renewedUs = 0;
  #system = 0;
  /** As the ground station reported last; it goes with each request for control. */
  operatorPlace: OperatorPlace | undefined;
  #pending: Promise<VehicleAnswer> | undefined;

  constructor(deps: VehicleControlDeps) {
    this.#deps = deps;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** The ground station that has ordered last; undefined without control. */
  get holder(): number | undefined {
    return this.#isHeld ? this.#system : undefined;
  }

  /** @param system number of the ground station that orders @returns why there is no control; undefined with it */
  async take(system: number): Promise<VehicleAnswer['refusal'] | undefined> {
    const message = this.#deps.refusalOf(system);
    if (message !== undefined) return { code: NOT_IN_CONTROL, message };
    this.#system = system;
    if (this.#isHeld) return undefined;
    return this.#request();
  }

  /** Called by the loop of the vehicle. @param isNeeded the vehicle flies, or its ground station has just ordered something */
  step(isNeeded: boolean): void {
    if (!this.#isHeld || this.#pending !== undefined) return;
    if (!isNeeded) void this.release();
    else if (this.#deps.station.nowUs() - this.#renewedUs >= RENEW_EVERY_US) void this.#renew();
  }

  async release(): Promise<void> {
    this.#isHeld = false;
    await this.#deps.station.request({ method: 'POST', path: 'handoff/control/release' });
  }

  async #renew(): Promise<void> {
    const refusal = await this.#request();
    if (refusal !== undefined) this.#deps.onLost(refusal.message);
  }

  async #request(): Promise<VehicleAnswer['refusal'] | undefined> {
    const body = { operator_name: `MAVLink ${this.#system}`, ...remoteId(this.operatorPlace) };
    this.#pending ??= this.#deps.station.request({ method: 'POST', path: 'handoff/control/request', body });
    const answer = await this.#pending;
    this.#pending = undefined;
    this.#isHeld = answer.status === 201;
    this.#renewedUs = this.#deps.station.nowUs();
    if (this.#isHeld) return undefined;
    if (answer.refusal !== undefined) return answer.refusal;
    const by = this.#deps.station.controller() ?? 'somebody else';
    // A place in the queue would bring control at a time when no order waits for it.
    await this.release();
    return { code: 'CONTROL_TAKEN', message: `${by} has control` };
  }
}

function remoteId(place: OperatorPlace | undefined): object {
  if (place === undefined) return {};
  const { elevationM, latDeg, lonDeg } = place;
  return {
    regulatory_mode: 'US_REMOTE_ID_STANDARD',
    operator_gps_lat: latDeg,
    operator_gps_lon: lonDeg,
    ...(elevationM !== undefined && { operator_gps_elevation: elevationM }),
  };
}
