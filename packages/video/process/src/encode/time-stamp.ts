import { concat, letters, u8 } from '../fmp4/box.ts';
import { NAL, nalType } from './nal-units.ts';

/* Precision time stamp of MISB ST 0604 in H.264: user data without registration, in an SEI message before the slices. */

const UNREGISTERED = 5;
const NAME = letters('MISPmicrosectime');
/** It is not known whether the clock is locked to an absolute one; no step. Source: MISB ST 0603, time status. */
const LOCK_UNKNOWN = 0x9f;
/** After every two bytes of the time, so that it never looks like a start code. */
const SEPARATOR = 0xff;
const STOP_BIT = 0x80;

/** The NAL units of a picture with the time at which it was taken. @param timeUs microseconds since 1970 */
export function withTimeStamp(nals: readonly Uint8Array[], timeUs: number): readonly Uint8Array[] {
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, BigInt(Math.round(timeUs)));
  const pairs = [0, 2, 4].flatMap((at) => [...time.subarray(at, at + 2), SEPARATOR]);
  const payload = concat(NAME, u8(LOCK_UNKNOWN, ...pairs, ...time.subarray(6)));
  const message = concat(u8(NAL.sei, UNREGISTERED, payload.length), payload, u8(STOP_BIT));
  const slice = nals.findIndex((nal) => [NAL.slice, NAL.keySlice].some((type) => type === nalType(nal)));
  return slice < 0 ? nals : nals.toSpliced(slice, 0, message);
}
