import { Quarantine } from '@kitestring/hub-contract/quarantine.ts';
import { messageBytes } from '@kitestring/hub-contract/read-message.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import { insertHubEvent } from '../events/insert-events.ts';
import type { HubDeps } from '../hub-deps.ts';

export const CLONED = 'two services use this identity; stop one of them, or enrol it as a station of its own';

/**
 * A start of a service counts as gone after this time without a beat at any replica. It is longer than a station waits
 * between two attempts to connect.
 */
const GONE_MS = 60_000;
/** Delay with which a replica writes the beats that it receives. */
const KEPT_WITHIN_MS = 35_000;
/** Starts of one station that are remembered. */
const BOOTS_MAX = 8;

interface CloneQuarantineDeps extends Pick<HubDeps, 'presence' | 'database' | 'nowMs' | 'log' | 'onEvent'> {
  readonly connection: Pick<NatsConnection, 'publish'>;
  /** Never goes back: setting a clock must not make a service look silent. */
  readonly monotonicMs: () => number;
  /** Time by that clock since which this replica has received all beats without an interruption. */
  readonly heardSinceMs: () => number;
}

/** Orders the second of two services with one identity to disconnect whenever it beats, and readmits it once the other is gone. */
export class CloneQuarantine {
  readonly #deps: CloneQuarantineDeps;
  /** Time of the last beat of each start of a station. */
  readonly #receivedMs = new Map<string, Map<string, number>>();

  constructor(deps: CloneQuarantineDeps) {
    this.#deps = deps;
    deps.presence.onChange(({ beat, secondBoot: boot, sid, state }) => {
      if (beat !== undefined && state !== 'offline') this.#heard(sid, beat.boot);
      if (state !== 'cloned' || boot === undefined) return;
      deps.connection.publish(
        SUBJECTS.request(sid, 'quarantine'),
        messageBytes(Quarantine, { v: 1, boot, message: CLONED }),
      );
    });
  }

  forget(sid: string): void {
    this.#receivedMs.delete(sid);
  }

  /**
   * Whether a disconnected start may return. Safety: only when it is certain that no other one is running, because both
   * would be live. This replica must have received none for a minute without missing anything, and no other replica
   * must have recorded one. An event reports it.
   */
  async release(sid: string, boot: string): Promise<boolean> {
    const { database, heardSinceMs, log, monotonicMs, nowMs, onEvent } = this.#deps;
    const goneMs = monotonicMs() - GONE_MS;
    const others = [...(this.#receivedMs.get(sid) ?? [])].filter(([other]) => other !== boot);
    if (heardSinceMs() > goneMs || others.some(([, receivedMs]) => receivedMs > goneMs)) return false;
    const isReleased = await database.transaction(async (queries) => {
      const [station] = await queries.query<{ name: string }>(
        `SELECT name FROM station WHERE sid = $1 AND revoked_ms IS NULL
         AND (beat IS NULL OR beat->>'boot' = $2 OR seen_ms < $3)`,
        [sid, boot, nowMs() - GONE_MS - KEPT_WITHIN_MS],
      );
      if (station === undefined) return false;
      await insertHubEvent(queries, 'station.quarantine_ended', sid, nowMs(), { name: station.name });
      return true;
    });
    if (!isReleased) return false;
    log.info({ sid, boot }, 'the other service with this identity is gone: the disconnected one may return');
    onEvent();
    return true;
  }

  #heard(sid: string, boot: string): void {
    const boots = this.#receivedMs.get(sid) ?? new Map<string, number>();
    this.#receivedMs.set(sid, boots);
    boots.delete(boot);
    boots.set(boot, this.#deps.monotonicMs());
    const [oldest] = boots.keys();
    if (boots.size > BOOTS_MAX && oldest !== undefined) boots.delete(oldest);
  }
}
