import { type RefObject, useEffect, useRef } from 'react';
import { isothermSteps, PaletteInverse, paintIsotherm } from './isotherm.ts';
import styles from './thermal.module.css';
import type { KnownScale } from './use-thermal-scale.ts';

/** Ten times a second: hot objects do not jump, and the video has priority. */
const PAINT_EVERY_MS = 100;
/** A slow machine renders less often: at most a tenth of its time. */
const PAUSE_PER_PAINT = 9;
/** A pixel of it may cover two by two pixels of the picture. */
const WIDEST_PX = 320;
/** Colours that are in no palette. */
const COLOURS = { above: [255, 0, 200, 190], below: [0, 255, 255, 190] } as const;

interface IsothermCanvasProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly scale: KnownScale;
  readonly side: 'above' | 'below';
  readonly limitC: number;
}

/** Marks everything hotter, or colder, than a limit, by the colours of the decoded picture. */
export function IsothermCanvas({ limitC, scale, side, video }: IsothermCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { palette } = scale;
  const latest = useRef({ scale, side, limitC });
  latest.current = { scale, side, limitC };
  useEffect(() => {
    const inverse = new PaletteInverse(palette);
    const paint = () => {
      const { limitC, scale, side } = latest.current;
      if (canvas.current === null || video.current === null || document.hidden) return;
      const steps = isothermSteps(scale, side, limitC);
      paintFrame(canvas.current, video.current, (pixels) => {
        if (steps === undefined) pixels.fill(0);
        else paintIsotherm(pixels, inverse, steps, COLOURS[side]);
      });
    };
    let timer = 0;
    const turn = () => {
      const beganMs = performance.now();
      paint();
      const tookMs = performance.now() - beganMs;
      timer = window.setTimeout(turn, Math.max(PAINT_EVERY_MS - tookMs, PAUSE_PER_PAINT * tookMs));
    };
    turn();
    return () => window.clearTimeout(timer);
  }, [palette, video]);
  return <canvas ref={canvas} className={styles.isotherm} data-isotherm={side} />;
}

function paintFrame(
  canvas: HTMLCanvasElement,
  video: HTMLVideoElement,
  paint: (pixels: Uint8ClampedArray) => void,
): void {
  const { videoHeight, videoWidth } = video;
  if (videoWidth === 0) return;
  const factor = Math.min(1, WIDEST_PX / videoWidth);
  const [width, height] = [Math.round(videoWidth * factor), Math.round(videoHeight * factor)];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return;
  context.drawImage(video, 0, 0, width, height);
  const image = context.getImageData(0, 0, width, height);
  paint(image.data);
  context.putImageData(image, 0, 0);
}
