import type { Beat } from '@kitestring/hub-contract/beat.ts';

/** Time without progress after which a station is ordered to resend; doubled with each order. */
const PATIENCE_MS = { first: 2000, most: 60_000 };

/**
 * Decides when a station has to resend: when it reports that the broker has records, but the archive does not get them.
 * Then the broker has lost them or their predecessors. Time is passed in.
 */
export class ResendOrders {
  readonly #byKey = new Map<string, { have: number; sinceMs: number; patienceMs: number }>();

  /**
   * Checks a station. Called about once a second while it is online.
   * @param have last archived record of the epoch of the beat
   * @param isBehind whether the archive is still processing messages of the broker
   * @returns whether a resend order is due now
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
