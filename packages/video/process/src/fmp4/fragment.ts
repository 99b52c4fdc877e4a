import { NTP_EPOCH_S } from '@kitestring/station-contract/video/ntp.ts';
import { box, concat, fullBox, u32, u64 } from './box.ts';
import { TRACK_ID } from './movie-box.ts';

/** One picture in a file. */
export interface FragmentSample {
  /** NAL units without start codes. */
  readonly nals: readonly Uint8Array[];
  readonly isKeyFrame: boolean;
  /** 1/90,000 s. */
  readonly duration: number;
}

interface Fragment {
  /** Counts from 1. */
  readonly sequence: number;
  /** Time of the first sample: 1/90,000 s since the start. */
  readonly time: number;
  /** When the first sample was taken, milliseconds since 1970; players can read the time from it. */
  readonly realTimeMs: number;
  readonly samples: readonly FragmentSample[];
}

/** Independent of other pictures. */
export const KEY_FRAME_FLAGS = 0x200_0000;
/** Depends on other pictures; no entry point. */
export const OTHER_FRAME_FLAGS = 0x101_0000;
/** Each sample has duration, size and flags, after the offset of the first. */
const RUN_FLAGS = 0x701;
const BASE_IS_MOOF = 0x2_0000;

/** The boxes `prft`, `moof` and `mdat` of these samples, to be appended. */
export function fragment({ samples, sequence, time, realTimeMs }: Fragment): Uint8Array {
  const sizes = samples.map(({ nals }) => nals.reduce((sum, nal) => sum + 4 + nal.length, 0));
  const rows = samples.flatMap(({ duration, isKeyFrame }, index) => [
    duration,
    sizes[index]!,
    isKeyFrame ? KEY_FRAME_FLAGS : OTHER_FRAME_FLAGS,
  ]);
  const moofOf = (dataOffset: number) => movieFragment(sequence, time, samples.length, dataOffset, rows);
  const moof = moofOf(moofOf(0).length + 8);
  const head = concat(referenceTime(realTimeMs, time), moof);
  const dataLength = sizes.reduce((sum, size) => sum + size, 8);
  const all = new Uint8Array(head.length + dataLength);
  all.set(head);
  all.set(box('mdat'), head.length);
  new DataView(all.buffer).setUint32(head.length, dataLength);
  writeSamples(all, head.length + 8, samples);
  return all;
}

function movieFragment(
  sequence: number,
  time: number,
  count: number,
  dataOffset: number,
  rows: readonly number[],
): Uint8Array {
  return box(
    'moof',
    fullBox('mfhd', 0, 0, u32(sequence)),
    box(
      'traf',
      fullBox('tfhd', 0, BASE_IS_MOOF, u32(TRACK_ID)),
      fullBox('tfdt', 1, 0, u64(time)),
      fullBox('trun', 0, RUN_FLAGS, u32(count, dataOffset, ...rows)),
    ),
  );
}

/** Producer reference time: ISO/IEC 14496-12, 8.16.5. */
function referenceTime(realTimeMs: number, time: number): Uint8Array {
  const seconds = Math.floor(realTimeMs / 1000);
  const share = Math.floor((realTimeMs / 1000 - seconds) * 2 ** 32);
  return fullBox('prft', 1, 0, u32(TRACK_ID, seconds + NTP_EPOCH_S, share), u64(time));
}

/** Real time of a `prft` box, milliseconds since 1970. */
export const realTimeMsOf = (seconds: number, share: number): number =>
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
