import { refusal } from '@kitestring/station-contract/refusal.ts';
import { onClosed } from '../http/on-closed.ts';
import type { RefusalAnswer } from '../http/route.ts';

/** The console plays one recording with its telemetry; more parallel downloads make a copy no faster. */
const DOWNLOADS_PER_SESSION = 4;

export const TOO_MANY_DOWNLOADS: RefusalAnswer = {
  refusal: refusal('TOO_MANY_DOWNLOADS', { most: DOWNLOADS_PER_SESSION }),
  headers: ['Retry-After', '5'],
};

/** Parallel downloads per session: each holds two buffers and a file. */
export class DownloadSlots {
  readonly #bySession = new Map<string, number>();
  readonly #most: number;

  constructor(most: number = DOWNLOADS_PER_SESSION) {
    this.#most = most;
  }

  /** Takes a slot until the response closes. @returns false when all slots of the session are in use */
  take(sessionId: string, response: Parameters<typeof onClosed>[0]): boolean {
    const used = this.#bySession.get(sessionId) ?? 0;
    if (used >= this.#most) return false;
    this.#bySession.set(sessionId, used + 1);
    onClosed(response, () => this.#giveBack(sessionId));
    return true;
  }

  #giveBack(sessionId: string): void {
    const used = this.#bySession.get(sessionId) ?? 1;
    if (used > 1) this.#bySession.set(sessionId, used - 1);
    else this.#bySession.delete(sessionId);
  }
}
