import type { CameraModel } from '@kitestring/contract/camera/camera-info.ts';
import type { ThermalColorPalette } from '@kitestring/contract/videostreams/thermal-palette.ts';
import type { VideoStreamInfo } from '@kitestring/contract/videostreams/video-stream-info.ts';
import type { VideoStreamState } from '@kitestring/contract/videostreams/video-stream-state.ts';
import type { OutputReport, ProcessMemory, ViewerCounts } from '@kitestring/media/process/output-report.ts';
import type { FromMedia, OutputSettings, ToMedia } from '@kitestring/media/process/protocol.ts';
import { jpegWithFacts } from '@kitestring/media/snapshot/jpeg-with-facts.ts';
import type { PictureState, SceneState } from '@kitestring/media/source/scene-state.ts';
import type { SourceReport } from '@kitestring/media/source/source-pool.ts';
import type { StreamPlan } from '@kitestring/media/stream-plan.ts';
import type { Caller } from '@kitestring/station/caller.ts';
import type { AircraftSample } from '@kitestring/station/ports/aircraft.ts';
import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station/refusal.ts';
import type { Station } from '@kitestring/station/station.ts';
import { Topic } from '@kitestring/station/topic.ts';
import type { Log } from '../http/log.ts';
import type { WrongKeys } from '../limits/wrong-keys.ts';
import type { RecorderLink } from '../recordings/recorder-link.ts';
import type { RecordableStream } from '../recordings/recorder-port.ts';
import { BrowserVideo } from './browser/browser-video.ts';
import { CameraStreams } from './camera-streams.ts';
import type { LostStreams } from './lost-streams.ts';
import type { StartMediaChild } from './media-child.ts';
import { MediaSupervisor } from './media-supervisor.ts';
import { metadataFeeds } from './metadata-feed.ts';
import { PictureWatch } from './picture-watch.ts';
import { RealCameras } from './real-cameras.ts';
import { shownStreamInfo, shownStreamState } from './shown-stream.ts';
import { snapshotFacts } from './snapshot-facts.ts';
import { SnapshotRequests } from './snapshot-requests.ts';
import { paletteChoice, type StreamChoice, zoomChoice } from './stream-choices.ts';
import { StreamTickets } from './stream-tickets.ts';
import type { VideoSettings } from './video-settings.ts';
import { mayWatch } from './viewing-permits.ts';

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
  /** Tokens that were used on the API, by session. */
  readonly tokens: ReadonlyMap<string, string>;
  readonly wrongKeys: WrongKeys;
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
  readonly #snapshots: SnapshotRequests;
  readonly #tickets: StreamTickets;
  readonly #cancels: readonly Cancel[];
  readonly #topics = new Map<string, Topic<VideoStreamState>>();
  #camera: CameraStreams | undefined;
  #sample: AircraftSample | undefined;
  #cancelScene: Cancel | undefined;
  #sentState = '';
  #pong: Pong | undefined;

  constructor(parts: VideoParts) {
    const { clock, settings, startChild, station } = parts;
    this.#parts = parts;
    this.#real = new RealCameras({ targets: new Map(Object.entries(settings.cameras ?? {})), clock, log: parts.log });
    this.#watch = new PictureWatch(clock, this.#real.streamIds);
    this.#snapshots = new SnapshotRequests(clock);
    this.#tickets = new StreamTickets(clock, settings.ticketS);
    this.browser = new BrowserVideo({
      check: (id) => this.#ready(id),
      send: (order) => this.supervisor.send({ kind: 'browser', order }),
      clock,
      hasWebRtc: parts.outputs.webRtcPorts !== 'off',
    });
    this.supervisor = new MediaSupervisor({
      startChild,
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

  list(caller: Caller, host: string): Result<VideoStreamInfo[]> {
    if (this.supervisor.state === 'absent') return NO_VIDEO;
    const { isAuthenticated } = this.#parts.settings;
    const ticket = isAuthenticated ? this.#tickets.of(caller.sessionId) : undefined;
    const { rtspPort, rtspsPort } = this.supervisor.ports;
    const plans = this.#camera?.plans ?? [];
    return ok(plans.map((plan) => shownStreamInfo(plan, { host, rtspPort, rtspsPort, ticket })));
  }

  state(id: string): Result<VideoStreamState> {
    const plan = this.#find(id);
    if (!plan.ok) return plan;
    return ok(
      shownStreamState({
        plan: plan.value,
        controls: this.#controlsOf(plan.value),
        picture: this.#watch.pictureOf(id),
        pose: this.#sample?.camera,
      }),
    );
  }

  /** The state of a stream, for those who follow it. When another camera is attached that has no such stream, it stays as it was. */
  topicOf(id: string): Result<Topic<VideoStreamState>> {
    const found = this.#topics.get(id);
    if (found !== undefined) return ok(found);
    const plan = this.#find(id);
    if (!plan.ok) return plan;
    let last: VideoStreamState = { stream_id: id, is_streaming: false };
    const topic = new Topic(() => {
      const state = this.state(id);
      last = state.ok ? state.value : { ...last, is_streaming: false };
      return last;
    });
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
    const plan = this.#ready(id);
    if (!plan.ok) return plan;
    if (this.#snapshots.isFull) return refuse('STREAM_NOT_READY', 'too many snapshots are being taken, try again');
    const scene = this.#parts.scene();
    const taken = await this.#snapshots.take((requestId) =>
      this.supervisor.send({ kind: 'snapshot', id: requestId, streamId: id, scene }),
    );
    if (taken === undefined) return refuse('VIDEO_UNAVAILABLE', `the stream ${id} gave no picture in time`);
    return ok(jpegWithFacts(taken.jpeg, this.#factsOf(plan.value, taken.state)));
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
    else if (message.kind === 'mayWatch') {
      const { station, tokens, wrongKeys } = this.#parts;
      const answer = mayWatch(message.question, { auth: station.auth, tickets: this.#tickets, tokens, wrongKeys });
      this.supervisor.send({ kind: 'allowed', id: message.id, answer });
    }
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
    if (this.#camera !== undefined) send(this.#streamsOf(this.#camera));
  }

  #up(): void {
    this.#sendStreams(true);
    this.#parts.recorder.up({
      send: (order) => this.supervisor.send({ kind: 'record', order }),
      streams: () => this.#recordable(),
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
      camera: this.#camera,
      sample: this.#sample,
      timeUs: station.clock.nowUs(),
      isWanted: (streamId) => this.#watch.wants(streamId),
    });
    for (const feed of feeds) this.supervisor.send({ kind: 'metadata', feed });
  }

  #recordable(): Result<readonly RecordableStream[]> {
    if (!this.#isCameraOnline) return refuse('CAMERA_OFFLINE', 'the camera is off');
    const plans = this.#camera?.plans.filter((plan) => this.#isUp(plan) && this.#real.check(plan.id).ok) ?? [];
    if (plans.length === 0) return refuse('VIDEO_UNAVAILABLE', 'no stream of the camera gives pictures');
    return ok(plans.map(({ id, lens }) => ({ streamId: id, type: lens.type === 'Thermal' ? 'thermal' : 'color' })));
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

  #endSession(sessionId: string): void {
    this.#tickets.endSession(sessionId);
    this.browser.endSession(sessionId);
    this.supervisor.send({ kind: 'endViewer', viewerId: sessionId });
  }

  // ---- camera and streams

  #follow(sample: AircraftSample): void {
    this.#sample = sample;
    for (const topic of this.#topics.values()) topic.invalidate();
    const model: CameraModel | undefined = sample.camera?.model;
    if (model !== undefined && model !== this.#camera?.model) {
      this.#camera = new CameraStreams(model, (plan) => this.#real.planOf(plan));
    }
    this.#sendStreams(false);
  }

  /** Says how the streams are to be, when that has changed or nobody knows it. */
  #sendStreams(isForced: boolean): void {
    const { lost } = this.#parts;
    const camera = this.#camera;
    if (camera === undefined || this.supervisor.state !== 'ready') return;
    const state = `${camera.model} ${camera.version} ${lost.version} ${this.#isCameraOnline}`;
    if (state === this.#sentState && !isForced) return;
    this.#sentState = state;
    this.supervisor.send(this.#streamsOf(camera));
  }

  #streamsOf(camera: CameraStreams): ToMedia {
    const { seed, settings } = this.#parts;
    const streams = camera.plans.map((plan) =>
      this.#real.wished({ id: plan.id, isUp: this.#isUp(plan), controls: camera.controlsOf(plan) }),
    );
    const { hasTimeStrip } = settings;
    return { kind: 'streams', state: { cameraModel: camera.model, seed, hasTimeStrip, streams } };
  }

  get #isCameraOnline(): boolean {
    return this.#sample?.camera?.online ?? false;
  }

  #isUp({ id }: StreamPlan): boolean {
    return this.#isCameraOnline && !this.#parts.lost.has(id);
  }

  #controlsOf(plan: StreamPlan) {
    return this.#camera?.controlsOf(plan) ?? { zoom: plan.lens.zoomMin };
  }

  #find(id: string): Result<StreamPlan> {
    if (this.supervisor.state === 'absent') return NO_VIDEO;
    const plan = this.#camera?.planOf(id);
    if (plan !== undefined) return ok(plan);
    const ids = this.#camera?.plans.map((each) => each.id).join(', ') ?? 'none without a camera';
    return refuse('STREAM_NOT_FOUND', `there is no stream ${id.slice(0, 64)}; there are ${ids}`);
  }

  // ---- commands

  #command(caller: Caller, id: string, changeOf: (plan: StreamPlan) => StreamChoice): Result<void> {
    const permitted = this.#parts.station.handoff.permit(caller);
    if (!permitted.ok) return permitted;
    const plan = this.#find(id);
    if (!plan.ok) return plan;
    const change = changeOf(plan.value);
    if (!change.ok) return change;
    const possible = this.#possible(plan.value, change.value);
    if (!possible.ok) return possible;
    this.#camera?.set(plan.value, change.value);
    this.#topics.get(id)?.invalidate();
    this.#sendStreams(false);
    return accepted;
  }

  /** A short restart is no hindrance: what is chosen is told to the process that comes. */
  #possible(plan: StreamPlan, { zoom }: { readonly zoom?: number }): Result<void> {
    if (this.supervisor.downS > DOWN_S) return DOWN;
    if (!this.#isCameraOnline) {
      return zoom === undefined ? this.#notReady(plan.id) : refuse('CAMERA_OFFLINE', 'the camera is off');
    }
    return this.#isUp(plan) ? this.#real.check(plan.id) : this.#notReady(plan.id);
  }

  /** The stream, when pictures of it can be had now. */
  #ready(id: string): Result<StreamPlan> {
    const plan = this.#find(id);
    if (!plan.ok) return plan;
    if (!this.#isUp(plan.value)) return this.#notReady(id);
    if (this.supervisor.state !== 'ready') return DOWN;
    const answer = this.#real.check(id);
    return answer.ok ? plan : answer;
  }

  #notReady(id: string): Result<never> {
    const reason = this.#isCameraOnline ? 'has been lost' : 'gives no pictures while the camera is off';
    return refuse('STREAM_NOT_READY', `the stream ${id} ${reason}`);
  }

  #factsOf(plan: StreamPlan, picture: PictureState) {
    const { softwareVersion } = this.#parts.station.settings;
    const cameraModel = this.#camera?.model ?? '';
    return snapshotFacts({ plan, picture, cameraModel, softwareVersion, sample: this.#sample });
  }

  // ---- what people should know

  #notify(): void {
    const { lost, station } = this.#parts;
    const { state, downS } = this.supervisor;
    if (state === 'absent' || state === 'stopped') return;
    station.notifications.set('VIDEO_DOWN', downS > DOWN_S);
    // A state ages too: pictures that have ceased are no event.
    for (const topic of this.#topics.values()) topic.invalidate();
    const plans = this.#camera?.plans ?? [];
    const isLost = ({ id }: StreamPlan) =>
      this.#isCameraOnline && (lost.has(id) || this.#real.isMissed(id) || this.#watch.isMissed(id));
    const ids = plans.filter(isLost).map(({ id }) => id);
    station.notifications.set('STREAM_LOST', ids.length > 0, { stream_id: ids.join(', ') });
  }
}

const NO_VIDEO = refuse('VIDEO_UNAVAILABLE', 'this station has no video source');
const DOWN = refuse('VIDEO_UNAVAILABLE', 'the media process does not answer; it is being started again');
