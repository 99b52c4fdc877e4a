/**
 * Runs in a worker: browsers slow the timers of a page that is out of sight down, up to one a minute, but not these. It
 * is part of the page's own script: one that had to be fetched when control is taken might not come.
 */
const EVERY_MS = 1000;
/** Beats within one lease; a page tells it how long that is, milliseconds. */
const BEATS_A_LEASE = 10;
const MIN_EVERY_MS = 25;

let everyMs = EVERY_MS;
let timer = start();

addEventListener('message', ({ data: leaseMs }: MessageEvent<number>) => {
  const nextMs = Math.min(EVERY_MS, Math.max(MIN_EVERY_MS, leaseMs / BEATS_A_LEASE));
  if (nextMs === everyMs) return;
  everyMs = nextMs;
  clearInterval(timer);
  timer = start();
});

function start() {
  return setInterval(() => postMessage(undefined), everyMs);
}
