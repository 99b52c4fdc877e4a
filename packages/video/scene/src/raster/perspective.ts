/* Precision of perspective and textures: the same for all kernels. */

/** Perspective is exact at the ends of a segment of this many pixels, and linear in between. */
export const SEGMENT = 16;
/** Where depth hardly changes along a row, as on level ground without roll, segments are longer. */
export const LONG_SEGMENT = 128;
/** Maximum relative change of depth over such a segment: an error of about half a texel at most. */
export const LEVEL_CHANGE = 0.04;
/** A span is one segment when its change of depth times its pixels squared is below this: an error of half a texel. */
export const WHOLE = 4;
/** Maximum distance 1e6 m: keeps divisions finite at the horizon. */
export const LEAST_INVERSE_DEPTH = 1e-6;
export const FOG_STEPS = 1024;
/** Below this many texels per pixel (as area) texels are blended, because single ones would show. */
export const BLEND_BELOW = 0.25;
/** Mip levels are slightly coarser than texels per pixel: less flicker, and fewer bits in the coded video. */
export const BLUR = 1.5;
/** Smoke has soft texels, and much of a picture is drawn again for each cloud of it. */
export const SMOKE_BLEND_BELOW = 0.02;
