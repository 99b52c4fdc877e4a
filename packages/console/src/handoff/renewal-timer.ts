/** Runs in a worker: browsers slow the timers of a page that is out of sight down, up to one a minute, but not these. */
const EVERY_MS = 1000;

setInterval(() => postMessage(undefined), EVERY_MS);
