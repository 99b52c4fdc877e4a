import type { SimulatedAircraft } from '@kitestring/aircraft-simulator/simulated-aircraft.ts';
import type { SimulationClock } from '@kitestring/aircraft-simulator/simulation-clock.ts';
import type { SimulationDriver } from '@kitestring/aircraft-simulator/simulation-driver.ts';
import type { ScenarioRunner } from '@kitestring/station-core/ports';
import type { Station } from '@kitestring/station-core/station.ts';

/** The station that runs scenarios; its computer may restart. */
export interface ScenarioHost {
  readonly world: {
    readonly aircraft: SimulatedAircraft;
    readonly clock: SimulationClock;
    readonly driver: SimulationDriver;
  };
  /** The faults between station and clients. */
  readonly wireFaults: {
    isActive(id: string): boolean;
    remove(id: string): unknown;
  };
  /** The present station; replaced at a restart. */
  readonly station: Station;
  /** Its address for clients on this machine. */
  readonly url: string;
  /** Resolves at once, or when a restart that is over in station time has reopened the listeners. */
  settled(): Promise<void>;
}

/** Creates the scenario runner of a station. Nothing runs until a client starts one. */
export type MakeScenarioRunner = (host: ScenarioHost) => ScenarioRunner;
