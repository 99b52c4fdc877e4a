import { atOneMoment } from '@kitestring/base/at-one-moment.ts';
import { drawTimeStrip } from '@kitestring/video-scene/display/time-strip.ts';
import { H264Encoder } from '../encode/h264-encoder.ts';
import { loadNativeCodecs } from '../encode/native-codecs.ts';
import { ANY_VIEW } from './any-view.ts';
import { FramePacer } from './frame-pacer.ts';
import type { FrameTruth, TruthWish } from './frame-truth.ts';
import { JpegPictures } from './jpeg-pictures.ts';
import { meanLuma } from './mean-luma.ts';
import { applyLook } from './picture-look.ts';
import type { Renderer, RendererSetup } from './renderer.ts';
import { SceneBoard } from './scene-board.ts';
import { type PictureState, type RenderView, sceneAt, stationUsAt } from './scene-state.ts';
import { type Drawing, drawSketch } from './sketch.ts';
import type { EncodedFrame, FromWorker, SceneLook, ToWorker, WorkerSetup } from './worker-messages.ts';

/** The first pictures take many times as long as later ones. */
const WARM_UP_PICTURES = 3;
const MS_PER_S = 1000;
const NOT_CODED = { nals: [], isKeyFrame: false };

/** Receives the results. `transfer` lists transferred memory. */
type Post = (message: FromWorker, transfer?: ArrayBuffer[]) => void;

interface PictureMakerDeps {
  readonly setup: WorkerSetup;
  readonly makeRenderer: (setup: RendererSetup) => Renderer;
  readonly encoder: H264Encoder;
  readonly jpegs: JpegPictures;
  readonly post: Post;
}

/** Renders and encodes the pictures of one source, in sequence on one thread, in time with the clock. */
export class PictureMaker {
  readonly #deps: PictureMakerDeps;
  readonly #pacer: FramePacer;
  readonly #board: SceneBoard;
  #timer: NodeJS.Timeout | undefined;
  #look: SceneLook | undefined;
  #wantsKeyFrame = true;
  #isEncoded = false;
  #isSketch = false;
  readonly #whole: Drawing;
  #sketch: Drawing | undefined;
  #truth: TruthWish | undefined;
  #truthPacer: FramePacer | undefined;
  #isRunning = false;
  #lastRtpTime = 0;

  private constructor(deps: PictureMakerDeps) {
    this.#deps = deps;
    const { encoder, makeRenderer, setup } = deps;
    const renderer = makeRenderer(setup.renderer);
    this.#whole = { renderer, picture: encoder.picture, objects: () => renderer.objects() };
    this.#board = new SceneBoard(setup.board);
    this.#pacer = new FramePacer(setup.encoding.framesPerS, performance.now());
  }

  /** @throws EncoderFault, or an error when there is no native addon */
  static async open(
    setup: WorkerSetup,
    makeRenderer: PictureMakerDeps['makeRenderer'],
    post: Post,
  ): Promise<PictureMaker> {
    const codecs = await loadNativeCodecs();
    const encoder = await H264Encoder.open(codecs, setup.encoding);
    post({ kind: 'ready', parameterSets: encoder.parameterSets });
    const jpegs = new JpegPictures(codecs, setup.encoding.size);
    return new PictureMaker({ setup, makeRenderer, encoder, jpegs, post });
  }

  receive(message: ToWorker): void {
    if (message.kind === 'look') this.#setLook(message.look);
    else if (message.kind === 'run') this.#run(message);
    else if (message.kind === 'encoding') this.#deps.encoder.change(message);
    else if (message.kind === 'jpeg') void this.#deps.jpegs.set(message.quality);
    else if (message.kind === 'truth') this.#follow(message.wish);
    else if (message.kind === 'pause' || message.kind === 'end') this.#pause();
    else this.#wantsKeyFrame = true;
  }

