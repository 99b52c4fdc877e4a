// Health check of a container: 0 when the hub or the station in it answers that it is well.
import { get } from 'node:http';
import { get as getEncrypted } from 'node:https';

const WITHIN_MS = 4000;
const { env } = process;
const station = `127.0.0.1:${env.KITESTRING_PORT || 3128}/readyz`;
const hub = `127.0.0.1:${env.KITESTRING_HUB_PORT || 3180}/fleet/v1/health`;
const urls = env.HEALTH_URL ? [env.HEALTH_URL] : [station, hub].flatMap((at) => [`http://${at}`, `https://${at}`]);

const isWell = (url) =>
  new Promise((resolve) => {
    const ask = url.startsWith('https:') ? getEncrypted : get;
    // Within the container: its own certificate needs no proof.
    const options = { rejectUnauthorized: false, timeout: WITHIN_MS };
    const request = ask(url, options, ({ statusCode }) => resolve(statusCode === 200));
    request.on('timeout', () => request.destroy()).on('error', () => resolve(false));
  });

process.exit((await Promise.all(urls.map(isWell))).includes(true) ? 0 : 1);
