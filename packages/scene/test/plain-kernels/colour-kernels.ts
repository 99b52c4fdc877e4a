import { RARE_COLOUR_SPANS } from '@kitestring/scene/raster/rare-colour-spans.ts';
import type { SpanKernels } from '@kitestring/scene/raster/surface.ts';
import { cover, ground } from './colour-ground.ts';
import { cutout, sky, solid } from './colour-spans.ts';
import { leaves, smoke } from './colour-sprites.ts';

/** The picture in colour, by loops that can be read: what the vector code is compared with. */
export const COLOUR_KERNELS: SpanKernels = {
  ...RARE_COLOUR_SPANS,
  ...{ ground, cover, solid, cutout, sky, leaves, smoke },
};
