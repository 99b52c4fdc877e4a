import { NTP_EPOCH_S } from '@kitestring/station-contract/video/ntp.ts';
import { box, concat, fullBox, u32, u64 } from './box.ts';
import { TRACK_ID } from './movie-box.ts';
import { TEXT_TRACK_ID } from './timed-text.ts';

/** One picture in a file. */
export interface FragmentSample {
  /** NAL units without start codes. */
  readonly nals: readonly Uint8Array[];
  readonly isKeyFrame: boolean;
  /** 1/90,000 s. */
  readonly duration: number;
}

/** A text that goes with pictures of a fragment. */
export interface FragmentText {
  /** 1/90,000 s since the start. */
  readonly time: number;
  readonly duration: number;
  readonly bytes: Uint8Array;
}

interface Fragment {
  /** Counts from 1. */
  readonly sequence: number;
  /** Time of the first sample: 1/90,000 s since the start. */
  readonly time: number;
  /** When the first sample was taken, milliseconds since 1970; players can read the time from it. */
  readonly realTimeMs: number;
  readonly samples: readonly FragmentSample[];
  readonly texts?: readonly FragmentText[];
}

/** Independent of other pictures. */
export const KEY_FRAME_FLAGS = 0x200_0000;
/** Depends on other pictures; no entry point. */
export const OTHER_FRAME_FLAGS = 0x101_0000;
/** Each sample has duration, size and flags, after the offset of the first. */
const RUN_FLAGS = 0x701;
/** Each sample has duration and size; all are entry points. */
const TEXT_RUN_FLAGS = 0x301;
const BASE_IS_MOOF = 0x2_0000;

/** The boxes `prft`, `moof` and `mdat` of these samples, to be appended. Texts stand before the pictures, so that a fragment ends where its last picture does. */
export function fragment({ samples, sequence, texts = [], time, realTimeMs }: Fragment): Uint8Array {
  const sizes = samples.map(({ nals }) => nals.reduce((sum, nal) => sum + 4 + nal.length, 0));
  const textBytes = texts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const rows = samples.flatMap(({ duration, isKeyFrame }, index) => [
    duration,
    sizes[index]!,
    isKeyFrame ? KEY_FRAME_FLAGS : OTHER_FRAME_FLAGS,
  ]);
  const moofOf = (dataOffset: number) =>
    box(
      'moof',
      fullBox('mfhd', 0, 0, u32(sequence)),
      trackFragment(TRACK_ID, time, RUN_FLAGS, u32(samples.length, dataOffset + textBytes, ...rows)),
      ...(texts.length === 0 ? [] : [textFragment(texts, dataOffset)]),
    );
  const moof = moofOf(moofOf(0).length + 8);
  const head = concat(referenceTime(realTimeMs, time), moof);
  const dataLength = sizes.reduce((sum, size) => sum + size, 8 + textBytes);
  const all = new Uint8Array(head.length + dataLength);
  all.set(head);
  all.set(box('mdat'), head.length);
  new DataView(all.buffer).setUint32(head.length, dataLength);
  all.set(concat(...texts.map(({ bytes }) => bytes)), head.length + 8);
  writeSamples(all, head.length + 8 + textBytes, samples);
  return all;
}

const trackFragment = (trackId: number, time: number, flags: number, run: Uint8Array): Uint8Array =>
  box(
    'traf',
    fullBox('tfhd', 0, BASE_IS_MOOF, u32(trackId)),
    fullBox('tfdt', 1, 0, u64(time)),
    fullBox('trun', 0, flags, run),
  );

function textFragment(texts: readonly FragmentText[], dataOffset: number): Uint8Array {
  const rows = texts.flatMap(({ bytes, duration }) => [duration, bytes.length]);
  const run = u32(texts.length, dataOffset, ...rows);
  return trackFragment(TEXT_TRACK_ID, texts[0]?.time ?? 0, TEXT_RUN_FLAGS, run);
}

/** Producer reference time: ISO/IEC 14496-12, 8.16.5. */
function referenceTime(realTimeMs: number, time: number): Uint8Array {
  const seconds = Math.floor(realTimeMs / 1000);
  const share = Math.floor((realTimeMs / 1000 - seconds) * 2 ** 32);
  return fullBox('prft', 1, 0, u32(TRACK_ID, seconds + NTP_EPOCH_S, share), u64(time));
}

/** Real time of a `prft` box, milliseconds since 1970. */
export const ntpToRealTimeMs = (seconds: number, share: number): number =>
  Math.round((seconds - NTP_EPOCH_S + share / 2 ** 32) * 1e6) / 1000;

function writeSamples(all: Uint8Array, offset: number, samples: readonly FragmentSample[]): void {
  const view = new DataView(all.buffer);
  let at = offset;
  for (const { nals } of samples) {
    for (const nal of nals) {
      view.setUint32(at, nal.length);
      all.set(nal, at + 4);
      at += 4 + nal.length;
    }
  }
}
