import type { ThermalColorPalette } from '@kitestring/contract/videostreams/thermal-palette.ts';
import type { VideoStreamInfo } from '@kitestring/contract/videostreams/video-stream-info.ts';
import type { VideoStreamState } from '@kitestring/contract/videostreams/video-stream-state.ts';
import type { OutputReport, ProcessMemory, ViewerCounts } from '@kitestring/media/process/output-report.ts';
import type { FromMedia, OutputSettings, ToMedia } from '@kitestring/media/process/protocol.ts';
import type { AuthorizeAnswer, AuthorizeQuestion } from '@kitestring/media/rtsp/ports.ts';
import { jpegWithFacts } from '@kitestring/media/snapshot/jpeg-with-facts.ts';
import type { SceneState } from '@kitestring/media/source/scene-state.ts';
import type { SourceReport } from '@kitestring/media/source/source-pool.ts';
import type { StreamPlan } from '@kitestring/media/stream-plan.ts';
import type { Caller } from '@kitestring/station/caller.ts';
import { contain, type OnBug } from '@kitestring/station/containment.ts';
import type { AircraftSample } from '@kitestring/station/ports/aircraft.ts';
import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import { Topic } from '@kitestring/station/topic.ts';
import type { Log } from '../http/log.ts';
import type { WrongKeys } from '../limits/wrong-keys.ts';
import type { RecorderLink } from '../recordings/recorder-link.ts';
import { BrowserVideo } from './browser/browser-video.ts';
import { KnownStreams, MEDIA_DOWN } from './known-streams.ts';
import type { LostStreams } from './lost-streams.ts';
import type { StartMediaChild } from './media-child.ts';
import { MediaSupervisor } from './media-supervisor.ts';
import { metadataFeeds } from './metadata-feed.ts';
import { PictureWatch } from './picture-watch.ts';
import { RealCameras } from './real-cameras.ts';
import { shownStreamInfo, shownStreamState } from './shown-stream.ts';
import { SnapshotRequests } from './snapshot-requests.ts';
import { paletteChoice, type StreamChoice, zoomChoice } from './stream-choices.ts';
import { StreamTickets } from './stream-tickets.ts';
import type { VideoSettings } from './video-settings.ts';
import { authorizeViewer, type UsedSecrets, viewerOfPlugin } from './viewing-permits.ts';

/** Where the camera looks is told so often while somebody watches: more often than the fastest stream has pictures. */
const SCENE_EVERY_S = 0.025;
const METADATA_EVERY_S = 0.1;
const LOOK_EVERY_S = 0.5;
/** A media process that is away for longer is a matter for clients and people; a restart takes less. */
const DOWN_S = 3;

type Pong = Extract<FromMedia, { kind: 'pong' }>;

export interface VideoParts {
  readonly station: Station;
  readonly settings: VideoSettings;
  readonly outputs: OutputSettings;
  readonly seed: number;
  /** What the camera has before it now. */
  readonly scene: () => SceneState;
  readonly lost: LostStreams;
  /** Real time. */
  readonly clock: Clock;
  readonly log: Log;
  readonly used: UsedSecrets;
  /** Known to this station only, and the same after every restart. */
  readonly ticketSecret: Uint8Array;
  readonly onBug: OnBug;
  readonly wrongKeys: WrongKeys;
  /** Told who wanted to watch, and what was answered. */
  readonly onSignIn?: (question: AuthorizeQuestion, answer: AuthorizeAnswer) => void;
  readonly startChild: StartMediaChild;
  /** Where recordings find their recorder. */
  readonly recorder: RecorderLink;
}

/** The live video of a station: which streams there are, how they are set, and the process that makes their pictures. */
export class Video {
  readonly supervisor: MediaSupervisor;
  readonly browser: BrowserVideo;
  readonly #parts: VideoParts;
  readonly #watch: PictureWatch;
  readonly #real: RealCameras;
  readonly #streams: KnownStreams;
  readonly #snapshots: SnapshotRequests;
  readonly #tickets: StreamTickets;
  readonly #cancels: readonly Cancel[];
  readonly #topics = new Map<string, Topic<VideoStreamState>>();
  #cancelScene: Cancel | undefined;
  #sentVersion = '';
  #pong: Pong | undefined;

