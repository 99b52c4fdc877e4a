import { loadNativeCodecs } from '../../src/encode/native-codecs.ts';

/** The reason to skip what needs the native codecs; false where they are. */
export const missingCodecs = (): Promise<string | false> =>
  loadNativeCodecs().then(
    () => false,
    (reason: Error) => `node-av is not there: ${reason.message}`,
  );
