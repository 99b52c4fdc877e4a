import { Fault } from '@kitestring/base/fault.ts';

type FlightLogFaultCode = 'NOT_MCAP' | 'UNFINISHED' | 'DAMAGED' | 'OTHER_MCAP' | 'NOTHING_IN_IT';

/** A file that is not a readable flight log. The message gives the reason; the caller names the file. */
export class FlightLogFault extends Fault {
  readonly code: FlightLogFaultCode;

  constructor(code: FlightLogFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}
