import { Fault } from '@kitestring/base/fault.ts';

/**
 * Why nothing could be checked: the address leads to no station (`unreachable`), its certificate is not trusted
 * (`untrusted`), the key is refused or lacks a scope (`key`), something else answers there (`foreign`), it speaks a
 * version that is not known (`version`), the station is not as the level needs it (`not-ready`), or the run would have no
 * check that was asked for (`no-check`).
 */
export type ConformFaultKind = 'unreachable' | 'untrusted' | 'key' | 'foreign' | 'version' | 'not-ready' | 'no-check';

/** Nothing could be checked. The message is one line with a remedy. */
export class ConformFault extends Fault {
  readonly kind: ConformFaultKind;

  constructor(kind: ConformFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
