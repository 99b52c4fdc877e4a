import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { TopicStatus } from '@kitestring/client/live-topic.ts';
import type { FlightState } from '@kitestring/contract/flight/flight-state.ts';
import { Store } from '@kitestring/kit/store.ts';
import { type KiteLoss, knownFlightState } from './source.ts';

/** Current knowledge of a topic. */
export interface TopicSnapshot<Message> {
  /** The newest message; it stays when the connection is lost, for the page to show as old. */
  readonly value: Message | undefined;
  /** When it came, milliseconds of `performance.now()`. */
  readonly receivedAtMs: number;
  /** When the station sent it, microseconds since 1970; undefined where the message does not say so. */
  readonly stationTimeUs?: number | undefined;
  readonly status: TopicStatus;
  /** The station hears nothing of the Kite, whose values these are: they are the last that are known. */
  readonly loss?: KiteLoss | undefined;
}

type AnyTopic = Parameters<KitestringClient['topic']>[0];

const NOTHING: TopicSnapshot<never> = { value: undefined, receivedAtMs: 0, status: 'idle' };

/** One topic for all parts of the page that show it; subscribed while it is shown. */
export class TopicStore<Message> extends Store<TopicSnapshot<Message>> {
  readonly #client: KitestringClient;
  readonly #name: AnyTopic;
  readonly #noticed: (error: unknown) => void;
  readonly #heard: (stationTimeUs: number | undefined) => void;

  /**
   * @param noticed told of the error that ends the topic
   * @param heard told of every message: the station lives, and its time
   */
  constructor(
    client: KitestringClient,
    name: AnyTopic,
    noticed: (error: unknown) => void,
    heard: (stationTimeUs: number | undefined) => void,
  ) {
    super(NOTHING);
    this.#client = client;
    this.#name = name;
    this.#noticed = noticed;
    this.#heard = heard;
  }

  protected override begin(): () => void {
    const topic = this.#client.topic(this.#name);
    return topic.subscribe({
      message: (message, stationTimeUs) => {
        this.#heard(stationTimeUs);
        this.become({ ...this.#known(message), receivedAtMs: performance.now(), stationTimeUs, status: 'live' });
      },
      status: (status) => this.become({ ...this.snapshot(), status }),
      failed: (error) => {
        this.hasEnded();
        this.#noticed(error);
      },
    });
  }

  /** The topic's name decides its type: see `StationLink.topic`. */
  #known(message: unknown): Pick<TopicSnapshot<Message>, 'value' | 'loss'> {
    if (this.#name !== 'flight/state') return { value: message as Message };
    const before = this.snapshot() as TopicSnapshot<FlightState>;
    return knownFlightState(message as FlightState, { loss: undefined, ...before }) as Pick<
      TopicSnapshot<Message>,
      'value' | 'loss'
    >;
  }
}
