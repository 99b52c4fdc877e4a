import { areNativeCodecsInstalled } from '../../src/encode/native-codecs.ts';

/**
 * The reason to skip what needs the native codecs; false where they are. Loads nothing: the addon takes 50 MB, and most tests leave it to
 * media processes.
 */
export const missingCodecs = (): string | false =>
  !areNativeCodecsInstalled() && 'no native codecs of node-av: npm ci installs them on Linux, macOS and Windows';
