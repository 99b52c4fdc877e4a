import { Fault } from '@kitestring/base/fault.ts';

type HubFaultCode =
  | 'ENGINE_MISSING'
  | 'ENGINE_FAILED'
  | 'ENGINE_UNREACHABLE'
  | 'INSTALL_FAILED'
  | 'BACKUP_REFUSED'
  | 'DATABASE_UNUSABLE'
  | 'KEY_DAMAGED'
  | 'KEYS_MISSING'
  | 'SECRET_UNREADABLE';

/** The hub cannot start or continue. The message is one line, with the remedy. */
export class HubFault extends Fault {
  readonly code: HubFaultCode;

  constructor(code: HubFaultCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
