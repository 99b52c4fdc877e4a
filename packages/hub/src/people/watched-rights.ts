import type { HubCaller } from './hub-caller.ts';
import { fingerprintOf } from './rights.ts';

interface WatchedRightsDeps {
  /** Whether a session has a WebSocket or a stream. */
  readonly isOpen: (sessionId: string) => boolean;
  /** Ends these; the client may connect again at once. */
  readonly end: (sessionId: string) => void;
}

/** Ends WebSockets and streams whose caller may see other stations than when they began: the client connects again, and is judged again. */
export class WatchedRights {
  readonly #deps: WatchedRightsDeps;
  readonly #bySession = new Map<string, { readonly caller: HubCaller; readonly fingerprint: string }>();

  constructor(deps: WatchedRightsDeps) {
    this.#deps = deps;
  }

  /** To be called for each WebSocket and stream that shows stations, when it begins. */
  watch(caller: HubCaller): void {
    const { sessionId } = caller;
    const fingerprint = fingerprintOf(caller.rightsNow());
    const { fingerprint: before = fingerprint } = this.#bySession.get(sessionId) ?? {};
    // Those that are open began with other rights, which are known only until this one is watched.
    if (before !== fingerprint) this.#deps.end(sessionId);
    this.#bySession.set(sessionId, { caller, fingerprint });
  }

  /** Rights have changed, or some time has passed. */
  check(): void {
    for (const [sessionId, { caller, fingerprint }] of this.#bySession) {
      const isOther = fingerprintOf(caller.rightsNow()) !== fingerprint;
      if (isOther) this.#deps.end(sessionId);
      if (isOther || !this.#deps.isOpen(sessionId)) this.#bySession.delete(sessionId);
    }
  }
}
