import { MEMORY } from '../raster/memory.ts';
import { BLEND_BELOW, SMOKE_BLEND_BELOW } from '../raster/perspective.ts';
import { RARE_COLOUR_SPANS } from '../raster/rare-colour-spans.ts';
import { RARE_THERMAL_SPANS } from '../raster/rare-thermal-spans.ts';
import { type RareSpans, type SpanFn, type SpanKernels, type Surface, startSprite } from '../raster/surface.ts';
import { type ProgramFunction, runnable } from '../wasm/program.ts';
import { rowsFunction, type SpanLook, spanFunction } from './span-function.ts';
import { spriteFunction } from './sprite-function.ts';
import { storeFace, storePicture, storeSprite } from './state.ts';

type SpanTarget = SpanLook['target'];
type SpanName = 'ground' | 'cover' | 'solid' | 'cutout' | 'sky';
type SpriteName = 'leaves' | 'smoke';
type Name = SpanName | `${SpanName}Rows` | SpriteName;

function functionsFor(target: SpanTarget): ProgramFunction[] {
  const plain = { target, source: 'things', depth: 'none', hasGaps: false, canBlend: false, isSky: false } as const;
  const canBlend = target === 'colour';
  const spans: Readonly<Record<SpanName, SpanLook>> = {
    ground: { ...plain, source: 'ground', canBlend },
    cover: { ...plain, hasGaps: true, canBlend },
    solid: { ...plain, depth: 'solid', canBlend },
    cutout: { ...plain, depth: 'solid', hasGaps: true, canBlend },
    sky: { ...plain, source: 'measure', isSky: true },
  };
  return [
    ...Object.entries(spans).flatMap(([name, look]) => [spanFunction(name, look), rowsFunction(`${name}Rows`, look)]),
    spriteFunction('leaves', { ...plain, depth: 'solid', hasGaps: true, canBlend }),
    spriteFunction('smoke', { ...plain, source: 'measure', depth: 'smoke', canBlend }),
  ];
}

/** Kernels for eight pixels at a time, except for rare spans. */
function kernelsFor(target: SpanTarget, rare: RareSpans): SpanKernels {
  const run = runnable<Name>(MEMORY, functionsFor(target));
  const span = (name: SpanName): SpanFn => {
    const draw = run[name];
    return Object.assign((_surface: Surface, y: number, start: number, end: number) => draw(y, start, end), {
      rows: run[`${name}Rows`],
    });
  };
  const sprite = (name: SpriteName) => {
    const draw = run[name];
    const blendBelow = name === 'smoke' ? SMOKE_BLEND_BELOW : BLEND_BELOW;
    return (surface: Surface) => {
      startSprite(surface, blendBelow);
      storeSprite(surface);
      draw();
    };
  };
  return {
    ...rare,
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

const made: Partial<Record<SpanTarget, SpanKernels>> = {};

/** The kernels of this thread. */
export const colourKernels = (): SpanKernels => (made.colour ??= kernelsFor('colour', RARE_COLOUR_SPANS));
export const thermalKernels = (): SpanKernels => (made.counts ??= kernelsFor('counts', RARE_THERMAL_SPANS));
