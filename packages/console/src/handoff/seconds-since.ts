import { parseTimestamp } from '@kitestring/contract/timestamp.ts';

/** @param nowMs the time of the station @returns undefined where one of the two is not known */
export function secondsSince(timestamp: string | undefined, nowMs: number | undefined): number | undefined {
  const thenUs = timestamp === undefined ? undefined : parseTimestamp(timestamp);
  return thenUs === undefined || nowMs === undefined ? undefined : (nowMs - thenUs / 1000) / 1000;
}
