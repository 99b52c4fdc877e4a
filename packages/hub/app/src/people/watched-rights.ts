import type { HubCaller } from './hub-caller.ts';
import { fingerprintOf } from './rights.ts';

interface WatchedRightsDeps {
  /** Whether a session has a WebSocket or a stream. */
  readonly isOpen: (sessionId: string) => boolean;
  /** Closes these; the client may reconnect at once. */
  readonly end: (sessionId: string) => void;
}

/** Closes WebSockets and streams whose caller may now see other stations than at their start: the client reconnects and is checked again. */
export class WatchedRights {
  readonly #deps: WatchedRightsDeps;
  readonly #bySession = new Map<string, { readonly caller: HubCaller; readonly fingerprint: string }>();

  constructor(deps: WatchedRightsDeps) {
    this.#deps = deps;
  }

  /** Must be called for each WebSocket and stream with stations, when it starts. */
  watch(caller: HubCaller): void {
    const { sessionId } = caller;
    const fingerprint = fingerprintOf(caller.rightsNow());
    const { fingerprint: before = fingerprint } = this.#bySession.get(sessionId) ?? {};
    // The open ones started with other rights, which are known only until this one is added.
    if (before !== fingerprint) this.#deps.end(sessionId);
    this.#bySession.set(sessionId, { caller, fingerprint });
  }

  /** Called after a change of rights, and periodically. */
  check(): void {
    for (const [sessionId, { caller, fingerprint }] of this.#bySession) {
      const isOther = fingerprintOf(caller.rightsNow()) !== fingerprint;
      if (isOther) this.#deps.end(sessionId);
      if (isOther || !this.#deps.isOpen(sessionId)) this.#bySession.delete(sessionId);
    }
  }
}
