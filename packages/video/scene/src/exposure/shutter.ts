import { hashUniform } from '@kitestring/base/random.ts';
import type { CameraView } from '../camera/camera-view.ts';
import { assertMotion, type CameraMotion } from '../camera/motion.ts';
import type { PoseOffset } from '../camera/pose-grid.ts';
import { copyChroma, copyLuma, type YuvFrame } from '../raster/canvas.ts';
import {
  bytesAt,
  MEMORY,
  MOST_DRAWN,
  NOISE_VALUES,
  PLACE,
  shortsAt,
  signedShortsAt,
  WIDEST,
  wordsAt,
} from '../raster/memory.ts';
import { PLANES } from '../raster/planes.ts';
import { SceneRandom } from '../scene-random.ts';
import { shiftFunction } from '../simd/shift-function.ts';
import { LIST_BYTES, LISTS, shutterFunction } from '../simd/shutter-function.ts';
import { runnable } from '../wasm/program.ts';
import { ImageFlow, type ShutterTiming } from './flow.ts';

/**
 * Margins on each side of a moving picture, pixels: rows read earlier or later come from there. A wider one costs time
 * for pixels that are hardly ever read: a Kite that hovers moves its picture by less than a pixel.
 */
const MARGINS = [8, 16, 32] as const;
/** Samples per pixel: sharp within an eighth of a pixel; long blurs need more, or their parts would show. */
export const FEW = 8;
export const MANY = 16;
const LONG_PX = 6;
/**
 * Below this motion all samples see nearly the same: a row is shifted by their mean, between pixels, which is closer to the
 * mean of very many than these few are, and a third of the work. Nearly all pictures of a Kite that hovers.
 */
const SHIFTED_BELOW_PX = 1;
/** Columns of a part of a row that is shifted as one: from part to part the shift changes by less than an eighth of a pixel. */
const SHIFT_PX = 64;
/** Motion below this is invisible: the picture stays unchanged. */
const LEAST_PX = 0.125;
const ONE = 65_536;
const ROWS_PROBED = 17;
/** Between rows read this long after one another the motion is linear: as exact as the table of vibrations. */
const LINEAR_S = 0.00025;
const MOST_LINEAR_ROWS = 16;
/** Values of a row's table. */
const ROW_VALUES = LISTS * MANY;
/** Rows exposed before they are copied out, an even number: few enough to be still in the cache. */
const BAND_ROWS = 16;

const lists = wordsAt(PLACE.shutter, (LISTS * LIST_BYTES) / 4);
const LUMA = [[PLACE.luma, PLACE.exposedLuma]] as const;
const CHROMA = [
  [PLACE.cb, PLACE.exposedCb],
  [PLACE.cr, PLACE.exposedCr],
] as const;
type Exposure = 'luma' | 'chroma' | 'counts';
type Shift = 'quietLuma' | 'quietChroma' | 'noisyLuma' | 'noisyChroma';
const run = runnable<Exposure | Shift>(MEMORY, [
  shutterFunction('luma', { planes: LUMA, kind: 'bytes' }),
  shutterFunction('chroma', { planes: CHROMA, kind: 'bytes' }),
  shutterFunction('counts', { planes: [[PLACE.counts, PLACE.exposedCounts]], kind: 'counts' }),
  shiftFunction('quietLuma', LUMA, false),
  shiftFunction('quietChroma', CHROMA, false),
  shiftFunction('noisyLuma', LUMA, true),
  shiftFunction('noisyChroma', CHROMA, true),
]);
const SHIFTS = {
  luma: { quiet: run.quietLuma, noisy: run.noisyLuma },
  chroma: { quiet: run.quietChroma, noisy: run.noisyChroma },
} as const;

/** A band of an exposed picture, or all of a thermal one; rows without padding. */
const EXPOSED = {
  luma: bytesAt(PLACE.exposedLuma, BAND_ROWS * WIDEST),
  cb: bytesAt(PLACE.exposedCb, (BAND_ROWS * WIDEST) / 4),
  cr: bytesAt(PLACE.exposedCr, (BAND_ROWS * WIDEST) / 4),
  counts: shortsAt(PLACE.exposedCounts, MOST_DRAWN),
} as const;

const grain = signedShortsAt(PLACE.grain, NOISE_VALUES + WIDEST + 16);
const unitGrain = normals(NOISE_VALUES);
let grainSteps = 0;

