import type { Operation } from '@kitestring/contract/operation.ts';
import type { FaultRequest, FaultState } from '@kitestring/contract/sim/fault.ts';
import * as sim from '@kitestring/contract/sim/operations.ts';
import type { BaseSpec, FaultAction, PayloadSpec, WindSpec } from '../scenario.ts';
import type { Journal } from './journal.ts';
import type { ScenarioClient } from './scenario-client.ts';

/** Why something was refused; undefined on success. */
export type Refused = string | undefined;

/** Manual changes, weather and faults of the simulated aircraft, through its controls. */
export class ManualControls {
  readonly #client: ScenarioClient;
  readonly #journal: Journal;
  readonly #signal: AbortSignal;

  constructor(client: ScenarioClient, journal: Journal, signal: AbortSignal) {
    this.#client = client;
    this.#journal = journal;
    this.#signal = signal;
  }

  async inject(stepName: string | undefined, { type, durationS, severity, parameters }: FaultAction): Promise<Refused> {
    const request: FaultRequest = {
      type,
      ...(durationS !== undefined && { duration: durationS }),
      ...(severity !== undefined && { severity }),
      parameters,
    };
    const { value, refused } = await this.#send(sim.injectFault, { body: request });
    if (refused !== undefined) return refused;
    const { id, status, reason } = value as FaultState;
    this.#journal.injectedIds.add(id);
    if (stepName !== undefined) this.#journal.faultIds.set(stepName, id);
    return status === 'impossible' ? (reason ?? 'not possible') : undefined;
  }

  async clear(stepName: string): Promise<Refused> {
    if (stepName === 'all') return (await this.#send(sim.clearFaults, {})).refused;
    const id = this.#journal.faultIds.get(stepName);
    if (id === undefined) return `the fault ${stepName} was never injected`;
    return (await this.#send(sim.clearFault, { params: { id } })).refused;
  }

  async setWind(wind: WindSpec): Promise<Refused> {
    return (await this.#send(sim.setWind, { body: wind })).refused;
  }

  async setBase(base: BaseSpec): Promise<Refused> {
    return (await this.#send(sim.setBase, { body: base })).refused;
  }

  async setPayload(payload: PayloadSpec): Promise<Refused> {
    return (await this.#send(sim.setPayload, { body: payload })).refused;
  }

  async pressSafetyLand(isPressed: boolean): Promise<Refused> {
    return (await this.#send(sim.setButtons, { body: { safety_land: isPressed } })).refused;
  }

  async setParkingBrake(position: 'engaged' | 'disengaged'): Promise<Refused> {
    return (await this.#send(sim.setButtons, { body: { parking_brake: position } })).refused;
  }

  async reboot(durationS: number): Promise<Refused> {
    return (await this.#send(sim.reboot, { body: { duration: durationS } })).refused;
  }

  async #send(op: Operation, parts: object): Promise<{ value: unknown; refused: Refused }> {
    const { status, code = '', message = '', value } = await this.#client.send(op, parts, this.#signal);
    return { value, refused: status >= 200 && status < 300 ? undefined : `${status} ${code}: ${message}` };
  }
}
