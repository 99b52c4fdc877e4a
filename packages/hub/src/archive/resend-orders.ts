import type { Beat } from '@kitestring/hubcontract/beat.ts';

/** Time without progress after which a station is asked to send again; doubled with each order. */
const PATIENCE_MS = { first: 2000, most: 60_000 };

/**
 * Decides when a station has to send again: it says that the broker has records which the archive does not get. So the
 * broker has lost them, or something before them. Time is given.
 */
export class ResendOrders {
  readonly #byKey = new Map<string, { have: number; sinceMs: number; patienceMs: number }>();

  /**
   * Looks at a station. To be called about once a second while it is online.
   * @param have what the archive has of the numbering of the beat
   * @param isBehind whether the archive gets on with what the broker has still
   * @returns true: it has to be asked now
   */
  isDue(
    sid: string,
    { epoch, sent }: Pick<Beat, 'epoch' | 'sent'>,
    have: number,
    isBehind: boolean,
    nowMs: number,
  ): boolean {
    const key = `${sid} ${epoch}`;
    if (sent <= have) {
      this.#byKey.delete(key);
      return false;
    }
    const watched = this.#byKey.get(key);
    if (watched === undefined || watched.have !== have || isBehind) {
      this.#byKey.set(key, { have, sinceMs: nowMs, patienceMs: PATIENCE_MS.first });
      return false;
    }
    if (nowMs - watched.sinceMs < watched.patienceMs) return false;
    watched.sinceMs = nowMs;
    watched.patienceMs = Math.min(2 * watched.patienceMs, PATIENCE_MS.most);
    return true;
  }

  forget(sid: string): void {
    for (const key of this.#byKey.keys()) if (key.startsWith(`${sid} `)) this.#byKey.delete(key);
  }
}
