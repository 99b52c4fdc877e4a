import { LEASE_HEADER } from '@kitestring/station-contract/handoff/lease-header.ts';
import type { RequestHandoffControl } from '@kitestring/station-contract/handoff/request-handoff-control.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import { API_BASE } from '@kitestring/station-contract/operation.ts';
import { operationById } from '@kitestring/station-contract/operations.ts';
import { matchTopic, type TopicMatch, type TopicMessage, type TopicName } from '@kitestring/station-contract/topics.ts';
import { ApiError } from './api-error.ts';
import { bindModule } from './bound-operations.ts';
import type { CallOptions } from './call-options.ts';
import { ConnectionError } from './connection-error.ts';
import { type DownloadOptions, downloadFile, type FileDownload } from './file-download.ts';
import { type FlightCommands, flightCommands } from './flight-commands.ts';
import type { FlyUntilDeps } from './fly-until.ts';
import { ControlHold, type HoldControlOptions, type TakeControlOptions } from './hold-control.ts';
import { HttpChannel, type SuccessResponse } from './http-channel.ts';
import { LiveTopic } from './live-topic.ts';
import { NotInVersionError } from './not-in-version-error.ts';
import {
  type AdminOperations,
  type AuthOperations,
  type CameraOperations,
  type HandoffOperations,
  type HealthOperations,
  MODULES,
  type NotificationsOperations,
  type RecordingsOperations,
  type ReplayOperations,
  type SimOperations,
  type StationOperations,
  type SystemOperations,
  type VideostreamsOperations,
} from './operations.ts';
import type { Platform } from './platform.ts';
import { type AnswerOf, isPublished, methodOf, type RequestInput, type RequestOf } from './request.ts';
import { MAX_ATTEMPTS } from './retry.ts';
import { newerParts, SPOKEN_VERSIONS } from './spoken-versions.ts';
import { StationClock } from './station-clock.ts';
import { stationUrlOf } from './station-url.ts';
import { FixedToken, KeyTokens, type TokenSource } from './token-source.ts';
import { TopicLink } from './topic-link.ts';
import { webPlatform } from './web.ts';

/** Which station, and with what rights. */
export interface ClientOptions {
  /** Base URL of the station: `http://127.0.0.1:3128` or `https://...`; `/api/v1` at its end is left out. */
  readonly url: string;
  /** API key; a token is requested with it, and another one when that has ended. */
  readonly key?: string | undefined;
  /** Access token, instead of a key. */
  readonly token?: string | undefined;
  /** Name of the session, shown to other clients. */
  readonly tokenName?: string;
  /** Requested scopes; all scopes of the plugin when absent. */
  readonly scopes?: readonly string[];
  /** Timeout of one attempt, milliseconds; 10 s when absent. */
  readonly timeoutMs?: number;
  /**
   * Attempts of one operation, the first included; 4 when absent. With 1 every answer and every lost connection is reported
   * at once, for tests of a station.
   */
  readonly maxAttempts?: number;
  /** Version that the station serves, if that is known; else it is asked before what 1.0.0 does not have is sent. */
  readonly apiVersion?: string;
  /** The runtime: `webPlatform` (default), or `nodePlatform(...)` with its choice of whom to trust. */
  readonly platform?: Platform;
}

/** The published topics, and topics of one object such as `videostreams/zoom/state`. */
export type AnyTopicName = Exclude<TopicName, `${string}{${string}`> | `videostreams/${string}/state`;
type TopicMessageOf<Name extends string> = Name extends TopicName
  ? TopicMessage<Name>
  : TopicMessage<'videostreams/{stream_id}/state'>;

/** The operations of the handoff; a request tells whether it was granted. */
export interface HandoffCommands extends Omit<HandoffOperations, 'requestControl'> {
  /** Requests control or renews it; `queued` when another client holds it. */
  requestControl(request: RequestHandoffControl, options?: CallOptions): Promise<'granted' | 'queued'>;
}

/** The operations of recordings, and the download of their files. */
export interface RecordingsCommands extends RecordingsOperations {
  /**
   * Starts the download of a file as a stream that resumes by itself when the connection breaks.
   * @throws FileChangedError, ApiError, ConnectionError, or the reason of `signal`
   */
  download(
    file: { readonly recording_id: string; readonly file_id: string },
    options?: DownloadOptions,
  ): Promise<FileDownload>;
}

/**
 * A typed client of one station, of API 1.0.0 or newer. Errors are `ApiError` (the station refused), `ConnectionError` (it did
 * not answer) and `NotInVersionError` (its version of the API does not have what was called).
 */