  /** Warm-up pictures without output, unless a viewer is waiting. */
  warmUp(): void {
    for (let picture = 0; picture < WARM_UP_PICTURES && !this.#isRunning; picture += 1) {
      this.#lastRtpTime += 1;
      const { encoder } = this.#deps;
      this.#whole.renderer.render(ANY_VIEW, encoder.picture);
      encoder.encode(encoder.picture, this.#lastRtpTime, false);
    }
  }

  #setLook(look: SceneLook): void {
    this.#look = look;
    if (this.#isRunning && this.#timer === undefined) this.#arm();
  }

  #run({ framesPerS, isEncoded, isSketch }: Extract<ToWorker, { kind: 'run' }>): void {
    this.#pacer.setFramesPerS(framesPerS, performance.now());
    if (isEncoded && !this.#isEncoded) this.#wantsKeyFrame = true;
    this.#isEncoded = isEncoded;
    this.#isSketch = isSketch;
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#wantsKeyFrame = true;
    if (this.#look !== undefined) this.#arm();
  }

  #follow(wish: TruthWish | undefined): void {
    this.#truth = wish;
    const { framesPerS } = wish ?? {};
    this.#truthPacer = framesPerS === undefined ? undefined : new FramePacer(framesPerS, performance.now());
  }

  /** The picture nearest to each time: their own times vary. */
  #isTruthDue(nowMs: number): boolean {
    if (this.#truthPacer === undefined) return this.#truth !== undefined;
    if (this.#truthPacer.dueInMs(nowMs) > MS_PER_S / 2 / this.#pacer.framesPerS) return false;
    this.#truthPacer.tick(nowMs);
    return true;
  }

  #pause(): void {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // The next picture shows the scene at its own time.
    this.#look = undefined;
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tick(), this.#pacer.dueInMs(performance.now()));
  }

  #tick(): void {
    this.#timer = undefined;
    const scene = this.#board.read();
    if (!this.#isRunning || this.#look === undefined || scene === undefined) return;
    const beginMs = performance.now();
    const skipped = this.#pacer.tick(beginMs);
    const frame = this.#encode({ scene, ...this.#look });
    const memory = [frame.nals[0]?.buffer, frame.jpeg?.buffer].filter((buffer) => buffer !== undefined);
    const busyMs = performance.now() - beginMs;
    this.#deps.post({ kind: 'picture', frame, skipped, busyMs }, memory);
    this.#arm();
  }

  #encode(view: RenderView): EncodedFrame {
    const { encoder, jpegs } = this.#deps;
    const { realTimeMs, steadyMs } = atOneMoment(() => ({ realTimeMs: Date.now(), steadyMs: performance.now() }));
    const timeUs = stationUsAt(view.scene, realTimeMs);
    const scene = sceneAt(view.scene, timeUs);
    const state = this.#state({ ...view, scene }, timeUs, this.#rtpTimeAt(steadyMs));
    const drawing = this.#drawing();
    const { picture, renderer } = drawing;
    const range = renderer.render({ ...view, scene }, picture);
    if (view.look !== undefined) applyLook(picture, view.look);
    const truth = this.#isTruthDue(steadyMs) ? this.#truthOf({ ...view, scene }, state, drawing) : undefined;
    if (this.#deps.setup.renderer.hasTimeStrip) drawTimeStrip(picture, realTimeMs);
    const coded = this.#isEncoded ? encoder.encode(picture, state.rtpTime, this.#wantsKeyFrame) : NOT_CODED;
    if (this.#isEncoded) this.#wantsKeyFrame = false;
    const jpeg = this.#isSketch ? undefined : jpegs.encode(picture);
    const shown = range === undefined ? state : { ...state, range };
    return { ...coded, jpeg, state: shown, realTimeMs, ...(truth !== undefined && { truth }) };
  }

  #drawing(): Drawing {
    const { makeRenderer, setup } = this.#deps;
    if (!this.#isSketch) return this.#whole;
    this.#sketch ??=
      drawSketch(setup.encoding.size, (size) => makeRenderer({ ...setup.renderer, size })) ?? this.#whole;
    return this.#sketch;
  }

  #truthOf({ scene, zoom }: RenderView, { rtpTime, timeUs }: PictureState, { objects, picture }: Drawing): FrameTruth {
    const { latitudeDeg: latDeg, longitudeDeg: lonDeg } = scene.conditions;
    const { size } = this.#deps.setup.encoding;
    return {
      timeUs,
      rtpTime,
      ...size,
      zoom,
      meanLuma: meanLuma(picture),
      origin: { latDeg, lonDeg },
      objects: objects(),
    };
  }

  /** Timestamps come from a monotonic clock and continue after a restart of the process. */
  #rtpTimeAt(steadyMs: number): number {
    const now = Math.round((performance.timeOrigin + steadyMs) * 90);
    this.#lastRtpTime = Math.max(this.#lastRtpTime + 1, now);
    return this.#lastRtpTime;
  }

  /** The picture is taken now, not at the time of the last camera position, so that all its times agree. */
  #state({ scene, zoom, palette }: RenderView, timeUs: number, rtpTime: number): PictureState {
    return {
      rtpTime,
      timeUs,
      pose: scene.reported,
      zoom,
      ...(palette !== undefined && { palette }),
    };
  }
}
