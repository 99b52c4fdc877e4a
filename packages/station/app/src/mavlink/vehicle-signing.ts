import { hash } from 'node:crypto';
import { type Clock, every } from '@kitestring/base/clock.ts';
import type { MavlinkVehicle, VehicleSigning } from '@kitestring/mavlink-vehicle';
import type { DocumentStore } from '@kitestring/station-core/ports/document-store.ts';

type Documents = Pick<DocumentStore, 'get' | 'set'>;

const DOCUMENT = 'mavlink.signing';
const STORE_EVERY_US = 30_000_000;
/** Timestamps of a minute, 10 us each: a station that is killed has used no later one than it has stored. */
const AHEAD = 6_000_000;

/** Signing with a passphrase, whose timestamps go on where those of the last run have ended. */
export function vehicleSigning(passphrase: string, documents: Documents): VehicleSigning {
  const stored = Number(documents.get(DOCUMENT) ?? 0);
  return { key: hash('sha256', passphrase, 'buffer'), last: Number.isSafeInteger(stored) ? stored : 0 };
}

/** Stores how far the timestamps may have got; stopped with the vehicle. */
export function rememberSigning(vehicle: MavlinkVehicle, documents: Documents, clock: Clock): Disposable {
  const store = (ahead: number) => documents.set(DOCUMENT, String((vehicle.signing?.last ?? 0) + ahead));
  store(AHEAD);
  const cancel = every(clock, STORE_EVERY_US, () => store(AHEAD));
  return {
    [Symbol.dispose]: () => {
      cancel();
      store(0);
    },
  };
}
