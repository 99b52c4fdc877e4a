/** Address of a stream in 0.5.0: a port for each, and the same path. */
export const PREVIEW_STREAM_PORTS: Readonly<Record<string, number>> = { zoom: 5010, overview: 5014, thermal: 5012 };
export const PREVIEW_STREAM_PATH = 'video';
