import { Fault } from '@kitestring/base/fault.ts';
import type { ListenAddress } from './listen-address.ts';

type ListenFaultCode = 'PORT_IN_USE' | 'PORT_FORBIDDEN' | 'ADDRESS_UNKNOWN' | 'LISTEN_FAILED';

/** A listening address is not available. `message` names it and gives the remedy. */
export class ListenFault extends Fault {
  readonly code: ListenFaultCode;
  readonly address: ListenAddress;

  constructor(code: ListenFaultCode, address: ListenAddress, message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
    this.address = address;
  }
}

const CODES: Readonly<Record<string, ListenFaultCode>> = {
  EADDRINUSE: 'PORT_IN_USE',
  EACCES: 'PORT_FORBIDDEN',
  EADDRNOTAVAIL: 'ADDRESS_UNKNOWN',
  ENOTFOUND: 'ADDRESS_UNKNOWN',
  EAI_AGAIN: 'ADDRESS_UNKNOWN',
};

/** Purpose of a port, and the setting that changes it. */
interface PortUse {
  readonly purpose?: string;
  readonly flag: string;
}

export function listenFault(address: ListenAddress, cause: Error, use: PortUse = { flag: '--port' }): ListenFault {
  const code = CODES['code' in cause ? String(cause.code) : ''] ?? 'LISTEN_FAILED';
  return new ListenFault(code, address, faultMessage(code, address, cause, use), cause);
}

function faultMessage(code: ListenFaultCode, { host, port }: ListenAddress, cause: Error, use: PortUse): string {
  const place = `port ${port} on ${host}${use.purpose === undefined ? '' : ` for ${use.purpose}`}`;
  switch (code) {
    case 'PORT_IN_USE':
      return `${place} is in use by another program; choose another one with ${use.flag} (0 takes any free one)`;
    case 'PORT_FORBIDDEN':
      return `${place} may not be used by this user (ports below 1024 need a privilege); choose another one with ${use.flag}`;
    case 'ADDRESS_UNKNOWN':
      return `${host} is not an address of this machine; choose another one with --host`;
    case 'LISTEN_FAILED':
      return `${place} cannot be listened on: ${cause.message}`;
  }
}
