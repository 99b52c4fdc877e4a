import type { AnyTopicName, KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { StationClock } from '@kitestring/client/station-clock.ts';
import type { TopicMessage, TopicName } from '@kitestring/station-contract/topics.ts';
import { Pulse } from './pulse.ts';
import { TopicStore } from './topic-store.ts';

export type MessageOf<Name extends AnyTopicName> = Name extends TopicName
  ? TopicMessage<Name>
  : TopicMessage<'videostreams/{stream_id}/state'>;

/** The station for one sign-in: its operations, topics, pulse and time. */
export class StationLink {
  readonly client: KitestringClient;
  readonly pulse: Pulse;
  readonly clock = new StationClock();
  readonly #noticed: (error: unknown) => void;
  readonly #stores = new Map<string, TopicStore<unknown>>();
  readonly #before: StationLink | undefined;
  #end = new AbortController();

  /** @param before link of the previous sign-in: its last values are shown as stale until newer ones arrive */
  constructor(client: KitestringClient, noticed: (error: unknown) => void, before?: StationLink) {
    this.client = client;
    this.pulse = new Pulse(client);
    this.#noticed = noticed;
    this.#before = before;
  }

  /** Aborted when the sign-in ends: for everything that continues whatever the page shows. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /** @returns a function that ends it */
  begin(): () => void {
    const end = new AbortController();
    this.#end = end;
    return () => end.abort();
  }

  /** The same store for the same name. */
  topic<Name extends AnyTopicName>(name: Name): TopicStore<MessageOf<Name>> {
    const known = this.#stores.get(name) ?? this.#newStore(name);
    this.#stores.set(name, known);
    return known as TopicStore<MessageOf<Name>>;
  }

  #newStore(name: AnyTopicName): TopicStore<unknown> {
    const last = this.#before === undefined ? undefined : this.#before.#stores.get(name)?.snapshot();
    return new TopicStore(
      { client: this.client, name, pulse: this.pulse, noticed: this.#noticed, heard: this.#heard },
      last,
    );
  }

  readonly #heard = (stationTimeUs: number | undefined): void => {
    this.pulse.heard(stationTimeUs);
    if (stationTimeUs !== undefined) this.clock.observe(stationTimeUs);
  };

  /** Calls the station; also detects an expired token. @throws ApiError, ConnectionError */
  async call<Value>(ask: (client: KitestringClient) => Promise<Value>): Promise<Value> {
    try {
      return await ask(this.client);
    } catch (error) {
      this.#noticed(error);
      throw error;
    }
  }
}
