// A station that restarts when its sources change, and its page, which reloads when its own do: `npm run dev -- [flags
// of serve]`.
import { spawn } from 'node:child_process';
import type { ClientRequest } from 'node:http';
import { join } from 'node:path';
import { createServer, type ProxyOptions } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'packages/console/page');
/** Paths that a station serves in addition to its page. */
const OF_STATION =
  '^/(api|station|sim|admin|video|replay|docs|licences|metrics|healthz|readyz|console\\.json|openapi|asyncapi|\\.well-known)';

const flags = process.argv.slice(2);
const portAt = flags.indexOf('--port');
const stationPort = portAt < 0 ? 3128 : Number(flags[portAt + 1]);
const station = `http://127.0.0.1:${stationPort}`;

const page = await createServer({
  configFile: join(PAGE, 'vite.config.ts'),
  configLoader: 'native',
  // Beside the caches of builds, not in the package.
  cacheDir: join(ROOT, 'node_modules/.cache/kitestring/dev'),
  server: { host: '127.0.0.1', proxy: { [OF_STATION]: toStation() } },
});
await page.listen();
page.printUrls();

const watched = ['--watch', '--watch-preserve-output', join(import.meta.dirname, 'dev/station.mjs')];
const child = spawn(process.execPath, [...watched, 'serve', ...flags], { cwd: ROOT, stdio: 'inherit' });
child.on('exit', (status) => void end(status ?? 0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));

async function end(status: number): Promise<void> {
  await page.close();
  process.exit(status);
}

function toStation(): ProxyOptions {
  return {
    target: station,
    changeOrigin: true,
    ws: true,
    configure: (proxy) => {
      proxy.on('proxyReq', (request) => asOfStation(request));
      proxy.on('proxyReqWs', (request) => asOfStation(request));
    },
  };
}

/** The station accepts its own origin only. */
function asOfStation(request: ClientRequest): void {
  if (request.hasHeader('origin')) request.setHeader('origin', station);
}
