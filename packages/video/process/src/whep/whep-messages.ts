/** Messages between the media process and its WebRTC thread. */
import type { AccessUnit, PictureCodec } from '../access-unit.ts';
import type { UplinkRate, UplinkStart } from '../relay/uplink-rate.ts';

export interface WhepSetup {
  /** UDP ports, inclusive; absent: any free ones. */
  readonly ports?: { readonly first: number; readonly last: number };
}

export interface WhepOffer {
  readonly id: number;
  readonly streamId: string;
  readonly viewerId: string;
  readonly sdp: string;
  readonly address: string;
  readonly codec: PictureCodec;
  /** H.264 profile: the byte after the type of the source's sequence parameter set. */
  readonly profile: number;
}

/** A relay gets smaller pictures of its own on a link that does not carry the stream; `except` and `only` are ids of peers. */
type PictureReceivers = { readonly except: ReadonlySet<string> } | { readonly only: string };

/** Stands for relays where viewers have the id of their session. */
export const RELAY_VIEWER = 'relay';

export type ToWhep =
  | { readonly kind: 'offer'; readonly offer: WhepOffer }
  | { readonly kind: 'endSession'; readonly id: number; readonly peerId: string; readonly viewerId: string }
  /** Makes an offer for a relay. */
  | {
      readonly kind: 'publish';
      readonly id: number;
      readonly streamId: string;
      readonly ceilingBps: number;
      readonly start: UplinkStart;
    }
  /** The answer of the relay. */
  | { readonly kind: 'publishTo'; readonly id: number; readonly peerId: string; readonly sdp: string }
  | { readonly kind: 'unpublish'; readonly peerId: string }
  /** A permission has ended. */
  | { readonly kind: 'endViewer'; readonly viewerId: string }
  | { readonly kind: 'picture'; readonly streamId: string; readonly unit: AccessUnit; readonly to: PictureReceivers }
  /** The stream has ended. */
  | { readonly kind: 'ended'; readonly streamId: string };

/** Present viewers; sent at each change, and once a second while there are any. */
export interface WatchedNow {
  /** Streams with viewers. */
  readonly streamIds: readonly string[];
  /** Number of viewers, including those that are connecting. */
  readonly peers: number;
  /** Sent by this thread so far. */
  readonly packets: number;
  readonly bytes: number;
  /** Relays that get a stream. */
  readonly relays: readonly RelaySent[];
}

export interface RelaySent {
  readonly peerId: string;
  /** Bytes of all its packets as they have gone to the network, repeated ones and reports too. */
  readonly bytes: number;
}

export type FromWhep =
  | { readonly kind: 'answer'; readonly id: number; readonly peerId: string; readonly sdp: string }
  | { readonly kind: 'refused'; readonly id: number; readonly why: 'offer' | 'full' | 'fault'; readonly reason: string }
  | { readonly kind: 'hungUp'; readonly id: number; readonly wasThere: boolean }
  | {
      readonly kind: 'offer';
      readonly id: number;
      readonly peerId: string;
      readonly sdp: string;
      readonly streamId: string;
      readonly start: UplinkStart;
    }
  | { readonly kind: 'published'; readonly id: number }
  /** A publication has ended, for any reason. */
  | { readonly kind: 'unpublished'; readonly peerId: string }
  | { readonly kind: 'watched'; readonly watched: WatchedNow }
  | { readonly kind: 'joined'; readonly streamId: string; readonly relayId?: string }
  | { readonly kind: 'keyFrame'; readonly streamId: string; readonly relayId?: string }
  /** The relay has reported how the link carries the stream. */
  | {
      readonly kind: 'uplink';
      readonly streamId: string;
      readonly peerId: string;
      readonly rate: UplinkRate;
      readonly ceilingBps: number;
    };
