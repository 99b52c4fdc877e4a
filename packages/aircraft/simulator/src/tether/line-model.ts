import type { Wind } from '../air/wind.ts';
import type { FrameSpeed, SpeedStep } from '../body/translation.ts';
import type { EnuPosition } from '../enu-position.ts';

/** The winch as the line meets it: speed at which it pays out, m/s. */
export interface PaidOut {
  readonly speedMps: number;
}

/**
 * Model of the line between its exit and a Kite in the air. Order within a step: `follow` advances it; `solve` gives
 * its forces at the present length, repeated whenever the winch's clutch has released more; `settle` applies the
 * result.
 */
export interface LineModel {
  /** Total length including the throat, unloaded, metres. */
  wholeM: number;
  /** Spring constant of the line and of its path in the Ground Station, newton per metre. */
  springNPerM: number;
  /** Length on the ground, metres. */
  readonly onGroundM: number;
  /** Force on the exit, newton. */
  readonly baseEastN: number;
  readonly baseNorthN: number;
  readonly baseUpN: number;
  /** Force on the Kite, newton. */
  readonly topEastN: number;
  readonly topNorthN: number;
  readonly topUpN: number;
  /** Mass that moves with the Kite, kilograms. */
  readonly movedKg: number;
  /** True when the last `solve` found a solution. */
  readonly isSolved: boolean;
  /** Iterations of the last solution. */
  readonly iterations: number;
  /** Nothing is paid out: discards the state. */
  restart(): void;
  /** The Kite lies on the ground, and the line with it. @param spareM length beyond the distance to the Kite */
  layDown(spareM: number): void;
  /** Updates the wind, at its rate. */
  updateLoad(wind: Wind, frame: FrameSpeed): void;
  /** Updates length and spring, which change slowly. */
  meetConditions(): void;
  /** Steps have this length from now on. */
  retime(stepS: number): void;
  /** The frame has changed its velocity. */
  carryOff(step: SpeedStep): void;
  follow(): void;
  solve(): void;
  settle(): void;
  /** Points at equal spacing, from the exit to the Kite, heights above the ground. */
  shape(points: number): readonly EnuPosition[];
}
