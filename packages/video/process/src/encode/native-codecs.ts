import { createRequire } from 'node:module';
import type * as Constants from 'node-av/constants';
import type * as Lib from 'node-av/lib';

/** The codecs of FFmpeg, as a native addon that is not available on every platform. */
export interface NativeCodecs {
  readonly lib: typeof Lib;
  readonly constants: typeof Constants;
}

let loading: Promise<NativeCodecs> | undefined;

/**
 * Loads the addon, once per thread. Only the media process may call this.
 * @throws when there is none for this platform
 */
export function loadNativeCodecs(): Promise<NativeCodecs> {
  loading ??= load();
  return loading;
}

/** Why there is no video, in one line with the remedy. @param fault of `loadNativeCodecs` */
export function codecsAbsence(
  fault: unknown,
  { arch, platform }: Pick<NodeJS.Process, 'arch' | 'platform'> = process,
): string {
  const [line = ''] = String(fault instanceof Error ? fault.message : fault).split('\n');
  return `no codecs for ${platform} ${arch}: they exist for Linux with glibc, macOS and Windows, x64 or arm64; there, install @kitestring/video again on this machine, with optional packages (${line})`;
}

async function load(): Promise<NativeCodecs> {
  const [lib, constants] = await Promise.all([import('node-av/lib'), import('node-av/constants')]);
  // x264 logs every opening and closing on the standard error stream.
  lib.Log.setLevel(constants.AV_LOG_ERROR);
  return { lib, constants };
}

/** Packages of the addon by platform, on Windows also by the compiler of Node. */
const BINARIES = ['', '-msvc', '-mingw'].map(
  (toolchain) => `@seydx/node-av-${process.platform}-${process.arch}${toolchain}/node-av.node`,
);

/**
 * Whether npm has installed the addon for this platform. Loads nothing; an addon compiled locally may still be found by
 * loading.
 */
export function areNativeCodecsInstalled(): boolean {
  try {
    const { resolve } = createRequire(import.meta.resolve('node-av/lib'));
    return BINARIES.some((name) => isFound(() => resolve(name)));
  } catch {
    return false;
  }
}

function isFound(resolve: () => string): boolean {
  try {
    return resolve() !== '';
  } catch {
    return false;
  }
}
