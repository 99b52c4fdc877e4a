import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import type { BodyOf, Operation } from '@kitestring/station-contract/operation.ts';
import type { FaultRequest, FaultState } from '@kitestring/station-contract/sim/fault.ts';
import * as sim from '@kitestring/station-contract/sim/operations.ts';
import type { SimulationSnapshot } from '@kitestring/station-contract/sim/snapshot-operations.ts';
import type { WireFaultRequest, WireFaultState } from '@kitestring/station-contract/sim/wire-fault.ts';
import { wireFaultFigures } from '@kitestring/station-contract/sim/wire-fault.ts';
import type { FaultAction } from '../scenario.ts';
import type { Journal } from './journal.ts';
import type { ScenarioClient } from './scenario-client.ts';

/** Why something was refused; undefined on success. */
export type Refused = string | undefined;

/** Manual changes, weather and faults of the simulated aircraft, through its controls. */
export class ManualControls {
  readonly #client: ScenarioClient;
  readonly #journal: Journal;
  readonly #signal: AbortSignal;
  readonly #restarts: WireFaultRequest[] = [];

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

  async setWireFault(stepName: string | undefined, request: WireFaultRequest): Promise<Refused> {
    const { value, refused } = await this.#send(sim.addWireFault, { body: request });
    if (refused !== undefined) return refused;
    const { id } = value as WireFaultState;
    this.#journal.wireFaultsSet.add(id);
    if (stepName !== undefined) this.#journal.wireFaultIds.set(stepName, id);
    if (request.type === 'restart') this.#restarts.push(request);
    return undefined;
  }

  /** Downtime of the restart that a request without an answer has met, seconds; undefined when it met none. */
  downtimeS(operationId: string): number | undefined {
    const met = this.#restarts.find(({ operation = operationId }) => operation === operationId);
    return met && wireFaultFigures('restart', met.parameters).downtime_s;
  }

  async clear(stepName: string): Promise<Refused> {
    if (stepName === 'all') {
      this.#restarts.length = 0;
      const { refused } = await this.#send(sim.removeWireFaults, {});
      return refused ?? (await this.#send(sim.clearFaults, {})).refused;
    }
    const wireId = this.#journal.wireFaultIds.get(stepName);
    if (wireId !== undefined) return (await this.#send(sim.removeWireFault, { params: { id: wireId } })).refused;
    const id = this.#journal.faultIds.get(stepName);
    if (id === undefined) return `the fault ${stepName} was never injected`;
    return (await this.#send(sim.clearFault, { params: { id } })).refused;
  }

  /** Any other control: wind, base, payload, buttons, restart. */
  async set<Op extends Operation>(op: Op, body: BodyOf<Op>): Promise<Refused> {
    return (await this.#send(op, { body })).refused;
  }

  async takeSnapshot(name: string): Promise<Refused> {
    const { refused } = await this.#send(sim.snapshot, { body: { name } });
    if (refused === undefined) this.#journal.snapshots.add(name);
    return refused;
  }

  /** @returns station time of the snapshot, microseconds */
  async reset(name: string): Promise<{ readonly refused: Refused; readonly timeUs?: number | undefined }> {
    const { value, refused } = await this.#send(sim.reset, { params: { name } });
    if (refused !== undefined) return { refused };
    // It has removed the faults between station and clients.
    this.#restarts.length = 0;
    return { refused, timeUs: parseTimestamp((value as SimulationSnapshot).time) };
  }

  async #send(op: Operation, parts: object): Promise<{ value: unknown; refused: Refused }> {
    const { status, code = '', message = '', value } = await this.#client.send(op, parts, this.#signal);
    return { value, refused: status >= 200 && status < 300 ? undefined : `${status} ${code}: ${message}` };
  }
}
