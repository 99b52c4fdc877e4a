/** Why a simulation stopped: its state broke, its own code threw, or the station's code that it called did. */
export type SimulationFaultCode = 'STATE_BROKEN' | 'STEP_FAILED' | 'STATION_FAILED';

/** The simulation has stopped by a fault of its own and can't go on. `cause` is what was thrown, if anything was. */
export class SimulationFault extends Error {
  override readonly name = 'SimulationFault';
  readonly code: SimulationFaultCode;
  /** Simulated time of the fault, microseconds since 1970. */
  readonly atUs: number;

  constructor(code: SimulationFaultCode, diagnosis: string, atUs: number, cause?: unknown) {
    super(diagnosis, cause === undefined ? {} : { cause });
    this.code = code;
    this.atUs = atUs;
  }
}
