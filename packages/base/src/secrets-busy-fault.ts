import { Fault } from './fault.ts';

/** Too many keys wait to be hashed. The caller may retry after some seconds. */
export class SecretsBusyFault extends Fault {
  readonly code = 'SECRETS_BUSY';

  /** @param waiting number of keys in the full queue */
  constructor(waiting: number) {
    super(`${waiting} API keys are waiting to be checked; ask again in a few seconds`);
  }
}
