import { type RelayUplink, UPLINK_REASONS } from '../relay/relay-uplink.ts';
import {
  type Check,
  isBoolean,
  isBytes,
  isCount,
  isListOf,
  isNumber,
  isOneOf,
  isShape,
  isText,
  isVariant,
  maybe,
} from './message-checks.ts';

/*
 * Messages between the station and the browser outputs of its media process. Types and checks only: the station imports
 * this file, and must not load the media process's code.
 */

export type BrowserOrder =
  /** A viewer requests WebRTC. */
  | {
      readonly act: 'offer';
      readonly id: number;
      readonly streamId: string;
      readonly viewerId: string;
      readonly sdp: string;
      /** Address of the station that the browser has reached: the only one offered to it. */
      readonly address: string;
    }
  | { readonly act: 'endSession'; readonly id: number; readonly peerId: string; readonly viewerId: string }
  /** A relay is to get a stream over WebRTC: it needs an offer. */
  | { readonly act: 'publish'; readonly id: number; readonly streamId: string; readonly maxKbps: number }
  /** The relay has answered the offer; reported when it is connected. */
  | { readonly act: 'publishTo'; readonly id: number; readonly peerId: string; readonly sdp: string }
  | { readonly act: 'unpublish'; readonly peerId: string }
  /** All streams with viewers over Media Source Extensions. */
  | { readonly act: 'segments'; readonly streamIds: readonly string[] }
  /** A further viewer of such a stream needs a key frame to start. */
  | { readonly act: 'joined'; readonly streamId: string }
  | { readonly act: 'clock'; readonly id: number; readonly streamId: string };

/** Reason of a refused offer: invalid offer, stream not available, too many viewers, or an internal fault. */
export type OfferRefusal = 'offer' | 'stream' | 'full' | 'fault';

/** Coding of the pictures of a stream; sent before the first one, and after each change. */
export interface SegmentHead {
  /** In the form of RFC 6381: `avc1.42C01F`. */
  readonly codec: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly framesPerS: number;
  /** The boxes `ftyp` and `moov`. */
  readonly init: Uint8Array;
}

export type BrowserReport =
  | { readonly what: 'answer'; readonly id: number; readonly peerId: string; readonly sdp: string }
  | { readonly what: 'refused'; readonly id: number; readonly why: OfferRefusal; readonly reason: string }
  | { readonly what: 'hungUp'; readonly id: number; readonly wasThere: boolean }
  | { readonly what: 'offer'; readonly id: number; readonly peerId: string; readonly sdp: string }
  | { readonly what: 'published'; readonly id: number }
  /** A publication that was ordered to end, or has failed. */
  | { readonly what: 'unpublished'; readonly peerId: string }
  /** A relay has reported how the link carries the stream; some times in a second. */
  | { readonly what: 'uplink'; readonly peerId: string; readonly uplink: RelayUplink }
  | { readonly what: 'head'; readonly streamId: string; readonly head: SegmentHead }
  /** One picture: the boxes `prft`, `moof` and `mdat`. */
  | { readonly what: 'segment'; readonly streamId: string; readonly isKeyFrame: boolean; readonly bytes: Uint8Array }
  /** The stream has ended. */
  | { readonly what: 'ended'; readonly streamId: string }
  /** Current time, and capture time of the newest picture, which exists while there is a viewer in a browser. */
  | { readonly what: 'clock'; readonly id: number; readonly nowMs: number; readonly newest?: PictureTime };

/** One moment on two clocks: 90 kHz as in an access unit, and the real-time clock, milliseconds since 1970. */
interface PictureTime {
  readonly rtpTime: number;
  readonly realTimeMs: number;
}

const REFUSALS = ['offer', 'stream', 'full', 'fault'] satisfies OfferRefusal[];

const isHead = isShape({
  codec: isText,
  widthPx: isCount,
  heightPx: isCount,
  framesPerS: isNumber,
  init: isBytes,
});

const isUplink = isShape({
  targetKbps: isCount,
  reason: isOneOf(...UPLINK_REASONS),
  made: maybe(isShape({ widthPx: isCount, heightPx: isCount, framesPerS: isNumber })),
});

const ORDERS = {
  offer: { id: isCount, streamId: isText, viewerId: isText, sdp: isText, address: isText },
  endSession: { id: isCount, peerId: isText, viewerId: isText },
  publish: { id: isCount, streamId: isText, maxKbps: isCount },
  publishTo: { id: isCount, peerId: isText, sdp: isText },
  unpublish: { peerId: isText },
  segments: { streamIds: isListOf(isText) },
  joined: { streamId: isText },
  clock: { id: isCount, streamId: isText },
} satisfies Record<BrowserOrder['act'], Readonly<Record<string, Check>>>;

const REPORTS = {
  answer: { id: isCount, peerId: isText, sdp: isText },
  refused: { id: isCount, why: isOneOf(...REFUSALS), reason: isText },
  hungUp: { id: isCount, wasThere: isBoolean },
  offer: { id: isCount, peerId: isText, sdp: isText },
  published: { id: isCount },
  unpublished: { peerId: isText },
  uplink: { peerId: isText, uplink: isUplink },
  head: { streamId: isText, head: isHead },
  segment: { streamId: isText, isKeyFrame: isBoolean, bytes: isBytes },
  ended: { streamId: isText },
  clock: { id: isCount, nowMs: isNumber, newest: maybe(isShape({ rtpTime: isNumber, realTimeMs: isNumber })) },
} satisfies Record<BrowserReport['what'], Readonly<Record<string, Check>>>;

const matchesOrder = isVariant('act', ORDERS);
const matchesReport = isVariant('what', REPORTS);

export const isBrowserOrder = (value: unknown): value is BrowserOrder => matchesOrder(value);

export const isBrowserReport = (value: unknown): value is BrowserReport => matchesReport(value);
