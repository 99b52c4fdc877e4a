import type { FrameSize, PictureCodec } from '../access-unit.ts';
import { type Check, isBoolean, isNumber, isOneOf, isShape, isText, isVariant } from '../process/message-checks.ts';
import { CAMERA_ADDRESS_MAX } from './camera-address.ts';

/*
 * Messages between the station and its media process about real cameras. Types and checks only: the station imports
 * this file, and must not load the media process's code.
 */

/** A real camera in the settings. */
export interface CameraTarget {
  /** Including user and password: never logged. */
  readonly url: string;
  /** Whether a camera's TLS certificate must be valid. */
  readonly checksCertificate: boolean;
}

/*
 *   connecting ──first key frame──▶ live ──fault──▶ lost
 *        │ fault                     ▲               │
 *        └──────────▶ lost ──────────┴─ key frame ───┘
 */
export type CameraLinkState =
  | { readonly state: 'connecting' }
  | { readonly state: 'live'; readonly size: FrameSize; readonly codec: PictureCodec; readonly framesPerS: number }
  /** Retried continuously. `reason` is one line without secrets. */
  | { readonly state: 'lost'; readonly reason: string };

const REASON_MAX_CHARS = 1024;

const isAboveZero: Check<number> = (value) => isNumber(value) && (value as number) > 0;

const isTextUpTo =
  (most: number): Check<string> =>
  (value) =>
    isText(value) && (value as string).length <= most;

export const isCameraTarget: Check<CameraTarget> = isShape({
  url: isTextUpTo(CAMERA_ADDRESS_MAX),
  checksCertificate: isBoolean,
});

export const isCameraState: Check<CameraLinkState> = isVariant('state', {
  connecting: {},
  live: {
    size: isShape({ widthPx: isAboveZero, heightPx: isAboveZero }),
    codec: isOneOf('H.264', 'H.265'),
    framesPerS: isAboveZero,
  },
  lost: { reason: isTextUpTo(REASON_MAX_CHARS) },
});
