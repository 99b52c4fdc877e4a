import { Fault } from '@kitestring/base/fault.ts';
import { maskedAddress } from './camera-address.ts';

/** Why a camera delivers no pictures. */
type CameraTrouble =
  /** No connection, or a broken one. */
  | 'unreachable'
  /** Connected but silent, or without pictures. */
  | 'silent'
  /** Login refused: a wrong password. */
  | 'unauthorised'
  /** Not supported by this station: another codec, for example. */
  | 'unsuitable'
  /** Not valid RTSP. */
  | 'malformed'
  /** A request refused, or the session closed by the camera. */
  | 'refused';

/** A camera delivers no pictures. The message is one line, without secrets. */
export class CameraFault extends Fault {
  readonly code = 'CAMERA_FAULT';
  readonly trouble: CameraTrouble;

  constructor(trouble: CameraTrouble, message: string, options?: ErrorOptions) {
    super(shownText(message, REASON_MAX), options);
    this.trouble = trouble;
  }
}

const REASON_MAX = 400;

/** Sanitises a camera's text for the log: one line, short, without secrets. */
export const shownText = (text: string, most = 80): string => {
  const line = maskedAddress(text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim());
  return line.length > most ? `${line.slice(0, most)}…` : line;
};

export const asCameraFault = (fault: unknown): CameraFault =>
  fault instanceof CameraFault
    ? fault
    : new CameraFault('unreachable', fault instanceof Error ? fault.message : String(fault), { cause: fault });
