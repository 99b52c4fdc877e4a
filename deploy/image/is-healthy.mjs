// Health check of a container: 0 when the hub in it answers that broker and database are there.
const port = process.env.KITESTRING_HUB_PORT || 3180;
const url = process.env.KITESTRING_HEALTH_URL || `http://127.0.0.1:${port}/fleet/v1/health`;
const isHealthy = await fetch(url, { signal: AbortSignal.timeout(4000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = isHealthy ? 0 : 1;
