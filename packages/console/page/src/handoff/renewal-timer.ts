/**
 * Runs in a worker: browsers slow down timers of a hidden page, up to one a minute, but not these. It is part of the
 * page's own script, because a separate file might fail to load when control is requested.
 */
const EVERY_MS = 1000;
/** Ticks per lease; the page sends its length, milliseconds. */
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
