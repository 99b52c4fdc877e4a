import {
  type Check,
  type Checked,
  isBoolean,
  isNumber,
  isOneOf,
  isShape,
  isText,
  isVariant,
} from '../process/message-checks.ts';
import { CAMERA_ADDRESS_MAX } from './camera-address.ts';

/*
 * Messages between the station and its media process about real cameras. Types and checks only: the station imports
 * this file, and must not load the media process's code.
 */

const REASON_MAX_CHARS = 1024;

const isAboveZero: Check<number> = (value) => isNumber(value) && (value as number) > 0;

const isTextUpTo =
  (most: number): Check<string> =>
  (value) =>
    isText(value) && (value as string).length <= most;

/** A real camera in the settings. */
export const isCameraTarget = isShape({
  /** Including user and password: never logged. */
  url: isTextUpTo(CAMERA_ADDRESS_MAX),
  /** Whether a camera's TLS certificate must be valid. */
  checksCertificate: isBoolean,
});
export type CameraTarget = Checked<typeof isCameraTarget>;

/*
 *   connecting ──first key frame──▶ live ──fault──▶ lost
 *        │ fault                     ▲               │
 *        └──────────▶ lost ──────────┴─ key frame ───┘
 */
export const isCameraState = isVariant('state', {
  connecting: {},
  live: {
    size: isShape({ widthPx: isAboveZero, heightPx: isAboveZero }),
    codec: isOneOf('H.264', 'H.265'),
    framesPerS: isAboveZero,
  },
  /** Retried continuously. `reason` is one line without secrets. */
  lost: { reason: isTextUpTo(REASON_MAX_CHARS) },
});
export type CameraLinkState = Checked<typeof isCameraState>;
