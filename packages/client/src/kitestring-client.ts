import * as admin from '@kitestring/contract/admin/operations.ts';
import * as auth from '@kitestring/contract/auth/operations.ts';
import * as camera from '@kitestring/contract/camera/operations.ts';
import * as flight from '@kitestring/contract/flight/operations.ts';
import * as handoff from '@kitestring/contract/handoff/operations.ts';
import type { RequestHandoffControl } from '@kitestring/contract/handoff/request-handoff-control.ts';
import * as health from '@kitestring/contract/health/operations.ts';
import * as notifications from '@kitestring/contract/notifications/operations.ts';
import { API_BASE, type Operation } from '@kitestring/contract/operation.ts';
import { operationById } from '@kitestring/contract/operations.ts';
import * as recordings from '@kitestring/contract/recordings/operations.ts';
import * as sim from '@kitestring/contract/sim/operations.ts';
import * as station from '@kitestring/contract/station/operations.ts';
import * as system from '@kitestring/contract/system/operations.ts';
import { matchTopic, type TopicMatch, type TopicMessage, type TopicName } from '@kitestring/contract/topics.ts';
import * as videostreams from '@kitestring/contract/videostreams/operations.ts';
import { type BoundModule, bindModule } from './bound-operations.ts';
import { browserPlatform } from './browser.ts';
import { ConnectionError } from './connection-error.ts';
import { HttpChannel, type SuccessResponse } from './http-channel.ts';
import { LiveTopic } from './live-topic.ts';
import type { Platform } from './platform.ts';
import type { AnswerOf, CallOptions, RequestInput, RequestOf } from './request.ts';
import { FixedToken, KeyTokens, type TokenSource } from './token-source.ts';
import { TopicLink } from './topic-link.ts';

interface ClientOptions {
  /** Base URL of the station: `http://127.0.0.1:3128` or `https://...`, without `/api`. */
  readonly url: string;
  /** API key; tokens are requested with it, and renewed when they expire. */
  readonly key?: string;
  /** Access token, instead of a key. */
  readonly token?: string;
  /** Name of the session, shown to other clients. */
  readonly tokenName?: string;
  /** Requested scopes; all scopes of the plugin when absent. */
  readonly scopes?: readonly string[];
  /** Timeout of one attempt. */
  readonly timeoutMs?: number;
  /** The runtime: `browserPlatform` (default), or `nodePlatform(...)` of node.ts. */
  readonly platform?: Platform;
}

/** The published topics, and topics of one object such as `videostreams/zoom/state`. */
export type AnyTopicName = Exclude<TopicName, `${string}{${string}`> | `videostreams/${string}/state`;
type TopicMessageOf<Name extends string> = Name extends TopicName
  ? TopicMessage<Name>
  : TopicMessage<'videostreams/{stream_id}/state'>;

type ControlReply = 'granted' | 'queued';
interface HandoffOperations extends Omit<BoundModule<typeof handoff>, 'requestControl'> {
  /** Requests control or renews it; `queued` when another client holds it. */
  requestControl(request: RequestHandoffControl, options?: CallOptions): Promise<ControlReply>;
}

/**
 * A typed client of one station. Errors are `ApiError` (the station refused) and `ConnectionError` (it did not answer).
 */
export class KitestringClient {
  readonly auth: BoundModule<typeof auth>;
  readonly flight: BoundModule<typeof flight>;
  readonly camera: BoundModule<typeof camera>;
  readonly handoff: HandoffOperations;
  readonly notifications: BoundModule<typeof notifications>;
  readonly system: BoundModule<typeof system>;
  readonly videostreams: BoundModule<typeof videostreams>;
  readonly recordings: BoundModule<typeof recordings>;
  readonly health: BoundModule<typeof health>;
  /** Operations under `/station/v1`, in addition to the published API. */
  readonly station: BoundModule<typeof station>;
  /** Administration of plugins and sessions; needs the scope `internal`. */
  readonly admin: BoundModule<typeof admin>;
  /** Controls of a simulated aircraft; a real one has none. */
  readonly sim: BoundModule<typeof sim>;
  readonly #apiUrl: string;
  readonly #platform: Platform;
  readonly #channel: HttpChannel;
  readonly #tokens: TokenSource;
  readonly #topics = new Map<string, LiveTopic<unknown>>();

