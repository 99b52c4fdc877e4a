import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import type {
  AccessUnit,
  EncodedSource,
  ParameterSets,
  SourceDirectory,
  VideoConsumer,
} from '../../src/access-unit.ts';
import { NAL, nalType, nalUnits } from '../../src/encode/nal-units.ts';
import { run } from './programs.ts';

type Picture = Pick<AccessUnit, 'nals' | 'isKeyFrame'>;

const SIZE = { widthPx: 320, heightPx: 240 };
const FRAMES_PER_S = 50;

/** Two seconds of a test picture as ffmpeg encodes it, constrained baseline. */
export async function recordPictures(): Promise<readonly Picture[]> {
  using temporary = new TestFolder();
  const folder = temporary.path;
  const file = join(folder, 'pictures.h264');
  const input = ['-f', 'lavfi', '-i', `testsrc2=size=${SIZE.widthPx}x${SIZE.heightPx}:rate=${FRAMES_PER_S}`, '-t', '2'];
  const coding = ['-c:v', 'libx264', '-profile:v', 'baseline', '-preset', 'ultrafast', '-tune', 'zerolatency'];
  const slices = ['-threads', '1', '-g', '1000', '-pix_fmt', 'yuv420p', '-crf', '18'];
  const { code, output } = await run('ffmpeg', [...input, ...coding, ...slices, '-f', 'h264', file]);
  if (code !== 0) throw new Error(`ffmpeg cannot make the pictures:\n${output}`);
  return splitPictures(readFileSync(file));
}

/** One slice is one picture here. */
function splitPictures(stream: Buffer): Picture[] {
  const pictures: Picture[] = [];
  let nals: Uint8Array[] = [];
  for (const nal of nalUnits(stream)) {
    nals.push(nal);
    const type = nalType(nal);
    if (type !== NAL.slice && type !== NAL.keySlice) continue;
    pictures.push({ nals, isKeyFrame: type === NAL.keySlice });
    nals = [];
  }
  return pictures;
}

/** Plays a recording in a loop in real time while there are viewers; it begins with a key frame. */
export class RecordedSource implements EncodedSource, SourceDirectory {
  readonly id = 'zoom';
  readonly size = SIZE;
  readonly framesPerS = FRAMES_PER_S;
  keyFramesAsked = 0;
  readonly #pictures: readonly Picture[];
  readonly #consumers = new Map<VideoConsumer, { hasBegun: boolean }>();
  #timer: NodeJS.Timeout | undefined;
  #at = 0;
  #rtpTime = 2 ** 32 - 90_000;

  constructor(pictures: readonly Picture[]) {
    this.#pictures = pictures;
  }

  get watching(): number {
    return this.#consumers.size;
  }

  find(id: string): EncodedSource | undefined {
    return id === this.id ? this : undefined;
  }

  list(): readonly EncodedSource[] {
    return [this];
  }

  parameterSets(): Promise<ParameterSets> {
    const nals = this.#pictures[0]?.nals ?? [];
    const of = (type: number) => nals.find((nal) => nalType(nal) === type) ?? new Uint8Array(0);
    return Promise.resolve({ sps: of(NAL.sps), pps: of(NAL.pps) });
  }

  attach(consumer: VideoConsumer): () => void {
    this.#consumers.set(consumer, { hasBegun: false });
    if (this.#timer === undefined) {
      this.#at = 0;
      this.#timer = setInterval(() => this.#show(), 1000 / this.framesPerS);
    }
    return () => {
      this.#consumers.delete(consumer);
      if (this.#consumers.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  requestKeyFrame(): void {
    this.keyFramesAsked += 1;
    this.#at = 0;
  }

  end(): void {
    for (const consumer of [...this.#consumers.keys()]) consumer.onEnd();
  }

  #show(): void {
    const picture = this.#pictures[this.#at] as Picture;
    this.#at = (this.#at + 1) % this.#pictures.length;
    this.#rtpTime += 90_000 / this.framesPerS;
    const realTimeMs = Date.now();
    const unit: AccessUnit = { ...picture, rtpTime: this.#rtpTime, takenUs: realTimeMs * 1000, realTimeMs };
    for (const [consumer, progress] of [...this.#consumers]) {
      progress.hasBegun ||= picture.isKeyFrame;
      if (progress.hasBegun) consumer.onAccessUnit(unit);
    }
  }
}
