import type { NotPossible } from '@kitestring/base/not-possible.ts';
import type { RequestJournal } from '@kitestring/lab-request-journal/request-journal.ts';
import type { WireFaults } from '@kitestring/lab-wire-faults/wire-faults.ts';
import type {
  Buttons,
  ButtonsChange,
  Payload,
  PayloadName,
  SimulatedBase,
  SimulatedWeather,
  SimulatedWind,
  WeatherChange,
} from '@kitestring/station-contract/sim/controls.ts';
import type { FaultRequest, FaultState } from '@kitestring/station-contract/sim/fault.ts';
import type { SimulationSnapshot } from '@kitestring/station-contract/sim/snapshot-operations.ts';
import type { TetherShape, Truth } from '@kitestring/station-contract/sim/truth.ts';
import type { AircraftSample, ScenarioRunner } from '@kitestring/station-core/ports';
import type { OnvifLab } from './onvif-lab.ts';

/** Station time of a simulated aircraft, and its controls. */
export interface SimulatedTimeControl {
  nowUs(): number;
  /** Multiple of real time. */
  speed: number;
  readonly isPaused: boolean;
  /** Simulated time that a busy machine has dropped so far, seconds. */
  readonly slippedS: number;
  /** Why the simulation has stopped permanently. */
  readonly diagnosis: string | undefined;
  pause(): void;
  resume(): void;
  /** Resolves after this time. Rejects when the simulation stops because of a fault, or with the station. */
  advance(seconds: number): Promise<void>;
  /** Resolves when the station responds again, if it is restarting now. */
  settled(): Promise<void>;
}

/** Snapshots of the whole station. */
export interface StationSnapshotControl {
  /** Oldest first. */
  list(): readonly SimulationSnapshot[];
  /** Replaces one with the same name. */
  take(name: string): SimulationSnapshot | NotPossible;
  /** Undefined for an unknown name. */
  file(name: string): Uint8Array | undefined;
  /** Undefined for an unknown name. */
  reset(name: string): Promise<SimulationSnapshot | NotPossible | undefined>;
  /** False for an unknown name. */
  delete(name: string): boolean;
}

/** Controls of a simulated world, for its owner. */
export interface SimulatedWorldControl {
  readonly time: SimulatedTimeControl;
  readonly faults: {
    /** Takes effect from the next step, if it starts now. */
    inject(request: FaultRequest): FaultState | NotPossible;
    list(): readonly FaultState[];
    /** Undefined for an unknown fault. */
    clear(id: string): FaultState | NotPossible | undefined;
    /** All that were open, in their current state. */
    clearAll(): readonly FaultState[];
  };
  /** Between the station and its clients. */
  readonly wireFaults: WireFaults;
  readonly journal: RequestJournal;
  /** The ONVIF camera in the hands of a tester. */
  readonly onvif: OnvifLab;
  truth(): Truth;
  tetherShape(points: number): TetherShape;
  /** Last sensor readings; undefined before the first. */
  sample(): AircraftSample | undefined;
  wind(): SimulatedWind;
  setWind(wind: SimulatedWind): void;
  /** Weather and sun of the camera's picture. */
  weather(): SimulatedWeather;
  setWeather(change: WeatherChange): void;
  base(): SimulatedBase;
  setBase(base: SimulatedBase): void;
  payload(): Payload;
  setCameraModel(model: PayloadName): void;
  setCameraPowered(isOn: boolean): void;
  /** Undefined without a Rooftop Box. */
  buttons(): Buttons | undefined;
  setButtons(change: ButtonsChange): void;
  readonly snapshots: StationSnapshotControl;
  readonly scenarios: ScenarioRunner;
}