  constructor(options: ClientOptions) {
    const { url, platform = browserPlatform, timeoutMs = 10_000 } = options;
    const stationUrl = url.replace(/\/+$/, '');
    this.#apiUrl = `${stationUrl}${API_BASE}`;
    this.#platform = platform;
    this.#channel = new HttpChannel({ stationUrl, platform, timeoutMs });
    this.#tokens = this.#tokenSource(options);
    const bind = <M extends object>(module: M) =>
      bindModule(module, async (op, input, callOptions) => this.#valueOf(op, await this.#send(op, input, callOptions)));
    this.auth = bind(auth);
    this.flight = bind(flight);
    this.camera = bind(camera);
    this.handoff = {
      ...bind(handoff),
      requestControl: async (body, callOptions) => {
        const { status } = await this.#send(handoff.requestControl, { body }, callOptions);
        return status === 201 ? 'granted' : 'queued';
      },
    };
    this.notifications = bind(notifications);
    this.system = bind(system);
    this.videostreams = bind(videostreams);
    this.recordings = bind(recordings);
    this.health = bind(health);
    this.station = bind(station);
    this.admin = bind(admin);
    this.sim = bind(sim);
  }

  /** Calls one operation of the contract. @throws ApiError, ConnectionError, or the reason of `options.signal` */
  async call<O extends Operation>(op: O, request: RequestOf<O>, options?: CallOptions): Promise<AnswerOf<O>> {
    // Typed by the contract; the client does not validate the answer against its schema.
    return this.#valueOf(op, await this.#send(op, request as RequestInput, options)) as AnswerOf<O>;
  }

  /** A topic to subscribe to; the same object for the same name. */
  topic<Name extends AnyTopicName>(name: Name): LiveTopic<TopicMessageOf<Name>> {
    const known = this.#topics.get(name) ?? this.#newTopic(name);
    this.#topics.set(name, known);
    return known as LiveTopic<TopicMessageOf<Name>>;
  }

  /** Ends all topics. With `giveBackToken` the session that the key opened ends too; errors of that are ignored. */
  async close({ giveBackToken = false } = {}): Promise<void> {
    for (const topic of this.#topics.values()) topic.close();
    const { held } = this.#tokens;
    if (!giveBackToken || held === undefined) return;
    await this.#channel
      .send(auth.invalidateToken, {}, new FixedToken(held), { timeoutMs: 2000 })
      .catch(() => undefined);
    this.#tokens.refused(held);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close({ giveBackToken: true });
  }

  #tokenSource({ key, token, tokenName, scopes }: ClientOptions): TokenSource {
    if (key === undefined) return new FixedToken(token ?? '');
    const body = {
      grant_type: 'client_credentials',
      client_secret: key,
      ...(tokenName !== undefined && { token_name: tokenName }),
      ...(scopes !== undefined && { scope: scopes.join(' ') }),
    };
    return new KeyTokens(() => this.call(auth.requestToken, { body }), this.#platform.nowMs);
  }

  #send(op: Operation, input: RequestInput, options?: CallOptions): Promise<SuccessResponse> {
    return this.#channel.send(op, input, this.#tokens, options);
  }

  #valueOf(op: Operation, { status, response, text }: SuccessResponse): unknown {
    const reply = op.replies[status];
    if (reply !== undefined && 'kind' in reply) return reply.kind === 'binary' ? response : undefined;
    try {
      return text === '' ? undefined : JSON.parse(text);
    } catch (error) {
      const message = `${this.#apiUrl} did not answer ${op.method} ${op.path} with JSON: it is not a station`;
      throw new ConnectionError('NOT_A_STATION', message, { cause: error });
    }
  }

  #newTopic(name: string): LiveTopic<unknown> {
    const match = matchTopic(name);
    if (match === undefined) throw new Error(`there is no topic ${name}`);
    const { kind } = match.topic;
    const url = `${this.#apiUrl.replace(/^http/, 'ws')}/v1/${name}/subscribe`;
    const shared = { url, kind, platform: this.#platform, tokens: this.#tokens };
    return new LiveTopic(
      name,
      kind,
      (events) => new TopicLink({ ...shared, whyRefused: () => this.#whyRefused(match) }, events),
    );
  }

  /** A GET of the same state is refused for the same reason as its subscription. */
  async #whyRefused({ topic, params }: TopicMatch): Promise<Error | undefined> {
    const op = operationById(topic.operationId);
    if (op !== undefined) await this.#send(op, { params });
    return undefined;
  }
}
