import { US_PER_S } from '@kitestring/base/clock.ts';
import type { VehicleAnswer, VehicleStation } from './vehicle-station.ts';

/** Control lasts 10 s of station time. */
const RENEW_EVERY_US = 3 * US_PER_S;

interface VehicleControlDeps {
  readonly station: Pick<VehicleStation, 'nowUs' | 'request' | 'controller'>;
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
  #operator = '';
  #pending: Promise<VehicleAnswer> | undefined;

  constructor(deps: VehicleControlDeps) {
    this.#deps = deps;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** @returns why there is no control; undefined with it */
  async take(operator: string): Promise<VehicleAnswer['refusal'] | undefined> {
    if (this.#isHeld) return undefined;
    this.#operator = operator;
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
    const body = { operator_name: this.#operator };
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
