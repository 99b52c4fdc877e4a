import { Fault } from '@kitestring/base/fault.ts';

/** Not an MP4 file of this station. */
export class Mp4Fault extends Fault {
  readonly code = 'MP4_FAULT';
}
