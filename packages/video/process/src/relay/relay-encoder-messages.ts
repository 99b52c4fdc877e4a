import type { AccessUnit } from '../access-unit.ts';
import type { EncodingStep } from './encoding-step.ts';

/** Start data of the thread. */
export interface RelayEncoderSetup {
  readonly framesPerS: number;
  readonly bitRateBps: number;
}

export type ToRelayEncoder =
  /** The first one is a key frame. */
  | { readonly kind: 'picture'; readonly unit: AccessUnit }
  | { readonly kind: 'rate'; readonly bitRateBps: number }
  | { readonly kind: 'keyFrame' }
  | { readonly kind: 'end' };

export type FromRelayEncoder =
  | { readonly kind: 'ready' }
  /** One picture is done; without `unit` it was left out. */
  | { readonly kind: 'done'; readonly unit?: AccessUnit; readonly step?: EncodingStep };
