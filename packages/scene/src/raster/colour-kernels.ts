import { cover, ground, shade } from './colour-ground.ts';
import { cutout, plain, sky, solid } from './colour-spans.ts';
import { leaves, smoke } from './colour-sprites.ts';
import type { SpanKernels } from './surface.ts';

/** The picture in colour. */
export const COLOUR_KERNELS: SpanKernels = { ground, cover, shade, solid, plain, cutout, sky, leaves, smoke };
