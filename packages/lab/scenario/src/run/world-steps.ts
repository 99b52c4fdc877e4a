import * as sim from '@kitestring/station-contract/sim/operations.ts';
import type { WireFaultRequest } from '@kitestring/station-contract/sim/wire-fault.ts';
import type { CommandAction, Scenario, TimelineStep } from '../scenario.ts';
import type { ControlLeases } from './control-leases.ts';
import type { Journal } from './journal.ts';
import type { ManualControls, Refused } from './manual-controls.ts';
import type { ScenarioStation } from './scenario-station.ts';

interface WorldStepsDeps {
  readonly scenario: Scenario;
  readonly station: ScenarioStation;
  readonly journal: Journal;
  readonly controls: ManualControls;
  readonly leases: ControlLeases;
}

/** State of the run at a snapshot. */
interface SnapshotContext {
  readonly holders: readonly CommandAction[];
  readonly faultIds: ReadonlyMap<string, string>;
}

/** The steps that are no commands of clients: they change the world, the network or the station itself. */
export class WorldSteps {
  readonly #deps: WorldStepsDeps;
  readonly #snapshots = new Map<string, SnapshotContext>();

  constructor(deps: WorldStepsDeps) {
    this.#deps = deps;
  }

  /** @returns the refusal that the step expects, and that of the station */
  async handle({ action, name }: TimelineStep): Promise<{ expected?: string | undefined; refused: Refused }> {
    const { controls } = this.#deps;
    switch (action?.kind) {
      case 'fault': {
        const isReboot = action.type === 'ground_station_reboot';
        const refused = await (isReboot ? this.#reboot(action.durationS ?? 10) : controls.inject(name, action));
        return { expected: action.refusedFor, refused };
      }
      case 'wire-fault':
        return { refused: await controls.setWireFault(name, this.#onStation(action.request)) };
      case 'clear':
        return { refused: await controls.clear(action.stepName) };
      case 'wind':
        return { refused: await controls.set(sim.setWind, action.wind) };
      case 'weather':
        return { refused: await controls.set(sim.setWeather, action.weather) };
      case 'base':
        return { refused: await controls.set(sim.setBase, action.base) };
      case 'snapshot':
        return { refused: await this.#takeSnapshot(action.snapshotName) };
      case 'reset':
        return { refused: await this.#reset(action.snapshotName) };
      case 'payload':
        return { refused: await controls.set(sim.setPayload, action.payload) };
      case 'safety-land-button':
        return { refused: await controls.set(sim.setButtons, { safety_land: action.isPressed }) };
      case 'parking-brake':
        return { refused: await controls.set(sim.setButtons, { parking_brake: action.position }) };
      case 'reboot':
        return { refused: await this.#reboot(action.durationS) };
      default:
        return { refused: undefined };
    }
  }

  async #takeSnapshot(name: string): Promise<Refused> {
    const { faultIds } = this.#deps.journal;
    const refused = await this.#deps.controls.takeSnapshot(nameOnStation(name));
    if (refused === undefined)
      this.#snapshots.set(name, { holders: this.#deps.leases.holders, faultIds: new Map(faultIds) });
    return refused;
  }

  /** The station goes back, the timeline goes on. */
  async #reset(name: string): Promise<Refused> {
    const { journal, station } = this.#deps;
    const fromUs = station.nowUs();
    const { refused, timeUs } = await this.#deps.controls.reset(nameOnStation(name));
    if (timeUs === undefined) return refused;
    journal.stationJumped(fromUs, timeUs);
    const { holders, faultIds } = this.#snapshots.get(name) ?? { holders: [], faultIds: new Map<string, string>() };
    this.#deps.leases.restore(holders);
    journal.faultIds.clear();
    for (const [step, id] of faultIds) journal.faultIds.set(step, id);
    await station.wasReset(timeUs);
    return undefined;
  }

  /** A client of the scenario is selected by the name of its token. */
  #onStation(request: WireFaultRequest): WireFaultRequest {
    const own = this.#deps.scenario.clients.find(({ name }) => name === request.client);
    return own === undefined ? request : { ...request, client: this.#deps.station.tokenName(own) };
  }

  async #reboot(durationS: number): Promise<Refused> {
    const refused = await this.#deps.controls.set(sim.reboot, { duration: durationS });
    if (refused === undefined) await this.#deps.station.passReboot(durationS);
    return refused;
  }
}

/** Names of steps may have spaces. */
const nameOnStation = (name: string): string => `scenario.${name.replaceAll(' ', '_').slice(0, 50)}`;
