import { type Clock, every } from '@kitestring/base/clock.ts';
import type { LinkSigning } from '@kitestring/mavlink-link';
import type { DocumentStore } from '@kitestring/station-core/ports';

type Documents = Pick<DocumentStore, 'get' | 'set'>;

const DOCUMENT = 'mavlink.signing';
const STORE_EVERY_US = 30_000_000;
/** Timestamps of a minute, 10 us each: a station that is killed has used no later one than it has stored. */
const AHEAD = 6_000_000;

/** Timestamp that the last run may have used. */
export function storedTimestamp(documents: Documents): number {
  const stored = Number(documents.get(DOCUMENT) ?? 0);
  return Number.isSafeInteger(stored) ? stored : 0;
}

/** Stores how far the timestamps may have got, until it is disposed. */
export function rememberSigning(signing: Pick<LinkSigning, 'last'>, documents: Documents, clock: Clock): Disposable {
  const store = (ahead: number) => {
    try {
      documents.set(DOCUMENT, String(signing.last + ahead));
    } catch {
      // Told by the store. It matters only where the clock goes back, and must not end a flight.
    }
  };
  store(AHEAD);
  const cancel = every(clock, STORE_EVERY_US, () => store(AHEAD));
  return {
    [Symbol.dispose]: () => {
      cancel();
      store(0);
    },
  };
}
