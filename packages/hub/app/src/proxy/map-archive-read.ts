import { refuse } from '@kitestring/station-contract/refusal.ts';
import { onClosed } from '@kitestring/web/http';
import { ReadSlots } from './read-slots.ts';
import type { ReadAnswer, ReadOpener, ReadOrder, ReadOutcome } from './station-reads.ts';

/** Half of the reads of a station: opening a map requests dozens of tiles at once, and states and pictures must continue. */
const RUNNING_MAX = 6;
/** Time that a browser waits for a tile on a slow uplink. */
const WAIT_MS = 20_000;
/** Larger than a directory or a tile of any map, and much smaller than an archive. */
const PART_BYTES_MAX = 4 * 1024 * 1024;
const MIB = 1024 * 1024;
/** The page checks every minute whether the station has another archive. */
const KEPT_BY_BROWSER_S = 60;

type Refused = ReturnType<typeof refuse>;

/** Reads parts of the map archives of stations, a limited number at a time per station. */
export class MapArchiveReads {
  readonly #reads: ReadOpener;
  readonly #slots = new ReadSlots(RUNNING_MAX);

  constructor(reads: ReadOpener) {
    this.#reads = reads;
  }

  /** @param response occupies a slot until it closes */
  async open(order: ReadOrder, response: Parameters<typeof onClosed>[0]): Promise<ReadOutcome | Refused> {
    const giveBack = await this.#slots.take(order.sid, AbortSignal.timeout(WAIT_MS));
    if (giveBack === undefined) return { kind: 'busy' };
    onClosed(response, giveBack);
    const outcome = await this.#reads.open(order);
    if (outcome.kind !== 'answer' || order.method === 'HEAD') return outcome;
    const bytes = Number(outcome.headers['content-length'] ?? Number.POSITIVE_INFINITY);
    if (outcome.status < 300 && !(bytes <= PART_BYTES_MAX)) {
      outcome.body.cancel();
      const got = `${(bytes / MIB).toFixed(1)} MiB`;
      const fault = `a map archive is read through a hub in ranges of at most ${PART_BYTES_MAX / MIB} MiB, this one has ${got}`;
      return refuse('INVALID_REQUEST', { fault });
    }
    return outcome.status === 206 ? kept(outcome) : outcome;
  }
}

/** Tiles that are shown again within a minute do not use the uplink again. */
const kept = (answer: ReadAnswer): ReadAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'cache-control': `private, max-age=${KEPT_BY_BROWSER_S}` },
});