export class KitestringClient {
  readonly auth: AuthOperations;
  readonly flight: FlightCommands;
  readonly camera: CameraOperations;
  readonly handoff: HandoffCommands;
  readonly notifications: NotificationsOperations;
  readonly system: SystemOperations;
  readonly videostreams: VideostreamsOperations;
  readonly recordings: RecordingsCommands;
  readonly health: HealthOperations;
  /** Operations under `/station/v1`, in addition to the published API. */
  readonly station: StationOperations;
  /** Administration of plugins and sessions; needs the scope `internal`. */
  readonly admin: AdminOperations;
  /** Controls of a simulated aircraft; a real one has none. */
  readonly sim: SimOperations;
  /** Controls of a replay, which serves a recording; a station with an aircraft has none. */
  readonly replay: ReplayOperations;
  /** Time at the station, learned from the messages of all topics of this client. */
  readonly clock: StationClock;
  #controlLeaseMs: number | undefined;
  readonly #apiUrl: string;
  readonly #apiVersion: string | undefined;
  readonly #platform: Platform;
  readonly #channel: HttpChannel;
  readonly #tokens: TokenSource;
  readonly #topics = new Map<string, LiveTopic<unknown>>();

  /** @throws InvalidOptionError */
  constructor(options: ClientOptions) {
    const { url, platform = webPlatform, timeoutMs = 10_000, maxAttempts = MAX_ATTEMPTS } = options;
    const stationUrl = stationUrlOf(url);
    platform.checkUrl?.(stationUrl);
    this.#apiUrl = `${stationUrl}${API_BASE}`;
    this.#apiVersion = options.apiVersion;
    this.#platform = platform;
    this.#channel = new HttpChannel({ stationUrl, platform, timeoutMs, maxAttempts });
    this.#tokens = this.#tokenSource(options);
    this.clock = new StationClock(platform.nowMs);
    const bind = <M extends object>(module: M) =>
      bindModule(module, async (op, input, callOptions) => this.#valueOf(op, await this.#send(op, input, callOptions)));
    this.auth = bind(MODULES.auth);
    this.flight = flightCommands(bind(MODULES.flight), () => this.#flyUntilDeps());
    this.camera = bind(MODULES.camera);
    this.handoff = {
      ...bind(MODULES.handoff),
      requestControl: async (body, callOptions) => {
        const { status } = await this.#send(MODULES.handoff.requestControl, { body }, callOptions);
        return status === 201 ? 'granted' : 'queued';
      },
    };
    this.notifications = bind(MODULES.notifications);
    this.system = bind(MODULES.system);
    this.videostreams = bind(MODULES.videostreams);
    const recordings = bind(MODULES.recordings);
    this.recordings = {
      ...recordings,
      download: (file, downloadOptions = {}) =>
        downloadFile(
          { request: (callOptions) => recordings.getRecordingFile(file, callOptions), platform },
          downloadOptions,
        ),
    };
    this.health = bind(MODULES.health);
    this.station = bind(MODULES.station);
    this.admin = bind(MODULES.admin);
    this.sim = bind(MODULES.sim);
    this.replay = bind(MODULES.replay);
  }

  /**
   * Calls one operation of the contract.
   * @throws ApiError, ConnectionError, NotInVersionError, or the reason of `options.signal`
   * @internal
   */
  async call<O extends Operation>(op: O, request: RequestOf<O>, options?: CallOptions): Promise<AnswerOf<O>> {
    // Typed by the contract; the client does not validate the answer against its schema.
    return this.#valueOf(op, await this.#send(op, request as RequestInput, options)) as AnswerOf<O>;
  }

  /**
   * Real time after which control lapses, milliseconds, as the latest answer to a request for it has said; undefined
   * before the first one, and of a station that does not say.
   * @internal
   */
  get controlLeaseMs(): number | undefined {
    return this.#controlLeaseMs;
  }

  /** A topic to subscribe to; the same object for the same name. */
  topic<Name extends AnyTopicName>(name: Name): LiveTopic<TopicMessageOf<Name>> {
    const known = this.#topics.get(name) ?? this.#newTopic(name);
    this.#topics.set(name, known);
    return known as LiveTopic<TopicMessageOf<Name>>;
  }

  /**
   * Takes control, waiting in the queue if another client holds it, and holds it until it is released or lost.
   * @throws ControlNotGrantedError when the wait in the queue was in vain, ApiError, ConnectionError, or the reason of `signal`
   */
  async holdControl(
    request: RequestHandoffControl,
    options: TakeControlOptions & HoldControlOptions = {},
  ): Promise<ControlHold> {
    const hold = new ControlHold(this, request, options);
    await hold.take(options);
    return hold;
  }

  /** Ends all topics. With `giveBackToken` the session that the key opened ends too; errors of that are ignored. */
  async close({ giveBackToken = false } = {}): Promise<void> {
    for (const topic of this.#topics.values()) topic.close();
    const { held } = this.#tokens;
    if (!giveBackToken || held === undefined) return;
    await this.#channel
      .send(MODULES.auth.invalidateToken, {}, new FixedToken(held), { timeoutMs: 2000 })
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
    return new KeyTokens(() => this.call(MODULES.auth.requestToken, { body }));
  }

  async #send(op: Operation, input: RequestInput, options?: CallOptions): Promise<SuccessResponse> {
    const missing = newerParts(op, input);
    if (missing.length > 0) await this.#refuseMissing(missing, options);
    try {
      const answer = await this.#channel.send(op, input, this.#tokens, options);
      const leaseS = Number(answer.response.headers.get(LEASE_HEADER));
      if (leaseS > 0) this.#controlLeaseMs = leaseS * 1000;
      return answer;
    } catch (error) {
      throw (await this.#unspokenVersion(op, error, options)) ?? error;
    }
  }

  /** An older station would ignore a field without a word. @throws NotInVersionError */
  async #refuseMissing(missing: readonly string[], options?: CallOptions): Promise<void> {
    const version = this.#apiVersion ?? (await this.#reportedVersion(MODULES.health.getHealth, options));
    if (version !== '1.0.0') return;
    const message = `API ${version}, which ${this.#apiUrl} serves, does not have ${missing.join(', ')}: 1.1.2 has`;
    throw new NotInVersionError(message, version, missing);
  }

  /** Stations of 0.5.0 have none of our paths, and say so elsewhere. */
  async #unspokenVersion(op: Operation, error: unknown, options?: CallOptions): Promise<Error | undefined> {
    const isUnknownPath = error instanceof ApiError && ['NOT_FOUND', 'HTTP_404'].includes(error.code);
    if (!isPublished(op) || !isUnknownPath) return undefined;
    const version = await this.#reportedVersion({ ...MODULES.health.getHealth, path: '/v0/health' }, options);
    if (version === undefined) return undefined;
    const spoken = SPOKEN_VERSIONS.join(' and ');
    return new NotInVersionError(`${this.#apiUrl} serves API ${version}; this client speaks ${spoken}`, version);
  }

  /** The version in a health; undefined where there is none. @throws the reason of the signal */
  async #reportedVersion(health: Operation, options?: CallOptions): Promise<string | undefined> {
    try {
      const { api_version } = JSON.parse((await this.#channel.send(health, {}, this.#tokens, options)).text);
      return typeof api_version === 'string' ? api_version : undefined;
    } catch {
      options?.signal?.throwIfAborted();
      return undefined;
    }
  }

  #valueOf(op: Operation, { status, response, text }: SuccessResponse): unknown {
    // A bundle has no replies of JSON.
    const reply = op.replies?.[status];
    if (reply !== undefined && 'kind' in reply) return reply.kind === 'binary' ? response : undefined;
    try {
      return text === '' ? undefined : JSON.parse(text);
    } catch (error) {
      const message = `${this.#apiUrl} did not answer ${methodOf(op)} ${op.path} with JSON: it is not a station`;
      throw new ConnectionError('NOT_A_STATION', message, { cause: error });
    }
  }

  #newTopic(name: string): LiveTopic<unknown> {
    const match = matchTopic(name);
    if (match === undefined) throw new Error(`there is no topic ${name}`);
    const { kind } = match.topic;
    const url = `${this.#apiUrl.replace(/^http/, 'ws')}/v1/${name}/subscribe`;
    const shared = { url, kind, platform: this.#platform, tokens: this.#tokens };
    return new LiveTopic(name, kind, {
      openLink: (events) => new TopicLink({ ...shared, whyRefused: () => this.#whyRefused(match) }, events),
      nowMs: this.#platform.nowMs,
      observeTime: this.clock.observe,
    });
  }

  #flyUntilDeps(): FlyUntilDeps {
    const { clock, flight, notifications } = this;
    return {
      topic: this.topic('flight/state'),
      clock,
      platform: this.#platform,
      getState: flight.getFlightState,
      getActive: notifications.getNotifications,
      getHistory: (from_time, options) =>
        notifications.getNotificationHistory(from_time === undefined ? {} : { from_time }, options),
    };
  }

  /** A GET of the same state is refused for the same reason as its subscription. */
  async #whyRefused({ topic, params }: TopicMatch): Promise<undefined> {
    const op = operationById(topic.operationId);
    if (op !== undefined) await this.#send(op, { params });
  }
}
