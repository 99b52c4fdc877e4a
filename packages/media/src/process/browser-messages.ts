/*
 * What the station and the browser outputs of its media process say to each other. Types and checks only: the station
 * imports this file, and must not load what the media process loads.
 */

export type BrowserOrder =
  /** Somebody wants to watch over WebRTC. */
  | {
      readonly act: 'offer';
      readonly id: number;
      readonly streamId: string;
      readonly viewerId: string;
      readonly sdp: string;
      /** Of the station, by which the browser has reached it: the only one that it is offered. */
      readonly address: string;
    }
  | { readonly act: 'hangUp'; readonly id: number; readonly peerId: string; readonly viewerId: string }
  /** The streams that somebody watches over Media Source Extensions: all of them, each time. */
  | { readonly act: 'segments'; readonly streamIds: readonly string[] }
  /** One more watches such a stream, and needs a key frame to begin with. */
  | { readonly act: 'joined'; readonly streamId: string }
  | { readonly act: 'clock'; readonly id: number; readonly streamId: string };

/** Why an offer was not taken: it is wrong, the stream gives nothing, there are too many viewers, or it is our fault. */
export type OfferRefusal = 'offer' | 'stream' | 'full' | 'fault';

/** How the pictures of a stream are coded; said before the first one, and again when it changes. */
export interface SegmentHead {
  /** As RFC 6381 has it: `avc1.42C01F`. */
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
  | { readonly what: 'head'; readonly streamId: string; readonly head: SegmentHead }
  /** One picture: the boxes `prft`, `moof` and `mdat`. */
  | { readonly what: 'segment'; readonly streamId: string; readonly isKeyFrame: boolean; readonly bytes: Uint8Array }
  /** The stream gives nothing more. */
  | { readonly what: 'ended'; readonly streamId: string }
  /** What time it is, and when the newest picture was taken, which is there while somebody watches in a browser. */
  | { readonly what: 'clock'; readonly id: number; readonly nowMs: number; readonly newest?: PictureTime };

/** One moment by two clocks: 90 kHz as in an access unit, and the wall clock, milliseconds since 1970. */
export interface PictureTime {
  readonly rtpTime: number;
  readonly wallMs: number;
}

const REFUSALS: readonly string[] = ['offer', 'stream', 'full', 'fault'] satisfies OfferRefusal[];
const MOST_SDP_CHARS = 65_536;

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MOST_SDP_CHARS;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
const isTexts = (value: unknown) => Array.isArray(value) && value.length <= 64 && value.every(isText);
const isPictureTime = (value: unknown) => isRecord(value) && isNumber(value.rtpTime) && isNumber(value.wallMs);

type Checks = Readonly<Record<string, (value: unknown) => boolean>>;

const ORDERS: Readonly<Record<BrowserOrder['act'], Checks>> = {
  offer: { id: isNumber, streamId: isText, viewerId: isText, sdp: isText, address: isText },
  hangUp: { id: isNumber, peerId: isText, viewerId: isText },
  segments: { streamIds: isTexts },
  joined: { streamId: isText },
  clock: { id: isNumber, streamId: isText },
};

const REPORTS: Readonly<Record<BrowserReport['what'], Checks>> = {
  answer: { id: isNumber, peerId: isText, sdp: isText },
  refused: { id: isNumber, why: (value) => REFUSALS.includes(String(value)), reason: isText },
  hungUp: { id: isNumber, wasThere: (value) => typeof value === 'boolean' },
  head: { streamId: isText, head: isHead },
  segment: { streamId: isText, isKeyFrame: (value) => typeof value === 'boolean', bytes: isBytes },
  ended: { streamId: isText },
  clock: { id: isNumber, nowMs: isNumber, newest: (value) => value === undefined || isPictureTime(value) },
};

function isHead(value: unknown): boolean {
  if (!isRecord(value) || !isText(value.codec) || !isBytes(value.init)) return false;
  return [value.widthPx, value.heightPx, value.framesPerS].every(isNumber);
}

export const isBrowserOrder = (value: unknown): value is BrowserOrder =>
  isRecord(value) && matches(value, ORDERS, value.act);

export const isBrowserReport = (value: unknown): value is BrowserReport =>
  isRecord(value) && matches(value, REPORTS, value.what);

function matches(value: Record<string, unknown>, kinds: Readonly<Record<string, Checks>>, kind: unknown): boolean {
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) return false;
  return Object.entries(kinds[kind] ?? {}).every(([name, check]) => check(value[name]));
}
