/** Reads from the pictures that a video element shows how old they are. */
import { readTimeStrip } from '@kitestring/video-scene/display/time-strip.ts';

/** Rows from the upper edge that hold the strip in every size of picture. */
const ROWS = 16;

/**
 * From the beginning of drawing a picture until the browser shows it, milliseconds, of so many pictures.
 * Pictures that the browser leaves out are not counted, and those whose strip cannot be read are NaN.
 */
export async function pictureAges(pictures: number): Promise<number[]> {
  const video = document.querySelector('video') as HTMLVideoElement;
  const context = new OffscreenCanvas(video.videoWidth, ROWS).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('there is no canvas');
  const ages: number[] = [];
  while (ages.length < pictures) {
    const shownMs = await nextPictureMs(video);
    context.drawImage(video, 0, 0);
    const { data, height, width } = context.getImageData(0, 0, video.videoWidth, ROWS);
    const luma = Uint8Array.from({ length: width * height }, (_, index) => data[4 * index + 1] ?? 0);
    const drawnMs = readTimeStrip({ width, height, luma, lumaStride: width }, shownMs);
    ages.push(drawnMs === undefined ? Number.NaN : shownMs - drawnMs);
  }
  return ages;
}

/** When the next picture is shown, milliseconds since 1970. */
function nextPictureMs(video: HTMLVideoElement): Promise<number> {
  return new Promise((resolve) => {
    video.requestVideoFrameCallback((_nowMs, { expectedDisplayTime }) => {
      resolve(Date.now() - performance.now() + expectedDisplayTime);
    });
  });
}
