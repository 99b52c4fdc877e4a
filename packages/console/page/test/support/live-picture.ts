import type { Locator, Page } from 'playwright-core';
import { WITHIN_MS } from './console-page.ts';

/** Live video without fixed ports: `ConsoleUnderTest.start({ env: LIVE_VIDEO })`. */
export const LIVE_VIDEO = {
  KITESTRING_VIDEO_ENABLED: 'true',
  KITESTRING_VIDEO_RTSP_PORT: '0',
  KITESTRING_VIDEO_RTSPS_PORT: '0',
} as const;

/** The part of the page that is used here: tests are checked without the types of browsers. */
interface PageVideo {
  readonly videoWidth: number;
  readonly videoHeight: number;
  getVideoPlaybackQuality(): { readonly totalVideoFrames: number };
  requestVideoFrameCallback(shown: () => void): number;
}
interface PageWindow {
  readonly OffscreenCanvas: new (
    width: number,
    height: number,
  ) => {
    getContext(kind: '2d'): {
      drawImage(video: PageVideo, x: number, y: number, width: number, height: number): void;
      getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
    };
  };
}

/** A place in the picture, 0 to 1. */
export interface PicturePlace {
  readonly x: number;
  readonly y: number;
}

/** Grey values of the picture as the browser shows it, small enough to search. */
interface GreyPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly values: readonly number[];
}

/** The large live picture of a page, as eyes and hands have it. */
export class LivePicture {
  readonly page: Page;
  readonly surface: Locator;
  readonly video: Locator;

  constructor(page: Page) {
    this.page = page;
    this.surface = page.getByRole('application');
    this.video = page.locator('video').first();
  }

  /** Waits until it moves. */
  async live(): Promise<void> {
    await this.page.locator('video[data-health="live"]').first().waitFor();
  }

  /** Pictures that the browser has shown so far. */
  framesShown(): Promise<number> {
    return this.video.evaluate((video) => (video as unknown as PageVideo).getVideoPlaybackQuality().totalVideoFrames);
  }

  /** Waits for so many more. */
  async frames(count: number): Promise<void> {
    await this.video.evaluate(
      (video, [wanted, withinMs]) =>
        new Promise<void>((resolve, reject) => {
          setTimeout(() => reject(new Error(`no ${wanted} pictures in ${withinMs} ms`)), withinMs);
          let left = wanted;
          const wait = () => (video as unknown as PageVideo).requestVideoFrameCallback(shown);
          const shown = () => {
            left -= 1;
            if (left <= 0) resolve();
            else wait();
          };
          wait();
        }),
      [count, WITHIN_MS] as const,
    );
  }

  async place({ x, y }: PicturePlace): Promise<{ x: number; y: number }> {
    const box = await this.surface.boundingBox();
    if (box === null) throw new Error('there is no picture');
    return { x: box.x + box.width * x, y: box.y + box.height * y };
  }

  /** Drags from one place to another, as a hand does. */
  async drag(from: PicturePlace, to: PicturePlace): Promise<void> {
    const start = await this.place(from);
    const end = await this.place(to);
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move(end.x, end.y, { steps: 15 });
    await this.page.mouse.up();
  }

  async click(at: PicturePlace): Promise<void> {
    const { x, y } = await this.place(at);
    await this.page.mouse.click(x, y);
  }

  async wheel(at: PicturePlace, deltaY: number): Promise<void> {
    const { x, y } = await this.place(at);
    await this.page.mouse.move(x, y);
    await this.page.mouse.wheel(0, deltaY);
  }

  /** The picture on the screen now. */
  async grey(widthPx = 320): Promise<GreyPicture> {
    const { heightPx, pixels } = await this.#pixels(widthPx);
    return { widthPx, heightPx, values: pixels.filter((_, index) => index % 4 === 1) };
  }

