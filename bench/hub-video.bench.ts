import { writeFileSync } from 'node:fs';
import type { Answer } from '@kitestring/hub-app/test/support/hub-process.ts';
import { ProxiedStation } from '@kitestring/hub-app/test/support/proxied-station.ts';
import { until } from '@kitestring/hub-app/test/support/until.ts';
import { missingChromium, openBrowser } from '@kitestring/lab-testing/browser.ts';
import { missingLivekitServer, missingNatsServer, TestRelay } from '@kitestring/lab-testing/programs.ts';
import { WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { PageServer } from '@kitestring/video-player/test/support/page-server.ts';
import { PlayerPage } from '@kitestring/video-player/test/support/player-page.ts';
import { WhepViewer } from '@kitestring/video-process/test/support/webrtc.ts';
import { processorPercent } from './hub/process-figures.ts';
import { type BenchRow, figure, median, percentile } from './result.ts';

const STREAM = 'color';
const PICTURES = 300;
const WARM_UP_MS = 4000;
const GLASS_MEDIAN_MS = 120;
const GLASS_95_MS = 200;
const FIRST_PICTURE_MS = 1500;
const FIRST_PICTURES = 5;
const VIEWERS = 10;
const COST_S = 5;
const VIEWER_PERCENT = 0.5;

/** Everything on one machine, 1280x720 with 30 pictures in a second. */
export async function benchHubVideo(): Promise<BenchRow[]> {
  const absent = missingNatsServer() || missingLivekitServer();
  if (absent !== false) return [figure('video through a hub', Number.NaN, 'ms', { note: absent })];
  await using cleanup = new AsyncDisposableStack();
  const relay = cleanup.use(await TestRelay.start());
  const server = cleanup.use(await PageServer.start());
  const place = new ProxiedStation();
  place.simSpeed = 1;
  const secret = place.folder.file('relay-secret');
  writeFileSync(secret, relay.secret, { mode: 0o600 });
  place.hub.flags.push('--relay-urls', relay.url, '--relay-key', relay.key, '--relay-secret-file', secret);
  cleanup.defer(() => place.stop());
  await place.start({
    ...WIDE_LIMITS,
    KITESTRING_VIDEO_ENABLED: 'true',
    KITESTRING_VIDEO_RTSP_PORT: '0',
    KITESTRING_VIDEO_RTSPS_PORT: '0',
    KITESTRING_VIDEO_TIME_STRIP: 'true',
    KITESTRING_SIM_CAMERA_MODEL: 'Camera 1st Generation',
    KITESTRING_CORS_ORIGINS: server.origin,
  });
  const { base, hub, station, token } = place;
  await until('the camera', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${station.url}/api/v1/videostreams/${STREAM}/state`, { headers });
    return response.ok && ((await response.json()) as Answer).is_streaming === true;
  });
  // The greeting of the station may still be on its way.
  await until('the station at the hub', async () => {
    const headers = { authorization: `Bearer ${hub.key}` };
    return (await fetch(`${base}/api/v1/videostreams/${STREAM}/state`, { headers })).ok;
  });
  return [
    ...(await firstPictures(base, hub.key)),
    ...(await viewerCost(base, hub.key, relay.pid)),
    ...(await glassToGlass('straight from the station', server, station.url, token)),
    ...(await glassToGlass('through hub and relay', server, base, hub.key, hub.url)),
  ];
}

async function watch(base: string, key: string): Promise<{ viewer: WhepViewer; end: () => Promise<void> }> {
  const viewer = new WhepViewer();
  const headers = { authorization: `Bearer ${key}` };
  const url = `${base}/video/v1/${STREAM}/whep`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/sdp' },
    body: await viewer.offer(),
  });
  if (response.status !== 201) throw new Error(`WHEP: ${response.status} ${await response.text()}`);
  await viewer.accept(await response.text());
  const end = async () => {
    await fetch(new URL(response.headers.get('location') ?? '', url), { method: 'DELETE', headers });
    await viewer.close();
  };
  return { viewer, end };
}

/** From the request of the first viewer to the first picture: order, camera, relay, key frame. */
async function firstPictures(base: string, key: string): Promise<BenchRow[]> {
  const cold: number[] = [];
  const warm: number[] = [];
  const measured = async (into: number[]) => {
    const atMs = performance.now();
    const { end, viewer } = await watch(base, key);
    await viewer.until(1);
    into.push((viewer.firstPictureMs ?? Number.NaN) - atMs);
    return end;
  };
  const ends = [await measured(cold)];
  for (let count = 0; count < FIRST_PICTURES; count += 1) ends.push(await measured(warm));
  for (const end of ends) await end();
  const unit = 'ms';
  return [
    figure('video through a hub: order to first picture', median(cold), unit, { atMost: FIRST_PICTURE_MS }),
    figure('the same, stream already there', median(warm), unit, { note: `median of ${warm.length}` }),
  ];
}

/** Processor time of the relay for one more viewer. */
async function viewerCost(base: string, key: string, pid: number): Promise<BenchRow[]> {
  const ends = [(await watch(base, key)).end];
  const few = await processorPercent(pid, COST_S);
  for (let count = 0; count < VIEWERS; count += 1) ends.push((await watch(base, key)).end);
  const many = await processorPercent(pid, COST_S);
  for (const end of ends) await end();
  return [
    figure('relay: processor for one more viewer', (many - few) / VIEWERS, '% of a core', {
      atMost: VIEWER_PERCENT,
      note: `${few.toFixed(1)} % with one, ${many.toFixed(1)} % with ${VIEWERS + 1}`,
    }),
  ];
}

/** From the rendering of a picture with a time strip until a browser shows it. */
async function glassToGlass(
  how: string,
  server: PageServer,
  stationUrl: string,
  token: string,
  hubUrl?: string,
): Promise<BenchRow[]> {
  const name = `glass to glass, ${how}`;
  const absent = await missingChromium();
  if (absent !== false) return [figure(name, Number.NaN, 'ms', { note: absent })];
  await using opened = await openBrowser();
  if (hubUrl !== undefined) server.stations.push(hubUrl);
  await using page = await PlayerPage.open({ browser: opened.browser, server, stationUrl, token });
  // A hub serves pages of its own only: for this one its answers get the header.
  if (hubUrl !== undefined) {
    await page.page.route(`${hubUrl}/**`, async (route) => {
      const response = await route.fetch();
      const headers = {
        ...response.headers(),
        'access-control-allow-origin': '*',
        'access-control-expose-headers': '*',
      };
      await route.fulfill({ response, headers });
    });
  }
  await page.play(STREAM, 'webrtc');
  await page.until('playing');
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  const ages = await page.page.evaluate<number[]>(
    `import('/video/player/test/page/picture-ages.ts').then((it) => it.pictureAges(${PICTURES}))`,
  );
  const last = (await page.states()).at(-1);
  const told = last?.kind === 'playing' ? `the player says ${last.latencyMs} ms` : 'interrupted';
  const read = ages.filter((age) => !Number.isNaN(age));
  const isRelayed = hubUrl !== undefined;
  return [
    figure(`${name}, median`, percentile(read, 50), 'ms', {
      atMost: isRelayed ? GLASS_MEDIAN_MS : undefined,
      note: `${read.length} of ${ages.length} pictures, ${told}`,
    }),
    figure(`${name}, 95 of 100`, percentile(read, 95), 'ms', { atMost: isRelayed ? GLASS_95_MS : undefined }),
  ];
}
