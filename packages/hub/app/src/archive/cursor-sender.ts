import { Cursor } from '@kitestring/hub-contract/cursor.ts';
import { messageBytes } from '@kitestring/hub-contract/read-message.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import type { NatsConnection } from '@nats-io/transport-node';

const TIMEOUT_MS = 2000;
/** An unanswered cursor is repeated only this often: a station asks with each hello. */
const TRIES_MAX = 3;

/** Sends stations their cursors. Of several cursors for a station only the newest is sent. */
export class CursorSender {
  readonly #connection: NatsConnection;
  readonly #newest = new Map<string, Cursor>();
  readonly #sending = new Set<string>();

  constructor(connection: NatsConnection) {
    this.#connection = connection;
  }

  send(sid: string, cursor: Cursor): void {
    const waiting = this.#newest.get(sid);
    // A resend order must not be replaced by a plain cursor.
    const order = waiting?.epoch === cursor.epoch ? { ...waiting, ...cursor } : cursor;
    this.#newest.set(sid, order);
    if (!this.#sending.has(sid)) void this.#sendAll(sid);
  }

  async #sendAll(sid: string): Promise<void> {
    this.#sending.add(sid);
    for (;;) {
      const cursor = this.#newest.get(sid);
      this.#newest.delete(sid);
      if (cursor === undefined) break;
      await this.#sendOne(sid, cursor);
    }
    this.#sending.delete(sid);
  }

  async #sendOne(sid: string, cursor: Cursor): Promise<void> {
    for (let attempt = 0; attempt < TRIES_MAX && !this.#newest.has(sid); attempt += 1) {
      try {
        await this.#connection.request(SUBJECTS.request(sid, 'cursor'), messageBytes(Cursor, cursor), {
          timeout: TIMEOUT_MS,
        });
        return;
      } catch (error) {
        // Offline: the answer to its next hello contains it.
        if (error instanceof Error && /no responders|closed/i.test(`${error.name} ${error.message}`)) return;
      }
    }
  }
}
