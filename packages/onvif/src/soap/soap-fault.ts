import { Fault } from '@kitestring/base/fault.ts';

/** Whose fault it is, or that a header is not understood. */
type FaultCode = 'Sender' | 'Receiver' | 'MustUnderstand';

/** A request that gets a SOAP fault: its code, those of ONVIF from the general to the special one, and a sentence. */
export class SoapFault extends Fault {
  readonly side: FaultCode;
  /** One of another namespace than that of ONVIF's errors has a prefix. */
  readonly subcodes: readonly string[];
  /** HTTP status. */
  readonly status: number;
  /** Element of WS-BaseNotification that says the same, without its prefix. */
  readonly detail: string | undefined;

  constructor(
    side: FaultCode,
    subcodes: string,
    reason: string,
    { detail, status = side === 'Sender' ? 400 : 500 }: { readonly detail?: string; readonly status?: number } = {},
  ) {
    super(reason);
    this.side = side;
    this.subcodes = subcodes === '' ? [] : subcodes.split('/');
    this.status = status;
    this.detail = detail;
  }
}

export const wellFormedFault = (reason: string): SoapFault => new SoapFault('Sender', 'WellFormed', reason);

/** A message in a form that is not read. */
export const formFault = (reason: string): SoapFault => new SoapFault('Sender', 'WellFormed', reason, { status: 415 });

export const argumentFault = (reason: string, subcode?: string): SoapFault =>
  new SoapFault('Sender', subcode === undefined ? 'InvalidArgVal' : `InvalidArgVal/${subcode}`, reason);

export const notServed = (name: string): SoapFault =>
  new SoapFault('Receiver', 'ActionNotSupported', `${name} is not served by this device`);
