import { maskedAddress } from './camera-address.ts';

/** What keeps a camera from giving pictures. */
export type CameraTrouble =
  /** No connection, or it broke. */
  | 'unreachable'
  /** It is there and says nothing, or sends no pictures. */
  | 'silent'
  /** It does not want us: a wrong password. */
  | 'unauthorised'
  /** It sends what this station does not take: another codec, for example. */
  | 'unsuitable'
  /** It does not speak RTSP as anybody does. */
  | 'malformed'
  /** It has refused a request, or said goodbye. */
  | 'refused';

/** A camera gives no pictures. The message is one line, without secrets. */
export class CameraFault extends Error {
  override readonly name = 'CameraFault';
  readonly code = 'CAMERA_FAULT';
  readonly trouble: CameraTrouble;

  constructor(trouble: CameraTrouble, message: string, options?: ErrorOptions) {
    super(shownText(message, REASON_MAX), options);
    this.trouble = trouble;
  }
}

const REASON_MAX = 400;

/** Text of a camera as it may stand in a log: one line, not long, no secrets. */
export const shownText = (text: string, most = 80): string => {
  const line = maskedAddress(text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim());
  return line.length > most ? `${line.slice(0, most)}…` : line;
};

export const asCameraFault = (fault: unknown): CameraFault =>
  fault instanceof CameraFault
    ? fault
    : new CameraFault('unreachable', fault instanceof Error ? fault.message : String(fault), { cause: fault });
