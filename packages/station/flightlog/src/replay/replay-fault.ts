import { Fault } from '@kitestring/base/fault.ts';

/** Kinds of files that cannot be played; each has an exit status of its own. */
export type ReplayFaultCode = 'UNREADABLE' | 'NOT_MCAP' | 'OTHER_MCAP' | 'NOTHING_IN_IT' | 'OTHER_VERSION' | 'DAMAGED';

/** A file that cannot be played. The message gives the reason; the caller names the file. */
export class ReplayFault extends Fault {
  readonly code: ReplayFaultCode;

  constructor(code: ReplayFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
