import { UPLINK_REASONS } from '../relay/relay-uplink.ts';
import {
  type Checked,
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
 * Messages between the station and the browser outputs of its media process. The station imports this file, and must
 * not load the media process's code.
 */

export const isBrowserOrder = isVariant('act', {
  /** A viewer requests WebRTC. `address` of the station, which the browser has reached, is the only one offered to it. */
  offer: { id: isCount, streamId: isText, viewerId: isText, sdp: isText, address: isText },
  endSession: { id: isCount, peerId: isText, viewerId: isText },
  /** A relay, named by its host, is to get a stream over WebRTC: it needs an offer. */
  publish: { id: isCount, streamId: isText, relay: isText, maxKbps: isCount },
  /** The relay has answered the offer; reported when it is connected. */
  publishTo: { id: isCount, peerId: isText, sdp: isText },
  unpublish: { peerId: isText },
  /** All streams with viewers over Media Source Extensions. */
  segments: { streamIds: isListOf(isText) },
  /** A further viewer of such a stream needs a key frame to start. */
  joined: { streamId: isText },
  clock: { id: isCount, streamId: isText },
});

export type BrowserOrder = Checked<typeof isBrowserOrder>;

/** Reason of a refused offer: invalid offer, stream not available, too many viewers, or an internal fault. */
const isOfferRefusal = isOneOf('offer', 'stream', 'full', 'fault');

export type OfferRefusal = Checked<typeof isOfferRefusal>;

/**
 * Coding of the pictures of a stream; sent before the first one, and after each change. `codec` is in the form of RFC
 * 6381, `avc1.42C01F`; `init` has the boxes `ftyp` and `moov`.
 */
const isSegmentHead = isShape({
  codec: isText,
  widthPx: isCount,
  heightPx: isCount,
  framesPerS: isNumber,
  init: isBytes,
});

export type SegmentHead = Checked<typeof isSegmentHead>;

const isUplink = isShape({
  targetKbps: isCount,
  reason: isOneOf(...UPLINK_REASONS),
  made: maybe(isShape({ widthPx: isCount, heightPx: isCount, framesPerS: isNumber })),
});

/** One moment on two clocks: 90 kHz as in an access unit, and the real-time clock, milliseconds since 1970. */
const isPictureTime = isShape({ rtpTime: isNumber, realTimeMs: isNumber });

export const isBrowserReport = isVariant('what', {
  answer: { id: isCount, peerId: isText, sdp: isText },
  refused: { id: isCount, why: isOfferRefusal, reason: isText },
  hungUp: { id: isCount, wasThere: isBoolean },
  offer: { id: isCount, peerId: isText, sdp: isText },
  published: { id: isCount },
  /** A publication that was ordered to end, or has failed. */
  unpublished: { peerId: isText },
  /** A relay has reported how the link carries the stream; some times in a second. */
  uplink: { peerId: isText, uplink: isUplink },
  /** Bytes that a relay was sent since its connection began; once in a second. */
  sent: { peerId: isText, bytes: isCount },
  head: { streamId: isText, head: isSegmentHead },
  /** One picture: the boxes `prft`, `moof` and `mdat`. */
  segment: { streamId: isText, isKeyFrame: isBoolean, bytes: isBytes },
  /** The stream has ended. */
  ended: { streamId: isText },
  /** Current time, and capture time of the newest picture, which exists while there is a viewer in a browser. */
  clock: { id: isCount, nowMs: isNumber, newest: maybe(isPictureTime) },
});

export type BrowserReport = Checked<typeof isBrowserReport>;
