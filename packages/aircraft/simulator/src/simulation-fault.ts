import { Fault } from '@kitestring/base/fault.ts';

/** Why a simulation stopped: its state became invalid, its own code threw, or station code that it called threw. */
export type SimulationFaultCode = 'STATE_BROKEN' | 'STEP_FAILED' | 'STATION_FAILED';

/** The simulation has stopped by its own fault and cannot continue. `cause` is the exception, if any. */
export class SimulationFault extends Fault {
  readonly code: SimulationFaultCode;
  /** Simulated time of the fault, microseconds since 1970. */
  readonly atUs: number;

  constructor(code: SimulationFaultCode, diagnosis: string, atUs: number, cause?: unknown) {
    super(diagnosis, cause === undefined ? {} : { cause });
    this.code = code;
    this.atUs = atUs;
  }
}
