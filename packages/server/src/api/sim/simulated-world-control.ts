import type {
  Buttons,
  ButtonsChange,
  Payload,
  PayloadName,
  SimulatedBase,
  SimulatedWind,
} from '@kitestring/contract/sim/controls.ts';
import type { FaultRequest, FaultState } from '@kitestring/contract/sim/fault.ts';
import type { TetherShape, Truth } from '@kitestring/contract/sim/truth.ts';
import type { AircraftSample } from '@kitestring/station/ports/aircraft.ts';
import type { ScenarioRunner } from './scenario-runner.ts';

/** Why something is not possible now. */
export interface NotPossible {
  readonly reason: string;
}

/** Station time while the aircraft is simulated, and what lets it pass. */
export interface SimulatedTimeControl {
  nowUs(): number;
  /** Times real time. */
  speed: number;
  readonly isPaused: boolean;
  /** Simulated time that a busy machine has let go so far, seconds. */
  readonly slippedS: number;
  /** Why the simulation has stopped for good. */
  readonly diagnosis: string | undefined;
  pause(): void;
  resume(): void;
  /** Kept when the time has passed. Broken when the simulation stops by a fault, or with the station. */
  advance(seconds: number): Promise<void>;
  /** Kept when the station answers again, if it is coming back from a restart now. */
  settled(): Promise<void>;
}

/** What somebody who owns the simulated world can see and do. */
export interface SimulatedWorldControl {
  readonly time: SimulatedTimeControl;
  readonly faults: {
    /** From the next step on, if it is one from now. */
    inject(request: FaultRequest): FaultState | NotPossible;
    list(): readonly FaultState[];
    /** Undefined when there is no such fault. */
    clear(id: string): FaultState | NotPossible | undefined;
    /** Those that were open, as they are now. */
    clearAll(): readonly FaultState[];
  };
  truth(): Truth;
  tetherShape(points: number): TetherShape;
  /** What the sensors said last; undefined before they said anything. */
  sample(): AircraftSample | undefined;
  wind(): SimulatedWind;
  setWind(wind: SimulatedWind): void;
  base(): SimulatedBase;
  setBase(base: SimulatedBase): void;
  payload(): Payload;
  setCameraModel(model: PayloadName): void;
  setCameraPowered(isOn: boolean): void;
  /** Undefined where there are none. */
  buttons(): Buttons | undefined;
  setButtons(change: ButtonsChange): void;
  readonly scenarios: ScenarioRunner;
}