  constructor(parts: VideoParts) {
    const { clock, settings, startChild, station } = parts;
    this.#parts = parts;
    this.#real = new RealCameras({ targets: new Map(Object.entries(settings.cameras ?? {})), clock, log: parts.log });
    this.#streams = new KnownStreams({
      lost: parts.lost,
      real: this.#real,
      seed: parts.seed,
      hasTimeStrip: settings.hasTimeStrip,
      supervisor: () => this.supervisor,
    });
    this.#watch = new PictureWatch(clock, this.#real.streamIds);
    this.#snapshots = new SnapshotRequests(clock);
    this.#tickets = new StreamTickets({ secret: parts.ticketSecret, plugins: () => station.auth.pluginRecords() });
    this.browser = new BrowserVideo({
      check: (id) => this.#streams.ready(id),
      send: (order) => this.supervisor.send({ kind: 'browser', order }),
      clock,
      hasWebRtc: parts.outputs.webRtcPorts !== 'off',
    });
    this.supervisor = new MediaSupervisor({
      startChild: contained(startChild, parts.onBug),
      outputs: parts.outputs,
      clock,
      log: parts.log,
      onStart: (send) => this.#begin(send),
      onUp: () => this.#up(),
      onDown: () => this.#down(),
      onMessage: (message) => this.#receive(message),
    });
    this.#cancels = [
      station.aircraft.onSample((sample) => this.#follow(sample)),
      station.auth.onSessionEnd((sessionId) => this.#endSession(sessionId)),
      station.auth.onPluginsChange(() => this.#followPlugins()),
      every(clock, METADATA_EVERY_S * US_PER_S, () => this.#sendMetadata()),
      every(clock, LOOK_EVERY_S * US_PER_S, () => this.#notify()),
    ];
  }

  /** What the sources do, by the last answer of the media process. */
  get sources(): readonly SourceReport[] {
    return this.#pong?.sources ?? [];
  }

  /** What the outputs do and have done, by the same answer. */
  get outputs(): readonly OutputReport[] {
    return this.#pong?.outputs ?? [];
  }

  get viewers(): readonly ViewerCounts[] {
    return [...this.outputs.flatMap(({ viewers }) => viewers), this.browser.segments.counts];
  }

  /** Of the media process; undefined while there is none. */
  get memory(): ProcessMemory | undefined {
    return this.#pong?.memory;
  }

  /** Waits for the first start of the media process: a client that asks at once is to hear where video is served. */
  async list(caller: Caller, host: string): Promise<Result<VideoStreamInfo[]>> {
    const { rtspPort, rtspsPort } = await this.supervisor.portsWhenKnown();
    if (!this.#streams.hasVideo) return ok([]);
    const { authentication } = this.#parts.settings;
    const ticket = authentication === 'never' ? undefined : this.#tickets.of(caller.pluginId);
    return ok(this.#streams.plans.map((plan) => shownStreamInfo(plan, { host, rtspPort, rtspsPort, ticket })));
  }

  state(id: string): Result<VideoStreamState> {
    const plan = this.#streams.find(id);
    if (!plan.ok) return plan;
    return ok(
      shownStreamState({
        plan: plan.value,
        controls: this.#streams.controlsOf(plan.value),
        canStream: this.#streams.ready(id).ok && !this.#watch.isMissed(id),
        nowUs: this.#parts.clock.nowUs(),
        picture: this.#watch.pictureOf(id),
        pose: this.#streams.sample?.camera,
      }),
    );
  }

  /** The state of a stream, for those who follow it. When another camera is attached that has no such stream, it stays as it was. */
  topicOf(id: string): Result<Topic<VideoStreamState>> {
    const found = this.#topics.get(id);
    if (found !== undefined) return ok(found);
    const plan = this.#streams.find(id);
    if (!plan.ok) return plan;
    let last: VideoStreamState = { stream_id: id, is_streaming: false };
    const topic = new Topic(() => {
      const state = this.state(id);
      last = state.ok ? state.value : withoutPictures(last);
      return last;
    }, this.#parts.onBug);
    this.#topics.set(id, topic);
    return ok(topic);
  }

  setZoom(caller: Caller, id: string, zoom: number): Result<void> {
    return this.#command(caller, id, (plan) => zoomChoice(plan, zoom));
  }

  setPalette(caller: Caller, id: string, palette: ThermalColorPalette): Result<void> {
    return this.#command(caller, id, (plan) => paletteChoice(plan, palette));
  }

  /** A JPEG that knows when and where it was taken. */
  async snapshot(id: string): Promise<Result<Uint8Array>> {
    const plan = this.#streams.ready(id);
    if (!plan.ok) return plan;
    if (this.#snapshots.isFull) return refuse('STREAM_NOT_READY', 'too many snapshots are being taken, try again');
    const scene = this.#parts.scene();
    const taken = await this.#snapshots.take((requestId) =>
      this.supervisor.send({ kind: 'snapshot', id: requestId, streamId: id, scene }),
    );
    if (taken === undefined) return refuse('VIDEO_UNAVAILABLE', `the stream ${id} gave no picture in time`);
    const { softwareVersion } = this.#parts.station.settings;
    return ok(jpegWithFacts(taken.jpeg, this.#streams.factsOf(plan.value, taken.state, softwareVersion)));
  }

  renewTls(tls: { readonly key: string; readonly cert: string }): void {
    this.supervisor.send({ kind: 'tls', tls });
  }

  /** Lets recordings be finished, then ends the media process. */
  async stop(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    this.#cancelScene?.();
    this.#snapshots.failAll();
    await this.supervisor.stop();
    this.#parts.recorder.down();
  }

  // ---- the media process

  #receive(message: FromMedia): void {
    if (message.kind === 'picture') {
      this.#watch.accept(message.streamId, message.state);
      this.#topics.get(message.streamId)?.invalidate();
    } else if (message.kind === 'camera') {
      this.#real.accept(message.streamId, message.state);
      this.#topics.get(message.streamId)?.invalidate();
    } else if (message.kind === 'demand') this.#demand(message.streamIds);
    else if (message.kind === 'snapshot' || message.kind === 'snapshotFailed') this.#snapshots.accept(message);
    else if (message.kind === 'browser') this.browser.accept(message.report);
    else if (message.kind === 'recorder') this.#parts.recorder.report(message.report);
    else if (message.kind === 'pong') this.#pong = message;
    else if (message.kind === 'mayWatch') void this.#authorize(message);
  }

  async #authorize({ id, question }: Extract<FromMedia, { kind: 'mayWatch' }>): Promise<void> {
    const { station, used, wrongKeys } = this.#parts;
    const asked = authorizeViewer(question, { auth: station.auth, tickets: this.#tickets, used, wrongKeys });
    // More keys wait to be judged than the station takes on.
    const answer = await asked.catch((): AuthorizeAnswer => ({ kind: 'later', waitS: 1 }));
    this.#parts.onSignIn?.(question, answer);
    this.supervisor.send({ kind: 'allowed', id, answer });
  }

  /** Nobody watches: nothing is told. */
  #demand(streamIds: readonly string[]): void {
    this.#watch.setDemand(streamIds);
    if (!this.#watch.isWanted) {
      this.#cancelScene?.();
      this.#cancelScene = undefined;
      return;
    }
    this.#sendScene();
    this.#cancelScene ??= every(this.#parts.clock, SCENE_EVERY_S * US_PER_S, () => this.#sendScene());
  }

  #sendScene(): void {
    this.supervisor.send({ kind: 'scene', scene: this.#parts.scene() });
  }

  /** After a fault the threads of its streams start while it loads the rest. */
  #begin(send: (message: ToMedia) => void): void {
    const message = this.#streams.message();
    if (message !== undefined) send(message);
  }

  #up(): void {
    this.#sendStreams(true);
    this.#parts.recorder.up({
      send: (order) => this.supervisor.send({ kind: 'record', order }),
      streams: () => this.#streams.recordable(),
      picture: async (streamId) => {
        const taken = await this.snapshot(streamId);
        if (!taken.ok) throw new Error(taken.refusal.message);
        return taken.value;
      },
    });
  }

  #sendMetadata(): void {
    const { settings, station } = this.#parts;
    const feeds = metadataFeeds({
      settings,
      camera: this.#streams.camera,
      sample: this.#streams.sample,
      timeUs: station.clock.nowUs(),
      isWanted: (streamId) => this.#watch.wants(streamId),
    });
    for (const feed of feeds) this.supervisor.send({ kind: 'metadata', feed });
  }

  #down(): void {
    this.#parts.recorder.down();
    this.#cancelScene?.();
    this.#cancelScene = undefined;
    this.#watch.forget();
    this.#real.forget();
    this.#snapshots.failAll();
    this.browser.down();
    this.#pong = undefined;
  }

  /** Whoever watches by a ticket or a key that is no longer good is ended. */
  #followPlugins(): void {
    for (const pluginId of this.#tickets.reload()) {
      this.#parts.used.keys.delete(pluginId);
      this.supervisor.send({ kind: 'endViewer', viewerId: viewerOfPlugin(pluginId) });
    }
  }

  #endSession(sessionId: string): void {
    this.browser.endSession(sessionId);
    this.supervisor.send({ kind: 'endViewer', viewerId: sessionId });
  }

  // ---- camera and streams

  #follow(sample: AircraftSample): void {
    this.#streams.follow(sample);
    for (const topic of this.#topics.values()) topic.invalidate();
    this.#sendStreams(false);
  }

  /** Says how the streams are to be, when that has changed or nobody knows it. */
  #sendStreams(isForced: boolean): void {
    const { version } = this.#streams;
    if (this.supervisor.state !== 'ready' || (version === this.#sentVersion && !isForced)) return;
    const message = this.#streams.message();
    if (message === undefined) return;
    this.#sentVersion = version;
    this.supervisor.send(message);
  }

  // ---- commands

  #command(caller: Caller, id: string, changeOf: (plan: StreamPlan) => StreamChoice): Result<void> {
    const permitted = this.#parts.station.handoff.permit(caller);
    if (!permitted.ok) return permitted;
    const plan = this.#streams.find(id);
    if (!plan.ok) return plan;
    const change = changeOf(plan.value);
    if (!change.ok) return change;
    if (this.supervisor.downS > DOWN_S) return MEDIA_DOWN;
    const possible = this.#streams.settable(plan.value, change.value);
    if (!possible.ok) return possible;
    this.#streams.camera?.set(plan.value, change.value);
    this.#topics.get(id)?.invalidate();
    this.#sendStreams(false);
    return accepted;
  }

  // ---- what people should know

  #notify(): void {
    const { lost, station } = this.#parts;
    const { state, downS } = this.supervisor;
    if (state === 'absent' || state === 'stopped') return;
    station.notifications.set('VIDEO_DOWN', downS > DOWN_S);
    // A state ages too: pictures that have ceased are no event.
    for (const topic of this.#topics.values()) topic.invalidate();
    const isLost = ({ id }: StreamPlan) =>
      this.#streams.isCameraOnline && (lost.has(id) || this.#real.isMissed(id) || this.#watch.isMissed(id));
    const ids = this.#streams.plans.filter(isLost).map(({ id }) => id);
    station.notifications.set('STREAM_LOST', ids.length > 0, { stream_id: ids.join(', ') });
  }
}

/** Whatever a message of the child does here, it is one message. */
const contained =
  (startChild: StartMediaChild, onBug: OnBug): StartMediaChild =>
  ({ onMessage, ...events }) =>
    startChild({ ...events, onMessage: (message) => contain('media_message', onBug, () => onMessage(message)) });

const withoutPictures = ({ timestamp: _, ...state }: VideoStreamState): VideoStreamState => ({
  ...state,
  is_streaming: false,
});
