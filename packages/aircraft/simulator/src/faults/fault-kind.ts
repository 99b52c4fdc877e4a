import type { PayloadName } from '@kitestring/station-contract/sim/controls.ts';
import type { FaultFigures, FaultType } from '@kitestring/station-contract/sim/faults.ts';
import type { Wind } from '../air/wind.ts';
import type { BaseMotion } from '../ground/base-motion.ts';
import type { PowerMonitor } from '../monitors/power-monitor.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { PowerSupply } from '../power/power-supply.ts';
import type { Simulation } from '../simulation.ts';
import type { ForceSensor } from '../tether/force-sensor.ts';
import type { Tether } from '../tether/tether.ts';
import type { Winch } from '../tether/winch.ts';
import type { Heat } from '../thermal/heat.ts';

/** Effects outside the aircraft; provided by the caller. An absent one is not possible. */
export interface SideEffects {
  /** Stops or restores the pictures of a stream; of every stream when the id is empty. */
  readonly streamLost?: (isLost: boolean, streamId: string) => void;
  /** The storage for recordings is full, or free again. */
  readonly storageFull?: (isFull: boolean) => void;
  /** The computer of the Ground Station shuts down or boots. */
  readonly reboot?: (isAway: boolean) => void;
}

/** The world that faults act on. */
export interface FaultWorld {
  readonly simulation: Simulation;
  readonly sideEffects: SideEffects;
  readonly cameraModel: PayloadName;
  readonly setCameraModel: (model: PayloadName) => void;
  /** Replaces a parted tether, where the Kite can be reached. */
  readonly replaceTether: () => void;
}

/** Parts that faults of body, air, tether, winch and power act on: those of a whole aircraft, or of our tether alone. */
export interface TetheredSimulation {
  readonly parameters: SimulatorParameters;
  readonly wind: Wind;
  readonly body: { readonly isOnGround: boolean; readonly rotors: { readonly effectiveness: Float64Array } };
  readonly tether: Tether;
  readonly winch: Winch;
  readonly forceSensor: ForceSensor;
  readonly power: PowerSupply;
  readonly heat: Heat;
  readonly electrics: { readonly powerMonitor: PowerMonitor };
  readonly base: BaseMotion;
}

/** The world of those faults. */
export interface TetheredFaultWorld {
  readonly simulation: TetheredSimulation;
  readonly replaceTether: () => void;
}

/** State from before a fault. */
export type FaultMemory = PayloadName;

/** Change by a fault, for as long as it is active. */
export interface FaultEffect {
  /** Updates what changes with time: called at the start and then at the rate of the controllers. */
  readonly step?: (sinceS: number) => void;
  /** Why it cannot end now; undefined when it can. */
  readonly endRefusal?: () => string | undefined;
  /** Reverts the change. */
  readonly end: () => void;
  /** State that `end` goes back to, where a fault that resumes from a snapshot cannot derive it. */
  readonly before?: FaultMemory;
}

/** Behaviour of one type of fault. `Figures` are its parameters with defaults filled in. */
export interface FaultKind<Figures, World = FaultWorld> {
  /** Exclusive resources: two faults on the same one are not possible at the same time. */
  readonly claims: (figures: Figures) => readonly string[];
  /** Default duration, seconds. */
  readonly lengthS?: (figures: Figures) => number;
  /** The missing part of the aircraft that makes this fault impossible; undefined when none is missing. */
  readonly lacking?: (world: World) => string | undefined;
  /** Why it is not possible now; undefined when it is. */
  readonly refusal?: (world: World, figures: Figures) => string | undefined;
  /**
   * @param before given when the fault resumes from a snapshot, whose state then replaces all that it changes
   * @returns the change, or only what reverts it
   */
  readonly begin: (
    world: World,
    figures: Figures,
    severity: number,
    before?: FaultMemory,
  ) => FaultEffect | FaultEffect['end'];
}

export type FaultKindOf<T extends FaultType, World = FaultWorld> = FaultKind<FaultFigures<T>, World>;

/** A fault that needs no more than our tether, winch, power and a body on it. */
export type TetheredFaultOf<T extends FaultType> = FaultKindOf<T, TetheredFaultWorld>;
