import { flushCompileCache } from 'node:module';

/** By then most code of a thread is loaded and compiled; its first pictures must not be delayed. */
const AFTER_MS = 5000;

/**
 * Flushes the compile cache of this thread for the next one, if a cache folder is set. Node flushes it only at a
 * regular exit, whereas a fast start matters most after a fault.
 */
export function keepCompiledCode(): void {
  setTimeout(flushCompileCache, AFTER_MS).unref();
}
