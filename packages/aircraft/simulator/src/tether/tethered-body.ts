/**
 * Body at the upper end of a tether: its motion in the frame of the exit, whose axes are east, north and up, and the pull
 * that it receives. The simulated Kite is one, a rigid body under another autopilot is another.
 */
export interface TetheredBody {
  readonly eastM: number;
  readonly northM: number;
  readonly upM: number;
  readonly eastMps: number;
  readonly northMps: number;
  readonly upMps: number;
  /** Density of the air around it, kg/m^3. */
  readonly airDensity: number;
  /** Mass of tether that moves with it, kilograms. */
  lineKg: number;
  /** Takes the force of the tether, newton. */
  pullBy(eastN: number, northN: number, upN: number): void;
}
