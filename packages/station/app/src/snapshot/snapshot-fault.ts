import { Fault } from '@kitestring/base/fault.ts';

/** A file that cannot be used as a snapshot here. */
export class StationSnapshotFault extends Fault {}