  /** How colourful it is: mean difference between red and blue, 0 for a grey picture. */
  async colourfulness(): Promise<number> {
    const { pixels } = await this.#pixels(80);
    let sum = 0;
    for (let index = 0; index < pixels.length; index += 4) {
      sum += Math.abs((pixels[index] ?? 0) - (pixels[index + 2] ?? 0));
    }
    return sum / (pixels.length / 4);
  }

  #pixels(widthPx: number): Promise<{ heightPx: number; pixels: number[] }> {
    return this.video.evaluate((element, width) => {
      const video = element as unknown as PageVideo;
      const height = Math.round((width * video.videoHeight) / video.videoWidth);
      const { OffscreenCanvas } = globalThis as unknown as PageWindow;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context.drawImage(video, 0, 0, width, height);
      return { heightPx: height, pixels: [...context.getImageData(0, 0, width, height).data] };
    }, widthPx);
  }
}

/** Half sides of the piece of the picture that is looked for, share of its width. */
const PIECE = 0.06;

/** Radius of the smoothing before pictures are compared, pixels: without it half a pixel of offset makes leaves and grass look unlike themselves. */
const SMOOTHING_PX = 2;

/**
 * Where a piece of one picture is in another: the place of the best normalised correlation, found in the pixels alone.
 * @returns the place, and how alike it is there (1 is the same)
 */
export function findPiece(before: GreyPicture, at: PicturePlace, after: GreyPicture): PicturePlace & { alike: number } {
  const from = smoothed(before);
  const into = smoothed(after);
  const half = Math.round(PIECE * from.widthPx);
  const piece = cutOut(from, Math.round(at.x * from.widthPx), Math.round(at.y * from.heightPx), half);
  let best = { x: 0, y: 0, alike: -1 };
  for (let y = half; y < into.heightPx - half; y += 2) {
    for (let x = half; x < into.widthPx - half; x += 2) {
      const alike = correlation(piece, cutOut(into, x, y, half));
      if (alike > best.alike) best = { x: x / into.widthPx, y: y / into.heightPx, alike };
    }
  }
  return best;
}

/** Mean of the pixels around each, fewer at the edges. */
function smoothed({ values, widthPx, heightPx }: GreyPicture): GreyPicture {
  const meanAround = (index: number) => {
    const [x, y] = [index % widthPx, Math.floor(index / widthPx)];
    let [sum, count] = [0, 0];
    for (let row = Math.max(0, y - SMOOTHING_PX); row <= Math.min(heightPx - 1, y + SMOOTHING_PX); row += 1) {
      for (let column = Math.max(0, x - SMOOTHING_PX); column <= Math.min(widthPx - 1, x + SMOOTHING_PX); column += 1) {
        sum += values[row * widthPx + column] ?? 0;
        count += 1;
      }
    }
    return sum / count;
  };
  return { widthPx, heightPx, values: values.map((_, index) => meanAround(index)) };
}

/** Every other pixel around a place, as deviations from their mean. */
function cutOut({ values, widthPx }: GreyPicture, centreX: number, centreY: number, half: number): Float64Array {
  const side = Math.floor((2 * half) / 2) + 1;
  const piece = new Float64Array(side * side);
  let index = 0;
  let sum = 0;
  for (let y = -half; y <= half; y += 2) {
    for (let x = -half; x <= half; x += 2) {
      const value = values[(centreY + y) * widthPx + centreX + x] ?? 0;
      piece[index] = value;
      index += 1;
      sum += value;
    }
  }
  const mean = sum / index;
  return piece.map((value, at) => (at < index ? value - mean : 0));
}

function correlation(one: Float64Array, other: Float64Array): number {
  let [product, ones, others] = [0, 0, 0];
  for (let index = 0; index < one.length; index += 1) {
    const [a = 0, b = 0] = [one[index], other[index]];
    product += a * b;
    ones += a * a;
    others += b * b;
  }
  return product / Math.sqrt(ones * others || 1);
}
