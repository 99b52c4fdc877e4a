import { areNativeCodecsInstalled } from '../../src/encode/native-codecs.ts';

/**
 * The reason to skip what needs the native codecs; false where they are. Loads nothing: the addon takes 50 MB, and most tests leave it to
 * media processes.
 */
export const missingCodecs = (): string | false =>
  !areNativeCodecsInstalled() && 'node-av is not there for this platform';
