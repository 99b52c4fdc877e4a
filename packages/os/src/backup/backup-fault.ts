import { Fault } from '@kitestring/base/fault.ts';

/** A backup cannot be made or restored. One line, with the remedy. */
export class BackupFault extends Fault {}
