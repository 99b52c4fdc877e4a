import { US_PER_S } from '@kitestring/base/clock.ts';
import { formatTimestamp, parseTimestamp } from '@kitestring/base/timestamp.ts';

/** In the station's format: always of equal length. */
const TIMESTAMP = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00/g;

/** JSON with every time shifted; its length is unchanged. @param bytes JSON, with or without the head of a frame */
export function shiftedTimes(bytes: Uint8Array, skewS: number): Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const shifted = text.replaceAll(TIMESTAMP, (time) => {
    const atUs = parseTimestamp(time);
    return atUs === undefined ? time : formatTimestamp(atUs + Math.round(skewS * US_PER_S));
  });
  return Buffer.from(shifted, 'latin1');
}
