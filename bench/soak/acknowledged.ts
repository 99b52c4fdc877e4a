import assert from 'node:assert/strict';
import { setTimeout as after } from 'node:timers/promises';
import type { StationProcess } from '@kitestring/lab-testing/station-process.ts';

interface Occurrence {
  readonly code: number;
  readonly begin_time: string;
  readonly end_time?: string;
}

const keyOf = ({ begin_time, code }: Occurrence): string => `${code} ${begin_time}`;

/** Everything that a station has answered with 2xx: it must not be lost, however often the station is killed. */
export class Acknowledged {
  readonly #tokens: string[] = [];
  readonly #keys: string[] = [];
  readonly #ended = new Map<string, string>();
  readonly #recordings = new Set<string>();
  #auditSequence = 0;
  #pluginsAsked = 0;

  get counts(): Readonly<Record<string, number>> {
    return {
      sessions: this.#tokens.length,
      plugins: this.#keys.length,
      notifications: this.#ended.size,
      recordings: this.#recordings.size,
      auditEntries: this.#auditSequence,
    };
  }

  /** Works as fast as it gets answers, until the station is gone. @throws what the station refuses */
  async work(station: StationProcess): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      const token = await station.token();
      this.#tokens.push(token);
      const ask = askerOf(station, token);
      await ask('POST', '/api/v1/auth/plugin/update', { self_status: 'Error', self_status_text: 'soak' });
      await ask('POST', '/api/v1/auth/plugin/update', { self_status: 'Connected' });
      for (const { end_time, ...occurrence } of await historyOf(ask)) {
        if (end_time !== undefined) this.#ended.set(keyOf(occurrence), end_time);
      }
      if (turn % 5 === 0 && this.#keys.length < PLUGINS_MAX) await this.#addPlugin(ask);
      const [newest] = (await ask<AuditAnswer>('GET', '/admin/v1/audit?limit=1')).entries;
      this.#auditSequence = Math.max(this.#auditSequence, newest?.sequence ?? 0);
    }
  }

  /** Records as soon as there is video; the answer says that its first pictures are on the disk. @throws when the station is gone */
  async record(station: StationProcess): Promise<void> {
    const ask = askerOf(station, await station.token());
    for (;;) {
      const fault = await ask('POST', '/api/v1/recordings/control/start').then(() => undefined, String);
      if (fault === undefined) break;
      if (!fault.includes('VIDEO_UNAVAILABLE')) throw new Error(fault);
      await after(RECORD_AGAIN_MS);
    }
    const ids = (await ask<Recorded[]>('GET', '/api/v1/recordings')).map(({ recording_id }) => recording_id);
    for (const id of ids) this.#recordings.add(id);
  }

  /** @throws AssertionError naming what is lost */
  async check(station: StationProcess): Promise<void> {
    const ask = askerOf(station, await station.token());
    for (const token of this.#tokens) await askerOf(station, token)('GET', '/api/v1/flight/state');
    // The hash of a key is slow on purpose: the newest ones are enough, the older ones were tried before.
    for (const key of this.#keys.slice(-3)) await station.token({ client_secret: key });
    const known = new Map((await historyOf(ask)).map((item) => [keyOf(item), item.end_time]));
    for (const [key, end] of [...this.#ended].slice(-HISTORY_CHECKED)) {
      assert.equal(known.get(key), end, `the end of the notification ${key} is lost or changed`);
    }
    const listed = await ask<Recorded[]>('GET', '/api/v1/recordings');
    for (const id of this.#recordings)
      assert.ok(
        listed.some(({ recording_id }) => recording_id === id),
        `recording ${id} is lost`,
      );
    const wanted = this.#auditSequence;
    const { entries } = await ask<AuditAnswer>('GET', `/admin/v1/audit?limit=1&before=${wanted + 1}`);
    assert.equal(entries[0]?.sequence ?? 0, wanted, 'an entry of the audit log that was shown is lost');
  }

  async #addPlugin(ask: Ask): Promise<void> {
    this.#pluginsAsked += 1;
    // Counted when asked: clients ask at once, and a plugin whose answer a kill took away is there all the same.
    const name = `soak ${this.#pluginsAsked}`;
    const { key } = await ask<{ key: string }>('POST', '/admin/v1/plugins', { name, scopes: ['read'] });
    this.#keys.push(key);
  }
}

interface AuditAnswer {
  readonly entries: readonly { readonly sequence: number }[];
}
interface Recorded {
  readonly recording_id: string;
}

const PLUGINS_MAX = 150;
const RECORD_AGAIN_MS = 100;
/** Number of entries that one answer of the history contains at least. */
const HISTORY_CHECKED = 500;

type Ask = <T>(method: string, path: string, body?: object) => Promise<T>;

const askerOf =
  (station: StationProcess, token: string): Ask =>
  async <T>(method: string, path: string, body?: object) => {
    const response = await fetch(`${station.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };

const historyOf = async (ask: Ask): Promise<readonly Occurrence[]> =>
  (await ask<{ notifications: Occurrence[] }>('GET', '/api/v1/notifications/history?from_time=1970-01-01T00:00:00Z'))
    .notifications;
