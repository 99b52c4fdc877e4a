type HubFaultCode = 'ENGINE_MISSING' | 'ENGINE_FAILED' | 'INSTALL_FAILED' | 'DATABASE_UNUSABLE' | 'KEY_DAMAGED';

/** The hub cannot start or go on. The message is one line, with the remedy. */
export class HubFault extends Error {
  override readonly name = 'HubFault';
  readonly code: HubFaultCode;

  constructor(code: HubFaultCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
