/** Maximum size of a thumbnail: a list of thirty takes 600 kB on a slow link. */
export const THUMBNAIL_BYTES_MAX = 20_000;
