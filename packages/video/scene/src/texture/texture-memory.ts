/** Texels of all textures of a world, with their mip levels. */
export const MOST_TEXELS = 1 << 21;
/** More textures than there are. */
export const MOST_TEXTURES = 128;
/** State and peak luma of each texture. */
export const HEAD_BYTES = 8 * MOST_TEXTURES;

/** Memory for the textures of one world, which all threads of a process may share. What is not used of it costs nothing. */
export const textureMemory = (): SharedArrayBuffer => new SharedArrayBuffer(HEAD_BYTES + 3 * MOST_TEXELS);
