import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@kitestring/base/log.ts';
import { LEASE_S, type Lease } from '../replicas/lease.ts';
import type { Archiver } from './archiver.ts';
import type { EventPublisher } from './event-publisher.ts';

/** A third of the lease: two renewals may fail. */
const RENEW_MS = (LEASE_S * 1000) / 3;

interface Work {
  readonly archiver: Archiver;
  readonly publisher: EventPublisher;
}

interface ArchiveDutyDeps {
  /** Undefined if there is no other replica. */
  readonly lease: Pick<Lease, 'take' | 'release'> | undefined;
  /** Whether the broker is connected. */
  readonly isConnected: () => boolean;
  readonly start: () => Work;
  /** Called at the begin of the duty: another replica may have archived before. */
  readonly onBegin: () => void;
  readonly log: Log;
  /** Interval between renewals. Absent: a third of the lease. */
  readonly renewMs?: number;
}

/**
 * Archives while this replica has the lease. Two may archive for a moment, when a frozen one resumes; nothing is stored
 * twice, because records are identified by their numbers.
 */
export class ArchiveDuty {
  readonly #deps: ArchiveDutyDeps;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  #work: Work | undefined;
  #heldMs = Number.NEGATIVE_INFINITY;
  #isKnown = false;

  constructor(deps: ArchiveDutyDeps) {
    this.#deps = deps;
    if (deps.lease === undefined) this.#begin();
    this.#ended = deps.lease === undefined ? Promise.resolve() : this.#run(deps.lease);
  }

  /** Whether this replica archives now. */
  get isOn(): boolean {
    return this.#work !== undefined;
  }

  /** Messages that the broker holds for the archive; undefined while another replica archives. */
  get waiting(): number | undefined {
    return this.#work?.archiver.waiting;
  }

  /** Whether messages are waiting at the broker and the archive is making progress. */
  get isBehind(): boolean {
    return this.#work?.archiver.isBehind === true;
  }

  /** Why this replica does not archive, or does not know which one does; undefined while there is no fault. */
  get fault(): string | undefined {
    if (this.#work !== undefined) return this.#work.archiver.fault;
    if (this.#isKnown) return undefined;
    return 'which replica archives is not known: the lease in the database could not be read';
  }

  /** There may be new events to publish. */
  wake(): void {
    this.#work?.publisher.wake();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
    await this.#end();
    // Without the database the lease expires by itself.
    await this.#deps.lease?.release().catch(() => {});
  }

  async #run(lease: Pick<Lease, 'take'>): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const isHeld = await this.#isHeld(lease);
      if (isHeld && this.#work === undefined) this.#begin();
      else if (!isHeld && this.#work !== undefined) {
        this.#deps.log.warn({}, 'another replica archives from now on');
        await this.#end();
      }
      await wait(this.#deps.renewMs ?? RENEW_MS, undefined, { signal: this.#stop.signal }).catch(() => {});
    }
  }

  /**
   * A database that does not answer ends the duty only when the lease expires, because no other replica can get it
   * before. If this replica has lost its broker, another one may reach it and gets the lease.
   */
  async #isHeld(lease: Pick<Lease, 'take'>): Promise<boolean> {
    const askedMs = performance.now();
    if (!this.#deps.isConnected()) return askedMs - this.#heldMs < LEASE_S * 1000;
    try {
      const isHeld = await lease.take();
      this.#isKnown = true;
      this.#heldMs = isHeld ? askedMs : Number.NEGATIVE_INFINITY;
      return isHeld;
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'the lease of the archive could not be renewed');
      this.#isKnown = false;
      return performance.now() - this.#heldMs < LEASE_S * 1000;
    }
  }

  #begin(): void {
    const { log, onBegin, start } = this.#deps;
    onBegin();
    this.#work = start();
    this.#work.publisher.wake();
    if (this.#deps.lease !== undefined) log.info({}, 'this replica archives');
  }

  async #end(): Promise<void> {
    const work = this.#work;
    this.#work = undefined;
    await work?.archiver.stop();
    await work?.publisher.stop();
  }
}
