/** URL of a program; undefined where the package that has it is not installed. */
function found(resolve: () => string): string | undefined {
  try {
    return resolve();
  } catch {
    return undefined;
  }
}

/** First file of the media process. In packages from npm it is part of the optional `@kitestring/video`. */
export const MEDIA_MAIN = found(() => import.meta.resolve('@kitestring/video-process/process/media-main.ts'));

/** Loads the code of the media process, touches nothing else, and ends. */
export const LOAD_MEDIA_CODE = found(() => import.meta.resolve('@kitestring/video-process/process/load-media-code.ts'));
