import type { FrameSize } from '../access-unit.ts';
import { CAMERA_ADDRESS_MAX } from './camera-address.ts';

/*
 * What the station and its media process say to each other about real cameras. Types and checks only: the station
 * imports this file, and must not load what the media process loads.
 */

/** A real camera, as the settings name it. */
export interface CameraTarget {
  /** With user and password, as the settings have it: never to be logged. */
  readonly url: string;
  /** Whether the certificate of a camera over TLS must be a good one. */
  readonly checksCertificate: boolean;
}

/*
 *   connecting ──first key frame──▶ live ──fault──▶ lost
 *        │ fault                     ▲               │
 *        └──────────▶ lost ──────────┴─ key frame ───┘
 */
export type CameraState =
  | { readonly state: 'connecting' }
  | { readonly state: 'live'; readonly size: FrameSize; readonly framesPerS: number }
  /** Tried again all the while. `reason` is one line without secrets. */
  | { readonly state: 'lost'; readonly reason: string };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value > 0;

export function isCameraTarget(value: unknown): value is CameraTarget {
  if (!isRecord(value) || typeof value.checksCertificate !== 'boolean') return false;
  return typeof value.url === 'string' && value.url.length <= CAMERA_ADDRESS_MAX;
}

export function isCameraState(value: unknown): value is CameraState {
  if (!isRecord(value)) return false;
  if (value.state === 'connecting') return true;
  if (value.state === 'lost') return typeof value.reason === 'string' && value.reason.length <= 1024;
  const { framesPerS, size, state } = value;
  return state === 'live' && isRecord(size) && [size.widthPx, size.heightPx, framesPerS].every(isCount);
}
