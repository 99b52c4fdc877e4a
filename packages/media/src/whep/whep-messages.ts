/** What the media process and its WebRTC thread say to each other. */
import type { AccessUnit } from '../access-unit.ts';

export interface WhepSetup {
  /** UDP, both included; absent: any that are free. */
  readonly ports?: { readonly first: number; readonly last: number };
}

export interface WhepOffer {
  readonly id: number;
  readonly streamId: string;
  readonly viewerId: string;
  readonly sdp: string;
  readonly address: string;
  /** First byte of the source's sequence parameter set behind its type: the profile of H.264. */
  readonly profile: number;
}

export type ToWhep =
  | { readonly kind: 'offer'; readonly offer: WhepOffer }
  | { readonly kind: 'hangUp'; readonly id: number; readonly peerId: string; readonly viewerId: string }
  /** A permission has ended. */
  | { readonly kind: 'endViewer'; readonly viewerId: string }
  | { readonly kind: 'picture'; readonly streamId: string; readonly unit: AccessUnit }
  /** The stream gives nothing more. */
  | { readonly kind: 'ended'; readonly streamId: string };

/** Who watches; told at each change, and once a second while somebody does. */
export interface WatchedNow {
  /** The streams that somebody watches. */
  readonly streamIds: readonly string[];
  /** Those that are connecting among them. */
  readonly peers: number;
  /** Sent by this thread so far. */
  readonly packets: number;
  readonly bytes: number;
}

export type FromWhep =
  | { readonly kind: 'answer'; readonly id: number; readonly peerId: string; readonly sdp: string }
  | { readonly kind: 'refused'; readonly id: number; readonly why: 'offer' | 'full' | 'fault'; readonly reason: string }
  | { readonly kind: 'hungUp'; readonly id: number; readonly wasThere: boolean }
  | { readonly kind: 'watched'; readonly watched: WatchedNow }
  | { readonly kind: 'joined'; readonly streamId: string }
  | { readonly kind: 'keyFrame'; readonly streamId: string };
