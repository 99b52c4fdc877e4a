import type {
  AccessUnit,
  EncodedSource,
  ParameterSets,
  SourceDirectory,
  VideoConsumer,
} from '../../src/access-unit.ts';
import { madeJpeg } from '../support/made-jpeg.ts';

const SPS = Buffer.from('6742c01fda0140', 'hex');
const PPS = Buffer.from('68ce3c80', 'hex');

/** A source whose pictures come when a test says so. */
export class ScriptedSource implements EncodedSource {
  readonly id: string;
  size = { widthPx: 640, heightPx: 480 };
  readonly framesPerS = 30;
  hasJpeg = true;
  keyFramesAsked = 0;
  /** Its parameter sets were asked for. */
  wasAsked = false;
  readonly sets: ParameterSets = { sps: SPS, pps: PPS };
  /** When and what it answers who asks for them; at once where absent. */
  answer: Promise<ParameterSets> | undefined;
  readonly #consumers = new Set<VideoConsumer>();
  #rtpTime = 1000;
  #onAttach: () => void = () => {};

  constructor(id = 'zoom') {
    this.id = id;
  }

  /** A viewer wants JPEGs. */
  get wantsJpeg(): boolean {
    return [...this.#consumers].some((consumer) => consumer.wantsJpeg === true);
  }

  /** A viewer wants H.264. */
  get wantsVideo(): boolean {
    return [...this.#consumers].some((consumer) => consumer.wantsVideo !== false);
  }

  get watching(): number {
    return this.#consumers.size;
  }

  parameterSets(): Promise<ParameterSets> {
    this.wasAsked = true;
    return this.answer ?? Promise.resolve(this.sets);
  }

  attach(consumer: VideoConsumer): () => void {
    this.#consumers.add(consumer);
    this.#onAttach();
    return () => this.#consumers.delete(consumer);
  }

  /** Resolves when the next viewer arrives. */
  nextViewer(): Promise<void> {
    return new Promise((resolve) => {
      this.#onAttach = resolve;
    });
  }

  requestKeyFrame(): void {
    this.keyFramesAsked += 1;
  }

  /** @param bytes of its slice */
  show({ isKeyFrame = false, bytes = 100, realTimeMs = 1_700_000_000_000 } = {}): AccessUnit {
    const slice = Buffer.alloc(bytes, 0x77);
    slice[0] = isKeyFrame ? 0x65 : 0x41;
    this.#rtpTime += 3000;
    const nals = isKeyFrame ? [SPS, PPS, slice] : [slice];
    const jpeg = this.wantsJpeg ? madeJpeg(this.size, slice) : undefined;
    const unit: AccessUnit = { nals, isKeyFrame, jpeg, rtpTime: this.#rtpTime, takenUs: realTimeMs * 1000, realTimeMs };
    for (const consumer of [...this.#consumers]) consumer.onAccessUnit(unit);
    return unit;
  }

  end(): void {
    for (const consumer of [...this.#consumers]) consumer.onEnd();
  }
}

/** @param sources which a test may add to and take from */
export const directory = (sources: Set<EncodedSource>): SourceDirectory => ({
  find: (id) => [...sources].find((source) => source.id === id),
  list: () => [...sources],
});
