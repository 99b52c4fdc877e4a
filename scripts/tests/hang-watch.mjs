// Finds a test process that has to be killed: one whose test computes without end, or that takes the memory of the machine. The process
// itself writes which test began last, and that it still answers.
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { memoryBytes, processorTime } from './process-usage.mjs';

const FILE = 'last-begun-test.json';
const BEATS_EVERY_MS = 5000;
/**
 * Processor time without an answer, the same on a busy machine. The longest computation of a test takes half a minute;
 * a test's own timeout cannot end it.
 */
const COMPUTES_AT_MOST_S = 240;
/** Limit for a process with its children: the compilers of the checks need 3 GiB together, tests less than one. */
const MEMORY_BYTES = Math.max(2 ** 32, Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2);

/** In a test process: called before the first test. @param folder exists as long as the process */
export function tellLastBegunTest(folder) {
  let last = '{}';
  const write = () => writeFileSync(join(folder, FILE), last);
  // Written at once: a test that computes without end lets nothing else run.
  subscribe('tracing:node.test:start', ({ file, name }) => {
    last = JSON.stringify({ file, name });
    write();
  });
  const runner = process.ppid;
  setInterval(() => {
    write();
    // Nothing else ends the group of this process where its runner was killed.
    if (process.ppid !== runner && process.platform !== 'win32') process.kill(-process.pid, 'SIGKILL');
  }, BEATS_EVERY_MS).unref();
}

/** In the runner. */
export class HangWatch {
  #pid;
  #file;
  #limits;
  #beatMs = 0;
  #beatS = 0;

  constructor(pid, folder, limits = {}) {
    this.#pid = pid;
    this.#file = join(folder, FILE);
    this.#limits = { computesS: COMPUTES_AT_MOST_S, memoryBytes: MEMORY_BYTES, ...limits };
  }

  /** @returns in one line why the process has to be killed, with file and test; undefined if it works */
  reason(root) {
    const beatMs = statSync(this.#file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const { ownS } = processorTime(this.#pid);
    if (beatMs !== this.#beatMs) {
      this.#beatMs = beatMs;
      this.#beatS = ownS;
    }
    const computedS = Math.round(ownS - this.#beatS);
    if (computedS > this.#limits.computesS)
      return this.text(`it computed for ${computedS} s of processor time without a pause`, root);
    const bytes = memoryBytes(this.#pid);
    if (bytes > this.#limits.memoryBytes)
      return this.text(`it and its children took ${Math.round(bytes / 2 ** 20)} MiB of memory`, root);
    return undefined;
  }

  /** The reason, with file and test. */
  text(reason, root) {
    try {
      const { file, name } = JSON.parse(readFileSync(this.#file, 'utf8'));
      return `killed: ${reason}; the last test that began is "${name}" of ${relative(root, file)}`;
    } catch {
      return `killed: ${reason}; no test had begun`;
    }
  }
}
