import { flushCompileCache } from 'node:module';

/** By then most of what a thread needs is loaded and compiled; it is not to be kept from its first pictures. */
const AFTER_MS = 5000;

/**
 * Keeps what this thread has compiled for the next one, where a folder for that was given. By itself it is kept at an orderly end
 * only, and it is after a fault that a quick start matters.
 */
export function keepCompiledCode(): void {
  setTimeout(flushCompileCache, AFTER_MS).unref();
}
