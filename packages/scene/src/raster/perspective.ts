/* How finely perspective and textures are reckoned: the same for all kernels. */

/** Perspective is exact at the ends of a segment of this many pixels, and linear between. */
export const SEGMENT = 16;
/** Where depth hardly changes along a row, as on level ground seen without roll, segments are longer. */
export const LONG_SEGMENT = 128;
/** Largest change of depth over such a segment: a texel is then missed by about half of it at most. */
export const LEVEL_CHANGE = 0.04;
/** A span is one segment when its change of depth times its pixels squared is less: a texel is then missed by half of it. */
export const WHOLE = 4;
/** Nothing is further away than 1e6 m: keeps divisions finite at the horizon. */
export const LEAST_INVERSE_DEPTH = 1e-6;
export const FOG_STEPS = 1024;
/** Below this many texels per pixel (as area) single texels would show: they are blended. */
export const BLEND_BELOW = 0.14;
/** Mip levels are chosen a little coarser than texels per pixel: less flicker, and fewer bits when the video is coded. */
export const BLUR = 1.5;
