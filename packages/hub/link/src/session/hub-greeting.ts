import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cancel, type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { Hello, HelloReply } from '@kitestring/hub-contract/hello.ts';
import type { Inventory } from '@kitestring/hub-contract/inventory.ts';
import { MESSAGE_VERSION } from '@kitestring/hub-contract/message-version.ts';
import { messageBytes, readMessage } from '@kitestring/hub-contract/read-message.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { NO_EPOCH } from '@kitestring/hub-contract/tokens.ts';
import type { NatsConnection } from '@nats-io/nats-core';
import type { LinkConnection } from '../fleet-link-status.ts';
import type { JournalRecorder } from '../journal-recorder.ts';
import type { StationFeed } from '../station-feed.ts';

export type Welcome = Exclude<HelloReply, { readonly refused: unknown }>;

interface HubGreetingDeps {
  readonly sid: string;
  readonly boot: string;
  /** The hub has disconnected this start of the service as a copy. */
  readonly isQuarantined: () => boolean;
  readonly connection: NatsConnection;
  readonly recorder: JournalRecorder;
  readonly feed: StationFeed;
  readonly clock: Clock;
  readonly onConnection: (state: Exclude<LinkConnection, { state: 'Up' }>) => void;
  readonly onWelcome: (welcome: Welcome) => void;
}

const HELLO_TIMEOUT_MS = 5000;
const HELLO_AGAIN_S = 5;
const REFUSED_AGAIN_S = 300;
/** By then another service with this identity may have ended. */
const CLONED_AGAIN_S = 15;

/** Announces the station to the hub, until the hub has answered. */
export class HubGreeting {
  readonly #deps: HubGreetingDeps;
  readonly #retries = new Set<Cancel>();
  #inventoryRevision = 0;

  constructor(deps: HubGreetingDeps) {
    this.#deps = deps;
  }

  /** Revision of the inventory that was sent to the hub; 0 before the first greeting. */
  get inventoryRevision(): number {
    return this.#inventoryRevision;
  }

  /** Sends `hello` until the hub has answered. Beats do not wait for it. */
  async greet(): Promise<void> {
    const { connection, onConnection, onWelcome, recorder, sid } = this.#deps;
    try {
      // The greeting contains the state of the journal, but a disk that does not answer must not hide the station.
      await Promise.race([recorder.opened, sleep(HELLO_TIMEOUT_MS, undefined, { ref: false })]);
      await recorder.journal?.settled();
      if (connection.isClosed()) return;
      const hello = messageBytes(Hello, this.#hello());
      const answer = await connection.request(SUBJECTS.hub(sid, 'hello'), hello, { timeout: HELLO_TIMEOUT_MS });
      const read = readMessage(HelloReply, answer.data);
      if (!read.ok) this.#wait(`the hub's greeting is not valid: ${read.message}`);
      else if ('refused' in read.value) {
        onConnection({ state: 'Refused', reason: `${read.value.message} (${read.value.refused})` });
        this.#greetAfter(read.value.refused === 'IDENTITY_CLONED' ? CLONED_AGAIN_S : REFUSED_AGAIN_S);
      } else onWelcome(read.value);
    } catch (fault) {
      if (connection.isClosed()) return;
      this.#wait(fault instanceof StoreFault ? fault.message : `the hub does not answer: ${text(fault)}`);
    }
  }

  /** The answer could not be processed: the greeting is repeated soon. */
  greetAgain(): void {
    this.#greetAfter(HELLO_AGAIN_S);
  }

  stop(): void {
    for (const cancel of this.#retries) cancel();
  }

  #wait(reason: string): void {
    this.#deps.onConnection({ state: 'Waiting', reason, sinceUs: this.#deps.clock.nowUs() });
    this.#greetAfter(HELLO_AGAIN_S);
  }

  #greetAfter(seconds: number): void {
    const { clock } = this.#deps;
    const cancel = clock.schedule(clock.nowUs() + seconds * US_PER_S, () => {
      this.#retries.delete(cancel);
      void this.greet();
    });
    this.#retries.add(cancel);
  }

  #hello(): Hello {
    const { boot, isQuarantined, recorder, sid } = this.#deps;
    const journal = recorder.journal;
    const numbers = {
      epoch: journal?.epoch ?? NO_EPOCH,
      head: journal?.head ?? 0,
      keptFrom: journal?.keptFrom ?? 0,
      ...(journal?.previousEpoch !== undefined && { previousEpoch: journal.previousEpoch, from: journal.from }),
    };
    const own = { sid, boot, ...(isQuarantined() && { isQuarantined: true }) };
    return { ...MESSAGE_VERSION, v: 1, ...own, ...numbers, inventory: this.#inventory(), t: Date.now() };
  }

  #inventory(): Inventory {
    const own = this.#deps.feed.inventory();
    // Differs if the content differs; the number itself has no meaning.
    const rev = Number.parseInt(hash('sha256', JSON.stringify(own), 'hex').slice(0, 8), 16);
    const inventory = { ...own, rev };
    this.#inventoryRevision = rev;
    this.#deps.recorder.noteInventory(inventory);
    return inventory;
  }
}

const text = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));
