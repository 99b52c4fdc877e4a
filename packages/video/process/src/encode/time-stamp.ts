import type { AccessUnit } from '../access-unit.ts';
import { concat, letters, u8 } from '../fmp4/box.ts';
import { nalSyntax } from './nal-syntax.ts';

/* Precision time stamp of MISB ST 0604 in H.264 and H.265: user data without registration, in an SEI message before the slices. */

const UNREGISTERED = 5;
const NAME = letters('MISPmicrosectime');
/** It is not known whether the clock is locked to an absolute one; no step. Source: MISB ST 0603, time status. */
const LOCK_UNKNOWN = 0x9f;
/** After every two bytes of the time, so that it never looks like a start code. */
const SEPARATOR = 0xff;
const STOP_BIT = 0x80;

/** The NAL units of a picture with the time at which it was taken. @param timeUs microseconds since 1970 */
export function withTimeStamp({ codec, nals }: Pick<AccessUnit, 'codec' | 'nals'>, timeUs: number): AccessUnit['nals'] {
  const { isSlice, seiHead, typeOf } = nalSyntax(codec);
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, BigInt(Math.round(timeUs)));
  const pairs = [0, 2, 4].flatMap((at) => [...time.subarray(at, at + 2), SEPARATOR]);
  const payload = concat(NAME, u8(LOCK_UNKNOWN, ...pairs, ...time.subarray(6)));
  const message = concat(seiHead, u8(UNREGISTERED, payload.length), payload, u8(STOP_BIT));
  const slice = nals.findIndex((nal) => isSlice(typeOf(nal)));
  return slice < 0 ? nals : nals.toSpliced(slice, 0, message);
}
