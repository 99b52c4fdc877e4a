import { Fault } from '@kitestring/base/fault.ts';

/** A request that gets a SOAP fault: whose fault it is, the codes of ONVIF from the general to the special one, and a sentence. */
export class SoapFault extends Fault {
  readonly side: 'Sender' | 'Receiver';
  readonly subcodes: readonly string[];
  /** HTTP status. */
  readonly status: number;
  /** Element of WS-BaseNotification that says the same, without its prefix. */
  readonly detail: string | undefined;

  constructor(
    side: 'Sender' | 'Receiver',
    subcodes: string,
    reason: string,
    { detail, status = side === 'Sender' ? 400 : 500 }: { readonly detail?: string; readonly status?: number } = {},
  ) {
    super(reason);
    this.side = side;
    this.subcodes = subcodes.split('/');
    this.status = status;
    this.detail = detail;
  }
}

export const wellFormedFault = (reason: string): SoapFault => new SoapFault('Sender', 'WellFormed', reason);

export const argumentFault = (reason: string, subcode?: string): SoapFault =>
  new SoapFault('Sender', subcode === undefined ? 'InvalidArgVal' : `InvalidArgVal/${subcode}`, reason);

export const notServed = (name: string): SoapFault =>
  new SoapFault('Receiver', 'ActionNotSupported', `${name} is not served by this device`);
