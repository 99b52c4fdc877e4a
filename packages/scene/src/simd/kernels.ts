import { COLOUR_KERNELS } from '../raster/colour-kernels.ts';
import { MEMORY } from '../raster/memory.ts';
import { type SpanFn, type SpanKernels, type Surface, startSprite } from '../raster/surface.ts';
import { THERMAL_KERNELS } from '../raster/thermal-kernels.ts';
import { type ProgramFunction, runnable } from '../wasm/program.ts';
import { rowsFunction, type SpanLook, spanFunction } from './span-function.ts';
import { spriteFunction } from './sprite-function.ts';
import { storeFace, storePicture, storeSprite } from './state.ts';

type Target = SpanLook['target'];
type SpanName = 'ground' | 'cover' | 'solid' | 'cutout' | 'sky';
type SpriteName = 'leaves' | 'smoke';
type Name = SpanName | `${SpanName}Rows` | SpriteName;

function functionsFor(target: Target): ProgramFunction[] {
  const plain = { target, source: 'things', depth: 'none', hasGaps: false, canBlend: false, isSky: false } as const;
  const canBlend = target === 'colour';
  const spans: Readonly<Record<SpanName, SpanLook>> = {
    ground: { ...plain, source: 'ground', canBlend },
    cover: { ...plain, hasGaps: true },
    solid: { ...plain, depth: 'solid', canBlend },
    cutout: { ...plain, depth: 'solid', hasGaps: true },
    sky: { ...plain, source: 'measure', isSky: true },
  };
  return [
    ...Object.entries(spans).flatMap(([name, look]) => [spanFunction(name, look), rowsFunction(`${name}Rows`, look)]),
    spriteFunction('leaves', { ...plain, depth: 'solid', hasGaps: true }),
    spriteFunction('smoke', { ...plain, source: 'measure', depth: 'smoke' }),
  ];
}

/** Kernels that work on eight pixels at a time; what is rare is left to the plain ones. */
function kernelsFor(target: Target, plain: SpanKernels): SpanKernels {
  const run = runnable<Name>(MEMORY, functionsFor(target));
  const span = (name: SpanName): SpanFn => {
    const draw = run[name];
    return Object.assign((_surface: Surface, y: number, start: number, end: number) => draw(y, start, end), {
      rows: run[`${name}Rows`],
    });
  };
  const sprite = (name: SpriteName) => {
    const draw = run[name];
    return (surface: Surface) => {
      startSprite(surface);
      storeSprite(surface);
      draw();
    };
  };
  return {
    ...plain,
    beginPicture: storePicture,
    beginFace: storeFace,
    ground: span('ground'),
    cover: span('cover'),
    solid: span('solid'),
    cutout: span('cutout'),
    sky: span('sky'),
    leaves: sprite('leaves'),
    smoke: sprite('smoke'),
  };
}

const made: Partial<Record<Target, SpanKernels>> = {};

/** The fast kernels of this thread: they draw the same as the plain ones. */
export const colourKernels = (): SpanKernels => (made.colour ??= kernelsFor('colour', COLOUR_KERNELS));
export const thermalKernels = (): SpanKernels => (made.counts ??= kernelsFor('counts', THERMAL_KERNELS));
