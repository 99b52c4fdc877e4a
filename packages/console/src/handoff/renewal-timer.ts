/**
 * Runs in a worker: browsers slow the timers of a page that is out of sight down, up to one a minute, but not these. It
 * is part of the page's own script: one that had to be fetched when control is taken might not come.
 */
const EVERY_MS = 1000;

setInterval(() => postMessage(undefined), EVERY_MS);
