import { hashUniform, streamStart } from '@kitestring/base/random.ts';
import type { FrameTruth } from '@kitestring/video-process/source';

/** How far the objects that are told differ from the true ones. */
export interface ObjectNoise {
  /** Share of the objects that are missed, 0 to 1. */
  readonly missedShare: number;
  /** False alarms that begin in a minute, on average. */
  readonly falsePerMin: number;
  /** Standard deviation of each edge of a box. */
  readonly jitterPx: number;
  /** From a picture to the word of its objects. */
  readonly delayS: number;
  readonly seed: number;
}

export const NO_NOISE: ObjectNoise = { missedShare: 0, falsePerMin: 0, jitterPx: 0, delayS: 0, seed: 1 };

type SceneObject = FrameTruth['objects'][number];

/** An object as it is told; nothing real is behind a false alarm, so it has no place and no speed. */
export type ToldObject = Pick<SceneObject, 'id' | 'kind' | 'box'> & Partial<Pick<SceneObject, 'place' | 'speedMps'>>;
export type ToldFrame = Omit<FrameTruth, 'objects'> & { readonly objects: readonly ToldObject[] };

/** A miss lasts for this time at least, as that of a detector does. */
const MISS_US = 2_000_000;
const SECOND_US = 1_000_000;
const FALSE_LIFE_S = { least: 2, most: 6 };
/** Ids of false alarms are above those of the scene. */
const FALSE_ID = 1_000_000;
/** Width of a false alarm, shares of that of the picture. */
const FALSE_WIDTH = { least: 0.01, most: 0.05 };

/** Always the same for the same seed and the same truth, whatever was asked before. */
export function noisyFrame(frame: FrameTruth, noise: ObjectNoise): ToldFrame {
  const { falsePerMin, jitterPx, missedShare } = noise;
  if (falsePerMin === 0 && jitterPx === 0 && missedShare === 0) return frame;
  const seen = frame.objects.filter(({ id }) => !isMissed(id, frame.timeUs, noise));
  const objects = [...seen, ...falseAlarms(frame, noise)].map((object) => ({
    ...object,
    box: jittered(object, frame, noise),
  }));
  return { ...frame, objects: objects.toSorted((one, other) => area(other) - area(one)) };
}

const area = ({ box }: ToldObject): number => box.width * box.height;

/** Each object has its own stretches of time, in which it is missed or not. */
function isMissed(id: string, timeUs: number, { missedShare, seed }: ObjectNoise): boolean {
  const key = streamStart(seed, `missed ${id}`);
  const stretch = Math.floor(timeUs / MISS_US + hashUniform(key, -1));
  return hashUniform(key, stretch) < missedShare;
}

/** In each second at most one begins; it stays at its place, and ends some seconds later. */
function falseAlarms({ heightPx, timeUs, widthPx }: FrameTruth, { falsePerMin, seed }: ObjectNoise): ToldObject[] {
  const [begin, life, kind, size, x, y] = ['begin', 'life', 'kind', 'size', 'x', 'y'].map((name) => {
    const key = streamStart(seed, `false ${name}`);
    return (second: number) => hashUniform(key, second);
  }) as [Draw, Draw, Draw, Draw, Draw, Draw];
  const nowS = timeUs / SECOND_US;
  const seconds = Array.from({ length: FALSE_LIFE_S.most }, (_, age) => Math.floor(nowS) - age);
  return seconds
    .filter((second) => begin(second) < falsePerMin / 60 && nowS - second < between(FALSE_LIFE_S, life(second)))
    .map((second) => {
      const isPerson = kind(second) < 0.5;
      const width = widthPx * between(FALSE_WIDTH, size(second));
      const height = Math.min(heightPx, isPerson ? width * 2.5 : width * 0.6);
      const box = { x: x(second) * (widthPx - width), y: y(second) * (heightPx - height), width, height };
      return { id: `false-${FALSE_ID + (second % FALSE_ID)}`, kind: isPerson ? 'person' : 'vehicle', box };
    });
}

type Draw = (second: number) => number;

const between = ({ least, most }: { least: number; most: number }, share: number): number =>
  least + (most - least) * share;

/** Each edge for itself; the box stays in the picture and keeps a pixel. */
function jittered(
  { box, id }: ToldObject,
  { heightPx, timeUs, widthPx }: FrameTruth,
  { jitterPx, seed }: ObjectNoise,
): SceneObject['box'] {
  if (jitterPx === 0) return box;
  const key = streamStart(seed, `jitter ${id}`);
  const moved = (px: number, edge: number, mostPx: number) =>
    Math.min(Math.max(px + jitterPx * gaussian(key, Math.floor(timeUs / 1000) * 4 + edge), 0), mostPx);
  const left = moved(box.x, 0, widthPx - 1);
  const top = moved(box.y, 1, heightPx - 1);
  const right = Math.max(moved(box.x + box.width, 2, widthPx), left + 1);
  const bottom = Math.max(moved(box.y + box.height, 3, heightPx), top + 1);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Standard normal. Source: Box and Muller, 1958. */
function gaussian(key: number, index: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - hashUniform(key, index)));
  return radius * Math.cos(2 * Math.PI * hashUniform(~key, index));
}
