import { type Cancel, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { AccessCheck } from '@kitestring/web/http';
import type { Connections } from '@kitestring/web/subscriptions';
import type { EventStreams } from '../events/event-streams.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { StationTokens } from '../proxy/station-tokens.ts';
import type { ApiKeys } from '../registry/api-keys.ts';
import type { VideoRooms } from '../relay/video-rooms.ts';
import { FRESH_MS, type HubSessions } from './hub-sessions.ts';
import { WatchedRights } from './watched-rights.ts';

/** Interval of the check of sign-ins with open WebSockets. */
const CHECK_EVERY_S = 30;

interface SessionWatchDeps extends Pick<HubDeps, 'rights' | 'realTimeClock'> {
  readonly keys: Pick<ApiKeys, 'onRemovedElsewhere'>;
  readonly connections: Connections;
  readonly waitingReads: AccessCheck['waitingReads'];
  readonly streams: EventStreams;
  readonly video: VideoRooms;
  readonly sessions: HubSessions;
  readonly tokens: StationTokens;
}

/** Ends WebSockets, waiting reads, event streams and video of a session when it ends, and restarts them when its rights have changed. */
export class SessionWatch {
  readonly watchedRights: WatchedRights;
  readonly #deps: SessionWatchDeps;
  readonly #cancels: readonly Cancel[];

  constructor(deps: SessionWatchDeps) {
    this.#deps = deps;
    const { connections, keys, realTimeClock, rights, sessions, streams, tokens, video } = deps;
    this.watchedRights = new WatchedRights({
      isOpen: (sessionId) => this.#isOpen(sessionId),
      end: (sessionId) => {
        connections.restartSession(sessionId, 'rights have changed');
        streams.end(sessionId);
      },
    });
    this.#cancels = [
      keys.onRemovedElsewhere((id) => this.endKey(id)),
      rights.onChange(() => this.watchedRights.check()),
      rights.onChange(() => void video.checkRights()),
      sessions.onEnded((sessionId) => this.end(sessionId)),
      tokens.onEnded((sessionId) => this.end(sessionId)),
      every(realTimeClock, CHECK_EVERY_S * US_PER_S, () => {
        this.watchedRights.check();
        void video.checkRights();
        // The readiness reports a database that is unavailable.
        void sessions.check((id) => this.#isOpen(id) || video.count(id) > 0).catch(() => {});
      }),
      every(realTimeClock, (FRESH_MS / 1000) * US_PER_S, () => void sessions.readAgain().catch(() => {})),
    ];
  }

  /** Closes everything that a session has open. */
  end(sessionId: string): void {
    const { connections, streams, video, waitingReads } = this.#deps;
    connections.endSession(sessionId);
    waitingReads.endSession(sessionId);
    void video.endSession(sessionId);
    streams.end(sessionId);
  }

  /** Closes everything that an API key has open at this replica; its bindings were removed with it. */
  async endKey(id: string): Promise<void> {
    this.end(id);
    this.#deps.tokens.endOfKey(id);
    this.#deps.sessions.endOfKey(id);
    await this.#deps.rights.load();
  }

  stop(): void {
    for (const cancel of this.#cancels) cancel();
  }

  #isOpen(sessionId: string): boolean {
    const { connections, streams } = this.#deps;
    return connections.count(sessionId) + streams.count(sessionId) > 0;
  }
}
