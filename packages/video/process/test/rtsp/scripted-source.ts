import type {
  AccessUnit,
  EncodedSource,
  ParameterSets,
  SourceDirectory,
  VideoConsumer,
} from '../../src/access-unit.ts';

const SPS = Buffer.from('6742c01fda0140', 'hex');
const PPS = Buffer.from('68ce3c80', 'hex');

/** A source whose pictures come when a test says so. */
export class ScriptedSource implements EncodedSource {
  readonly id: string;
  readonly size = { widthPx: 640, heightPx: 480 };
  readonly framesPerS = 30;
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
    const unit: AccessUnit = { nals, isKeyFrame, rtpTime: this.#rtpTime, takenUs: realTimeMs * 1000, realTimeMs };
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
