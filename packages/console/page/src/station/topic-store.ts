import type { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { TopicStatus } from '@kitestring/client/live-topic.ts';
import { Store } from '@kitestring/console-ui/store.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import type { Pulse } from './pulse.ts';
import { type KiteLoss, knownFlightState } from './source.ts';

/** Current knowledge of a topic. */
export interface TopicSnapshot<Message> {
  /** The newest message; it stays when the connection is lost, to be shown as stale. */
  readonly value: Message | undefined;
  /** Time of arrival, milliseconds of `performance.now()`. */
  readonly receivedAtMs: number;
  /** Time of sending by the station, microseconds since 1970; undefined if it is not in the message. */
  readonly stationTimeUs?: number | undefined;
  readonly status: TopicStatus;
  /** The station has lost the Kite, so these are its last known values. */
  readonly loss?: KiteLoss | undefined;
}

type AnyTopic = Parameters<KitestringClient['topic']>[0];

const NOTHING: TopicSnapshot<never> = { value: undefined, receivedAtMs: 0, status: 'idle' };

interface TopicStoreDeps {
  readonly client: KitestringClient;
  readonly name: AnyTopic;
  readonly pulse: Pick<Pulse, 'listen'>;
  /** Called with the error that ends the topic. */
  readonly noticed: (error: unknown) => void;
  /** Called for every message, with its time: the station is alive. */
  readonly heard: (stationTimeUs: number | undefined) => void;
}

/** One topic for all parts of the page that show it; subscribed while at least one does. */
export class TopicStore<Message> extends Store<TopicSnapshot<Message>> {
  readonly #deps: TopicStoreDeps;

  /** @param last value of the previous sign-in, stale until a newer one arrives */
  constructor(deps: TopicStoreDeps, last?: TopicSnapshot<Message>) {
    super(last === undefined ? NOTHING : { ...last, status: 'stale' });
    this.#deps = deps;
  }

  /** Uses values from another source while the topic has none. */
  learn(learned: (now: TopicSnapshot<Message>) => Pick<TopicSnapshot<Message>, 'value' | 'loss'>): void {
    const now = this.snapshot();
    const { loss, value } = learned(now);
    if (value !== now.value) this.become({ ...now, value, loss });
  }

  protected override begin(): () => void {
    const { client, heard, name, noticed, pulse } = this.#deps;
    const leave = client.topic(name).subscribe({
      message: (message, stationTimeUs) => {
        heard(stationTimeUs);
        this.become({ ...this.#known(message), receivedAtMs: performance.now(), stationTimeUs, status: 'live' });
      },
      status: (status) => {
        // The value of the previous sign-in stays stale until a newer one arrives.
        if (status !== 'connecting' || this.snapshot().value === undefined) this.become({ ...this.snapshot(), status });
      },
      failed: (error) => {
        this.hasEnded();
        noticed(error);
      },
    });
    // Events may be rare; states are repeated.
    const deafen = name === 'notifications/state' ? undefined : pulse.listen();
    return () => {
      deafen?.();
      leave();
    };
  }

  /** The topic's name determines its type: see `StationLink.topic`. */
  #known(message: unknown): Pick<TopicSnapshot<Message>, 'value' | 'loss'> {
    if (this.#deps.name !== 'flight/state') return { value: message as Message };
    const before = this.snapshot() as TopicSnapshot<FlightState>;
    return knownFlightState(message as FlightState, { loss: undefined, ...before }) as Pick<
      TopicSnapshot<Message>,
      'value' | 'loss'
    >;
  }
}
