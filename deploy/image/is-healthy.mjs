// Health check of a container: 0 when the hub or the station in it answers that it is well.
const { env } = process;
const urls = env.KITESTRING_HEALTH_URL
  ? [env.KITESTRING_HEALTH_URL]
  : [
      `http://127.0.0.1:${env.KITESTRING_HUB_PORT || 3180}/fleet/v1/health`,
      `http://127.0.0.1:${env.KITESTRING_PORT || 3128}/readyz`,
    ];
const answers = urls.map((url) =>
  fetch(url, { signal: AbortSignal.timeout(4000) }).then(
    ({ ok }) => ok,
    () => false,
  ),
);
process.exitCode = (await Promise.all(answers)).includes(true) ? 0 : 1;
