import type { IncomingMessage } from 'node:http';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import type { Database } from '../../src/database/database.ts';
import { CookieSecrets } from '../../src/people/cookie-secrets.ts';
import { HubSessions, type HubSessionsDeps } from '../../src/people/hub-sessions.ts';
import { SessionCookie } from '../../src/people/session-cookie.ts';
import { ApiKeys } from '../../src/registry/api-keys.ts';

const SECRETS = new CookieSecrets(Buffer.alloc(32, 7));
const COOKIE = new SessionCookie(false);

/** The sign-ins and API keys of a hub as one replica of it keeps them, by a clock that the test moves. */
export interface TestReplica {
  readonly sessions: HubSessions;
  readonly keys: ApiKeys;
  /** Caller of a cookie at this replica. */
  recognise(secret: string): Promise<ReturnType<HubSessions['of']>>;
}

/** Replicas of a hub in this process, on one database, and the messages between them, which may be lost. */
export class TestReplicas {
  areMessagesLost = false;
  nowMs = Date.UTC(2026, 2, 1, 10);
  readonly #takers: {
    readonly replica: string;
    readonly kind: string;
    readonly take: (news: never, replica: string) => unknown;
  }[] = [];

  async add(database: Database, renew: HubSessionsDeps['renew'] = async () => undefined): Promise<TestReplica> {
    const replica = String(this.#takers.length);
    const tell = (kind: string, news: object) => {
      const others = this.#takers.filter((one) => one.kind === kind && one.replica !== replica);
      if (!this.areMessagesLost) for (const { take } of others) take(news as never, replica);
    };
    const news: HubSessionsDeps['news'] = { tell, on: (kind, take) => void this.#takers.push({ replica, kind, take }) };
    const keys = await ApiKeys.open(database);
    const nowMs = () => this.nowMs;
    const sessions = new HubSessions({ database, news, nowMs, renew, secrets: SECRETS, log: SILENT_LOG });
    const recognise = async (secret: string) => {
      const request = { headers: { cookie: `ks=${secret}` } } as IncomingMessage;
      await sessions.recognise(request, COOKIE);
      return sessions.of(request);
    };
    return { sessions, keys, recognise };
  }
}