/** Sets the noise of the next pictures, steps of luma; 0: none. */
function setGrain(steps: number): void {
  const wanted = Math.round(16 * steps) / 16;
  if (wanted === grainSteps) return;
  grainSteps = wanted;
  for (let at = 0; at < NOISE_VALUES; at += 1) grain[at] = Math.round(unitGrain[at]! * wanted);
  grain.copyWithin(NOISE_VALUES, 0, WIDEST + 16);
}

/** Columns of a segment. */
const SEGMENT_PX = 16;
/** Values of a sample, one of each list. */
const SAMPLE = new Float64Array(LISTS);

/** Rolling shutter: converts a picture rendered at one time to one exposed row by row over a period. */
export class Shutter {
  readonly #flow = new ImageFlow();
  /** Position of a sample within its pixel, columns and rows: pixels are areas, not points. */
  readonly #jitter = Float64Array.from({ length: 2 * MANY }, (_, at) =>
    at % 2 === 0 ? inverse(at >> 1, 2) - 0.5 : inverse((at >> 1) + 5, 3) - 0.5,
  );
  #view!: CameraView;
  #timing!: ShutterTiming;
  #margin = 0;
  /** Whether the rows are shifted by the mean, which is in the table as its first sample. */
  #isShift = false;
  /** Tables of the rows at both ends of those between which the motion is linear, and where they are. */
  #above = new Float64Array(ROW_VALUES);
  #below = new Float64Array(ROW_VALUES);
  #linearRows = 1;
  #linearFrom = Number.NaN;

  /** Motion of the picture during exposure, pixels: 0 when invisible. */
  static reachPx(view: CameraView, motion: CameraMotion, rollDeg: number, timing: ShutterTiming): number {
    assertMotion(motion);
    const px = probe(view, motion, rollDeg, timing);
    return px < LEAST_PX ? 0 : px;
  }

  /** @param margin of the rendered picture; @param offset of the camera from the pose at which it was rendered */
  begin(
    view: CameraView,
    motion: CameraMotion,
    rollDeg: number,
    timing: ShutterTiming,
    margin: number,
    offset?: PoseOffset,
  ): void {
    this.#flow.begin(view, motion, rollDeg, span(timing), offset);
    this.#view = view;
    this.#timing = timing;
    this.#margin = margin;
  }

  /**
   * @param frame of the result; @param reachPx of the motion; @param noiseSteps of luma; @param picture number of the
   * picture: the same number gives the same noise
   */
  colour(frame: YuvFrame, reachPx: number, noiseSteps: number, picture: number): void {
    setGrain(noiseSteps);
    this.#isShift = reachPx < SHIFTED_BELOW_PX;
    const { width, height } = frame;
    const drawn = width + 2 * this.#margin;
    const half = this.#margin / 2;
    const px = this.#isShift ? SHIFT_PX : SEGMENT_PX;
    this.#beginPlane(height);
    for (let band = 0; band < height; band += BAND_ROWS) {
      const rows = Math.min(BAND_ROWS, height - band);
      for (let row = 0; row < rows; row += 1) {
        const y = band + row;
        this.#row(y, height, px, 1);
        const from = (y + this.#margin) * drawn + this.#margin;
        this.#expose('luma', from, row * width, width, drawn, grainAt(picture, y));
      }
      copyLuma(frame, EXPOSED.luma, band, rows);
    }
    this.#beginPlane(height);
    for (let band = 0; band < height; band += BAND_ROWS) {
      const rows = Math.min(BAND_ROWS, height - band);
      for (let row = 0; row < rows; row += 2) {
        const y = band + row;
        this.#row(y + 0.5, height, this.#isShift ? px : 2 * px, 0.5);
        const from = (y / 2 + half) * (drawn / 2) + half;
        this.#expose('chroma', from, (row * width) / 4, width / 2, drawn / 2, grainAt(picture + 7, y));
      }
      copyChroma(frame, EXPOSED, band, rows);
    }
  }

  /** A row by its table. @param from, to its first byte; @param length, stride bytes */
  #expose(plane: 'luma' | 'chroma', from: number, to: number, length: number, stride: number, noise: number): void {
    if (this.#isShift) {
      const part = plane === 'luma' ? SHIFT_PX : SHIFT_PX / 2;
      SHIFTS[plane][grainSteps === 0 ? 'quiet' : 'noisy'](from, to, length, stride, part, noise);
      return;
    }
    const [quads, bits] = splitCount(this.#timing.count);
    run[plane](from, to, length, stride, quads, bits, noise);
  }

  /** Replaces the rendered picture. */
  thermal(width: number, height: number): void {
    this.#isShift = false;
    const drawn = width + 2 * this.#margin;
    const [quads, bits] = splitCount(this.#timing.count);
    this.#beginPlane(height);
    for (let y = 0; y < height; y += 1) {
      this.#row(y, height, 8, 1);
      const from = 2 * ((y + this.#margin) * drawn + this.#margin);
      run.counts(from, 2 * y * width, 2 * width, 2 * drawn, quads, bits, 0);
    }
    PLANES.counts.set(EXPOSED.counts.subarray(0, width * height));
  }

  /** From a pixel of the exposed picture to where the middle of its exposure is in the rendered one, pixels. */
  displacementAt(
    x: number,
    y: number,
    { height, width }: Pick<YuvFrame, 'height' | 'width'>,
  ): { x: number; y: number } {
    const { focalX, focalY } = this.#view;
    const { count, readoutS, samplesS } = this.#timing;
    const s = (x - width / 2) / focalX;
    const rowS = (y / height - 0.5) * readoutS;
    const mean = { x: 0, y: 0 };
    for (let index = 0; index < count; index += 1) {
      this.#flow.at((y - height / 2) / focalY, rowS + samplesS[index]!);
      const { x0, x1, x2, y0, y1 } = this.#flow;
      const share = this.#limit(s, this.#margin - 1) / count;
      mean.x += (x0 + s * (x1 + s * x2)) * share;
      mean.y += (y0 + s * y1) * share;
    }
    return mean;
  }

  #beginPlane(height: number): void {
    const rows = Math.floor((LINEAR_S * height) / this.#timing.readoutS);
    this.#linearRows = Math.max(1, Math.min(MOST_LINEAR_ROWS, rows));
    this.#linearFrom = Number.NaN;
  }

  /**
   * Sets the table of a row, between those of two others. @param segmentPx columns of a segment, in pixels; @param
   * scale pixels of the plane per pixel
   */
  #row(y: number, height: number, segmentPx: number, scale: number): void {
    const apart = this.#linearRows;
    const from = Math.floor(y / apart) * apart;
    if (from !== this.#linearFrom) {
      const isNext = from === this.#linearFrom + apart;
      [this.#above, this.#below] = [this.#below, this.#above];
      if (!isNext) this.#measure(this.#above, from, height, segmentPx, scale);
      this.#measure(this.#below, from + apart, height, segmentPx, scale);
      this.#linearFrom = from;
    }
    const [above, below, share] = [this.#above, this.#below, (y - from) / apart];
    const count = this.#isShift ? 1 : this.#timing.count;
    for (let list = 0; list < ROW_VALUES; list += MANY) {
      for (let at = list; at < list + count; at += 1) {
        const value = above[at]!;
        lists[at] = value + (below[at]! - value) * share;
      }
    }
  }

  #measure(values: Float64Array, y: number, height: number, segmentPx: number, scale: number): void {
    const { focalX, focalY } = this.#view;
    const { count, readoutS, samplesS } = this.#timing;
    const left = this.#left();
    const down = (y + 0.5 - height / 2) / focalY;
    const rowS = ((y + 0.5) / height - 0.5) * readoutS;
    const step = segmentPx / focalX;
    // In the middle of the first segment.
    const s = left / focalX + step / 2;
    const flow = this.#flow;
    const most = this.#margin - 1;
    for (let index = 0; index < count; index += 1) {
      flow.at(down, rowS + samplesS[index]!);
      const unit = this.#limit(s, most) * scale * ONE;
      SAMPLE[0] = (flow.x0 + s * (flow.x1 + s * flow.x2)) * unit;
      SAMPLE[1] = step * (flow.x1 + flow.x2 * (2 * s + step)) * unit;
      SAMPLE[2] = 2 * flow.x2 * step * step * unit;
      SAMPLE[3] = (flow.y0 + s * flow.y1) * unit;
      SAMPLE[4] = flow.y1 * step * unit;
      if (this.#isShift) this.#addToMean(values, index);
      else this.#setSample(values, index, scale);
    }
  }

  #addToMean(values: Float64Array, index: number): void {
    for (let list = 0; list < LISTS; list += 1) {
      const sum = index === 0 ? 0 : values[list * MANY]!;
      values[list * MANY] = sum + SAMPLE[list]! / this.#timing.count;
    }
  }

  #setSample(values: Float64Array, index: number, scale: number): void {
    for (let list = 0; list < LISTS; list += 1) values[list * MANY + index] = SAMPLE[list]!;
    const jitter = this.#jitter;
    values[index] = SAMPLE[0]! + (jitter[2 * index]! * scale + 0.5) * ONE;
    values[3 * MANY + index] = SAMPLE[3]! + (jitter[2 * index + 1]! * scale + 0.5) * ONE;
  }

  #left(): number {
    return -(this.#view.width / 2 - this.#margin);
  }

  /** Nothing is read beyond the margin: a faster motion is shortened, and without a margin there is none. */
  #limit(s: number, most: number): number {
    if (most <= 0) return 0;
    const { x0, x1, x2, y0, y1 } = this.#flow;
    const far = Math.max(Math.abs(x0) + Math.abs(s * x1) + s * s * Math.abs(x2), Math.abs(y0) + Math.abs(s * y1));
    return far > most ? most / far : 1;
  }
}

const flowOfProbe = new ImageFlow();

/**
 * The largest displacement of any sample, and the largest difference between two in a row, at the sides and in the
 * middle.
 */
function probe(view: CameraView, motion: CameraMotion, rollDeg: number, timing: ShutterTiming): number {
  flowOfProbe.begin(view, motion, rollDeg, span(timing));
  let most = 0;
  for (let row = 0; row < ROWS_PROBED; row += 1) {
    const place = row / (ROWS_PROBED - 1) - 0.5;
    const down = (place * view.height) / view.focalY;
    for (const index of [0, timing.count - 1]) {
      flowOfProbe.at(down, place * timing.readoutS + timing.samplesS[index]!);
      const { x0, x1, x2, y0, y1 } = flowOfProbe;
      const s = view.centreX / view.focalX;
      most = Math.max(
        most,
        Math.abs(x0),
        Math.abs(x0 + s * s * x2) + Math.abs(s * x1),
        Math.abs(y0) + Math.abs(s * y1),
      );
    }
  }
  return most;
}

function span({ count, readoutS, samplesS }: ShutterTiming): readonly [number, number] {
  const [first, last] = [samplesS[0]!, samplesS[count - 1]!];
  return [Math.min(first, last) - readoutS / 2, Math.max(first, last) + readoutS / 2];
}

const splitCount = (count: number): readonly [quads: number, bits: number] => [count / 4, Math.log2(count)];
const grainAt = (picture: number, y: number): number => (hashUniform(picture, y) * NOISE_VALUES) | 0;

/** Van der Corput's sequence: fills an interval evenly. */
function inverse(index: number, base: number): number {
  let value = 0;
  let share = 1 / base;
  for (let rest = index; rest > 0; rest = Math.floor(rest / base)) {
    value += (rest % base) * share;
    share /= base;
  }
  return value;
}

/** Samples of a shutter, at equal parts of the exposure, in order of time. */
export function openFor(timing: { samplesS: Float64Array; count: number }, exposureS: number, count: number): void {
  timing.count = count;
  for (let index = 0; index < count; index += 1) timing.samplesS[index] = ((index + 0.5) / count - 0.5) * exposureS;
}

/** Samples of a thermal detector: equal shares of an exponential lag. */
export function lagFor(timing: { samplesS: Float64Array; count: number }, lagS: number, count: number): void {
  timing.count = count;
  for (let index = 0; index < count; index += 1) timing.samplesS[index] = lagS * Math.log(1 - (index + 0.5) / count);
}

/** @param reachPx of the motion; a single sample may reach three times as far, see `probe`; @param offsetPx of all samples */
export function marginFor(reachPx: number, offsetPx = 0): number {
  if (reachPx === 0 && offsetPx === 0) return 0;
  return MARGINS.find((margin) => 3 * reachPx + offsetPx < margin) ?? MARGINS[2];
}

export const samplesFor = (reachPx: number): number => (reachPx > LONG_PX ? MANY : FEW);

function normals(count: number): Float64Array {
  const random = new SceneRandom(6, 'grain');
  return Float64Array.from({ length: count }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random.uniform()));
    return radius * Math.cos(2 * Math.PI * random.uniform());
  });
}
