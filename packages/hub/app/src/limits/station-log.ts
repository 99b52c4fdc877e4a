import { BoundedMap } from '@kitestring/base/bounded-map.ts';
import type { Log } from '@kitestring/base/log.ts';
import { TokenBucket } from '@kitestring/base/token-bucket.ts';

/** Warnings and errors of one station: this many at once, then two a minute. */
const RATE = { perS: 1 / 30, burst: 30 };
const STATIONS_MAX = 10_000;

interface Lines {
  readonly bucket: TokenBucket;
  leftOut: number;
}

/** A log in which no station can fill the disk: lines beyond its budget are counted, and the next line has their number. */
export function limitedByStation(log: Log, nowUs: () => number): Log {
  const bySid = new BoundedMap<string, Lines>(STATIONS_MAX);
  const limited = (write: Log['warn']) => (fields: object, message: string) => {
    const { sid } = fields as { readonly sid?: unknown };
    if (typeof sid !== 'string') return write(fields, message);
    const lines = bySid.getOrMake(sid, () => ({ bucket: new TokenBucket(RATE, nowUs()), leftOut: 0 }));
    if (!lines.bucket.take(nowUs())) {
      lines.leftOut += 1;
      return;
    }
    write(lines.leftOut === 0 ? fields : { ...fields, linesLeftOut: lines.leftOut }, message);
    lines.leftOut = 0;
  };
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: limited((fields, message) => log.warn(fields, message)),
    error: limited((fields, message) => log.error(fields, message)),
  };
}
