import { type Cancel, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { Topic } from '@kitestring/base/topic.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { accepted, ok, type Result } from '@kitestring/station-contract/refusal.ts';
import type { ThermalColorPalette } from '@kitestring/station-contract/videostreams/thermal-palette.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import type { VideoStreamState } from '@kitestring/station-contract/videostreams/video-stream-state.ts';
import { directionOf } from '@kitestring/station-core/camera/shown-camera-state.ts';
import type { AircraftSample } from '@kitestring/station-core/ports';
import { paletteChoice, type StreamChange, viewerOfPlugin, zoomChoice } from '@kitestring/station-core/videostreams';
import type { FromMedia, OutputReport, ProcessMemory, ToMedia, ViewerCounts } from '@kitestring/video-process/process';
import type { PictureLook, SourceReport } from '@kitestring/video-process/source';
import type { StreamEncoding } from '@kitestring/video-process/stream-encoding.ts';
import type { StreamPlan } from '@kitestring/video-process/stream-plan.ts';
import { BrowserVideo } from './browser/browser-video.ts';
import { type BurntIn, burntIn } from './display/burnt-in.ts';
import { contained } from './process/contained-start.ts';
import { MediaSupervisor } from './process/media-supervisor.ts';
import { servedAgain } from './process/output-ports.ts';
import { PendingReplies, PICTURE_LIMITS, type PictureRequests } from './process/pending-replies.ts';
import { videoPushes } from './push/open-push.ts';
import type { Pushes } from './push/pushes.ts';
import type { AttachedRecorder } from './recordings/recorder-link.ts';
import { AircraftCameras } from './streams/aircraft-cameras.ts';
import { KnownStreams, MEDIA_DOWN } from './streams/known-streams.ts';
import { metadataFeeds } from './streams/metadata-feed.ts';
import { PictureDocuments } from './streams/picture-documents.ts';
import { PictureReadiness } from './streams/picture-readiness.ts';
import { PictureSettings, type ShownPictureSettings, shownSettings } from './streams/picture-settings.ts';
import { PictureWatch } from './streams/picture-watch.ts';
import { shownStreamInfo } from './streams/shown-stream.ts';
import { StandingMulticast } from './streams/standing-multicast.ts';
import { StillPictures } from './streams/still-pictures.ts';
import { StreamTickets } from './streams/stream-tickets.ts';
import { StreamTopics } from './streams/stream-topics.ts';
import { StreamTruths } from './streams/stream-truths.ts';
import { ThermalReadings } from './streams/thermal-readings.ts';
import { viewerAuthorization } from './streams/viewer-authorization.ts';
import { METADATA_EVERY_US, WatchedSends } from './streams/watched-sends.ts';
import type { VideoDeps } from './video-deps.ts';

const EVALUATE_EVERY_S = 0.5;
/** Absence of the media process after which clients and operators are informed; a restart takes less. */
const DOWN_S = 3;

type Pong = Extract<FromMedia, { kind: 'pong' }>;

/** Live video of a station: its streams, their settings, and the process that makes their pictures. */
export class Video {
  readonly supervisor: MediaSupervisor;
  readonly browser: BrowserVideo;
  readonly thermal: ThermalReadings;
  readonly pushes: Pushes;
  readonly truths: StreamTruths;
  readonly documents = new PictureDocuments((message) => this.supervisor.send(message));
  readonly multicast = new StandingMulticast((message) => this.supervisor.send(message));
  readonly burntIn: BurntIn;
  readonly #deps: VideoDeps;
  readonly #watch: PictureWatch;
  readonly #readiness: PictureReadiness;
  readonly #ofAircraft: AircraftCameras;
  readonly #streams: KnownStreams;
  readonly #settings = new PictureSettings();
  readonly #pictures: PictureRequests;
  readonly #stills: StillPictures;
  readonly #topics: StreamTopics;
  readonly #tickets: StreamTickets;
  readonly #watchedSends: WatchedSends;
  readonly #cancels: readonly Cancel[];
  /** Streams with viewers or recordings when the media process last ended. */
  #interruptedIds: readonly string[] = [];
  #recorder: AttachedRecorder | undefined;
  #sentVersion = '';
  #pong: Pong | undefined;

  constructor(deps: VideoDeps) {
    const { clock, scene, settings, startChild, station } = deps;
    this.#deps = deps;
    this.#ofAircraft = new AircraftCameras({
      aircraft: station.aircraft,
      settings,
      clock,
      log: deps.log,
      supervisor: () => this.supervisor,
    });
    const { real } = this.#ofAircraft;
    this.#streams = new KnownStreams({
      lost: deps.lost,
      real,
      pictures: this.#settings,
      station,
      seed: deps.seed,
      hasTimeStrip: settings.hasTimeStrip,
      isRealAircraft: scene === undefined,
      supervisor: () => this.supervisor,
      masks: () => this.burntIn.masks,
    });
    const send = (message: ToMedia) => this.supervisor.send(message);
    this.burntIn = burntIn(deps, { send, streams: this.#streams, onMasks: () => this.#sendStreams(false) });
    this.#watch = new PictureWatch(clock, real);
    this.#readiness = new PictureReadiness({
      clock,
      isInFlight: () => station.telemetry.sample?.kite?.landedState === 'InAir',
      warmUp: () => this.supervisor.send({ kind: 'warmUp', streamIds: [] }),
    });
    this.#topics = new StreamTopics({
      clock,
      streams: this.#streams,
      watch: this.#watch,
      pose: () => directionOf(station.telemetry.sample?.camera, station.aircraft.capabilities.compass),
      onBug: deps.onBug,
    });
    this.#pictures = new PendingReplies(clock, PICTURE_LIMITS);
    const asked = { pictures: this.#pictures, streams: this.#streams, scene, send: this.burntIn.sendWithTexts };
    this.#stills = new StillPictures({ ...asked, softwareVersion: () => station.settings.softwareVersion });
    this.thermal = new ThermalReadings({
      ...asked,
      stills: this.#stills,
      pictureOf: (id) => this.#watch.picture(id),
    });
    this.truths = new StreamTruths(asked);
    this.#tickets = new StreamTickets({ secret: deps.ticketSecret, plugins: () => station.auth.pluginRecords() });
    this.browser = new BrowserVideo({
      find: (id) => this.#streams.find(id),
      check: (id) => this.#streams.ready(id),
      send: (order) => this.supervisor.send({ kind: 'browser', order }),
      messageFrame: deps.messageFrame,
      clock,
      hasWebRtc: deps.outputs.webRtcPorts !== 'off',
    });
    this.pushes = videoPushes(deps, { browser: this.browser, streams: this.#streams });
    this.supervisor = new MediaSupervisor({
      startChild: contained(startChild, deps.onBug),
      ...(deps.after !== undefined && { after: deps.after }),
      outputs: deps.outputs,
      clock,
      log: deps.log,
      onStart: (send) => this.#begin(send),
      onUp: () => this.#up(),
      onDown: () => this.#down(),
      onMessage: (message) => this.#receive(message),
    });
    const sendMetadata = () => this.#sendMetadata();
    this.#watchedSends = new WatchedSends({ clock, scene, send, sendMetadata });
    this.#cancels = [
      station.aircraft.onSample((sample) => this.#follow(sample)),
      station.auth.onSessionEnd((sessionId) => this.#endSession(sessionId)),
      station.auth.onPluginsChange(() => this.#followPlugins()),
      // Its receiver is not among the viewers.
      ...(settings.klvTarget === undefined ? [] : [every(clock, METADATA_EVERY_US, sendMetadata)]),
      every(clock, EVALUATE_EVERY_S * US_PER_S, () => this.#notify()),
    ];
  }

  /** Source statistics, by the last report of the media process. */
  get sources(): readonly SourceReport[] {
    return this.#pong?.sources ?? [];
  }

  /** Output statistics, by the same report. */
  get outputs(): readonly OutputReport[] {
    return this.#pong?.outputs ?? [];
  }

  get viewers(): readonly ViewerCounts[] {
    return [...this.outputs.flatMap(({ viewers }) => viewers), this.browser.segments.counts];
  }

  /** Memory of the media process; undefined while there is none. */
  get memory(): ProcessMemory | undefined {
    return this.#pong?.memory;
  }

  /**
   * Waits for the first start of the media process: an early client must get the address of the video.
   * @param caller undefined for addresses without a ticket
   */
  async list(caller: Caller | undefined, host: string): Promise<Result<VideoStreamInfo[]>> {
    const ports = await this.supervisor.portsWhenKnown();
    if (!this.#streams.hasVideo) return ok([]);
    this.#readiness.expect();
    const ticket = this.#deps.settings.authentication === 'never' ? undefined : this.#tickets.ofCaller(caller);
    const { streamPorts } = servedAgain(this.#deps.outputs, ports);
    // Where each stream has a port of its own, one without a port has no address.
    const plans = this.#streams.plans.filter(({ id }) => streamPorts === undefined || id in streamPorts);
    return ok(plans.map((plan) => shownStreamInfo(plan, { host, ticket, ports, streamPorts })));
  }

  state(id: string): Result<VideoStreamState> {
    return this.#topics.state(id);
  }

  topicOf(id: string): Result<Topic<VideoStreamState>> {
    return this.#topics.of(id);
  }

  setZoom(caller: Caller, id: string, zoom: number): Result<void> {
    return this.#command(caller, id, (plan) => zoomChoice(plan, zoom));
  }

  setPalette(caller: Caller, id: string, palette: ThermalColorPalette): Result<void> {
    return this.#command(caller, id, (plan) => paletteChoice(plan, palette));
  }

  /** Settings of a stream's pictures; undefined for an unknown stream. */
  pictureSettings(id: string): ShownPictureSettings | undefined {
    const plan = this.#streams.find(id);
    return plan.ok ? shownSettings(plan.value, this.#settings) : undefined;
  }

  /** For all viewers and recordings of the stream. */
  setPictures(id: string, change: { readonly encoding?: StreamEncoding; readonly look?: PictureLook }): void {
    this.#settings.set(id, change);
    this.#sendStreams(false);
  }

  /** A viewer of the stream cannot continue decoding. */
  requestKeyFrame(streamId: string): void {
    if (this.supervisor.state === 'ready') this.supervisor.send({ kind: 'keyFrame', streamId });
  }

  /** A JPEG with time and position in its metadata. */
  snapshot(id: string): Promise<Result<Uint8Array>> {
    return this.#stills.snapshot(id);
  }

  renewTls(tls: { readonly key: string; readonly cert: string }): void {
    this.supervisor.renewTls(tls);
  }

  /** Completes recordings, then ends the media process. */
  async stop(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    this.pushes.stop();
    this.#readiness.stop();
    this.#watchedSends.stop();
    this.#pictures.failAll();
    await this.supervisor.stop();
    this.#recorder?.down();
  }

  // ---- the media process

  #receive(message: FromMedia): void {
    if (message.kind === 'picture') {
      this.#watch.accept(message.streamId, message.state);
      this.#topics.invalidate(message.streamId);
    } else if (message.kind === 'camera') {
      this.#ofAircraft.real.accept(message.streamId, message.state);
      this.#topics.invalidate(message.streamId);
    } else if (message.kind === 'truth') this.truths.accept(message.streamId, message.truth);
    else if (message.kind === 'documentsWanted') this.documents.accept(message);
    else if (message.kind === 'demand') this.#demand(message.streamIds);
    else if (message.kind === 'pictureFailed') this.#pictures.accept(message.id, undefined);
    else if (message.kind === 'snapshot' || message.kind === 'measured' || message.kind === 'thumbnail') {
      this.#pictures.accept(message.id, message);
    } else if (message.kind === 'browser') this.browser.accept(message.report);
    else if (message.kind === 'recorder') this.#recorder?.report(message.report);
    else if (message.kind === 'pong') this.#pong = message;
    else if (message.kind === 'authorizeViewer') void this.#authorize(message);
  }

  async #authorize({ id, request }: Extract<FromMedia, { kind: 'authorizeViewer' }>): Promise<void> {
    const { station, used, loginThrottle } = this.#deps;
    const deps = { auth: station.auth, tickets: this.#tickets, used, loginThrottle };
    const answer = await viewerAuthorization(request, deps);
    this.#deps.onSignIn?.(request, answer);
    this.supervisor.send({ kind: 'allowed', id, answer });
  }

  /** Nothing is sent without viewers. */
  #demand(streamIds: readonly string[]): void {
    this.#watch.setDemand(streamIds);
    this.#watchedSends.follow(this.#watch.isWanted);
  }

  /** After a fault the streams' threads start while the process loads the rest. */
  #begin(send: (message: ToMedia) => void): void {
    this.#ofAircraft.started();
    const message = this.#streams.message();
    if (message === undefined) return;
    send(message);
    if (this.#readiness.isExpected) send({ kind: 'warmUp', streamIds: this.#interruptedIds });
  }

  #up(): void {
    this.burntIn.texts.forget();
    this.#sendStreams(true);
    this.truths.tell();
    this.multicast.tell();
    this.#recorder = this.#deps.recorder.up({
      send: (order) => this.supervisor.send({ kind: 'record', order }),
      streams: () => this.#streams.recordable(),
      picture: async (streamId) => {
        const taken = await this.snapshot(streamId);
        if (!taken.ok) throw new Error(taken.refusal.message);
        return taken.value;
      },
      thumbnail: (jpeg) => this.#stills.thumbnail(jpeg),
    });
  }

  #sendMetadata(): void {
    if (this.#watch.isWanted) this.burntIn.texts.send();
    const { settings, station } = this.#deps;
    const feeds = metadataFeeds({
      settings,
      camera: this.#streams.camera,
      zoomOf: (plan) => this.#streams.controls(plan).zoom,
      sample: station.telemetry.sample,
      hasCompass: station.aircraft.capabilities.compass,
      baseHeightM: station.settings.flight.baseHeightM,
      isWanted: (streamId) => this.#watch.wants(streamId),
    });
    for (const feed of feeds) this.supervisor.send({ kind: 'metadata', feed });
  }

  #down(): void {
    this.#recorder?.down();
    this.#watchedSends.stop();
    if (this.#watch.isWanted) {
      this.#interruptedIds = this.#watch.wantedIds;
      this.#readiness.expect();
    }
    this.#watch.forget();
    this.documents.accept();
    this.#ofAircraft.real.forget();
    this.#pictures.failAll();
    this.browser.down();
    this.#pong = undefined;
  }

  /** Ends viewers whose ticket or key is no longer valid. */
  #followPlugins(): void {
    for (const pluginId of this.#tickets.reload()) {
      this.#deps.used.keys.delete(pluginId);
      this.supervisor.send({ kind: 'endViewer', viewerId: viewerOfPlugin(pluginId) });
    }
  }

  #endSession(sessionId: string): void {
    this.browser.endSession(sessionId);
    this.supervisor.send({ kind: 'endViewer', viewerId: sessionId });
  }

  // ---- camera and streams

  #follow(sample: AircraftSample): void {
    this.#ofAircraft.follow();
    this.#streams.follow(sample);
    this.#topics.invalidateAll();
    this.#sendStreams(false);
  }

  /** Sends the settings of the streams when they have changed or the process is new. */
  #sendStreams(isForced: boolean): void {
    const { version } = this.#streams;
    if (this.supervisor.state !== 'ready' || (version === this.#sentVersion && !isForced)) return;
    const message = this.#streams.message();
    if (message === undefined) return;
    this.#sentVersion = version;
    this.supervisor.send(message);
  }

  // ---- commands

  #command(caller: Caller, id: string, changeOf: (plan: StreamPlan) => StreamChange): Result<void> {
    const permitted = this.#deps.station.handoff.permit(caller);
    if (!permitted.ok) return permitted;
    const plan = this.#streams.find(id);
    if (!plan.ok) return plan;
    const change = changeOf(plan.value);
    if (!change.ok) return change;
    if (this.supervisor.downS > DOWN_S) return MEDIA_DOWN;
    const possible = this.#streams.settable(plan.value, change.value);
    if (!possible.ok) return possible;
    const { zoom: factor } = change.value;
    if (plan.value.isReal === true && factor !== undefined) this.#ofAircraft.zoom(plan.value, factor);
    else this.#streams.camera?.set(plan.value, change.value);
    this.#topics.invalidate(id);
    this.#sendStreams(false);
    return accepted;
  }

  // ---- notifications

  #notify(): void {
    const { lost, station } = this.#deps;
    const { state, downS } = this.supervisor;
    if (state === 'absent' || state === 'stopped') return;
    station.notifications.set('VIDEO_DOWN', downS > DOWN_S);
    // States also age: the end of pictures is no event.
    this.#topics.invalidateAll();
    const isLost = ({ id }: StreamPlan) =>
      this.#streams.isCameraOnline && (lost.has(id) || this.#ofAircraft.real.isMissed(id) || this.#watch.isMissed(id));
    const ids = this.#streams.plans.filter(isLost).map(({ id }) => id);
    station.notifications.set('STREAM_LOST', ids.length > 0, { stream_id: ids.join(', ') });
  }
}
