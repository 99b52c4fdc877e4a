import { Fault } from '@kitestring/base/fault.ts';

/** The native encoder cannot be opened or fails to encode. */
export class EncoderFault extends Fault {
  readonly code = 'ENCODER_FAULT';
}

/** @throws EncoderFault for a negative status of FFmpeg */
export function checked(status: number, what: string): void {
  if (status < 0) throw new EncoderFault(`${what} failed with status ${status} of FFmpeg`);
}
