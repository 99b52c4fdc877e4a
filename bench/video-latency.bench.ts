import { missingChromium, openBrowser } from '@kitestring/lab-testing/browser.ts';
import { StationProcess, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { PageServer } from '@kitestring/video-player/test/support/page-server.ts';
import { PlayerPage } from '@kitestring/video-player/test/support/player-page.ts';
import { missing } from '@kitestring/video-process/test/support';
import { type BenchRow, figure, percentile, progress } from './result.ts';
import { rtspAges } from './video-latency/rtsp-ages.ts';

const PICTURES = 300;
/** Until the rate, the buffer of the browser and the compilers have settled. */
const WARM_UP_MS = 4000;
const STREAM = 'color';
const WIDTH_PX = 1280;
/** 95th percentile of the pictures. ffmpeg shows a picture when the next one begins, which adds 33 ms. */
const RTSP_LIMIT_MS = 60;
/** Limit of the median. */
const BROWSER_LIMIT_MS = 100;

const NAMES = { webrtc: 'WebRTC in Chromium', mse: 'Media Source Extensions in Chromium' } as const;
/** Reports of users and makers of other systems about the same paths, from their public trackers. */
const PEERS = {
  webrtc: 'mediamtx: 100 to 200 ms, and under 100 ms said to be beyond a browser (bluenviron/mediamtx#4063)',
  mse: 'go2rtc in Frigate: less than 1 s (blakeblackshear/frigate#4082)',
} as const;

interface Stream {
  readonly stream_id: string;
  readonly rtsp_url?: string;
}

/**
 * Glass to glass at 1280x720 with 30 pictures in a second, station and viewer on one machine: from the beginning of drawing
 * a picture, which has the time painted in it, until the viewer has it decoded (RTSP) or shows it (browser).
 */
export async function* benchVideoLatency(): AsyncGenerator<BenchRow> {
  await using server = await PageServer.start();
  await using station = await StationProcess.start({
    env: {
      ...WIDE_LIMITS,
      KITESTRING_VIDEO_ENABLED: 'true',
      KITESTRING_VIDEO_RTSP_PORT: '0',
      KITESTRING_VIDEO_RTSPS_PORT: '0',
      KITESTRING_VIDEO_TIME_STRIP: 'true',
      KITESTRING_SIM_CAMERA_MODEL: 'Camera 1st Generation',
      KITESTRING_CORS_ORIGINS: server.origin,
    },
  });
  const token = await station.token({ scope: 'read' });
  const { rtsp_url: url } = await streamOf(station, token);
  progress('RTSP');
  yield* await benchRtsp(url);
  yield* benchBrowser(server, station, token);
}

async function benchRtsp(url: string): Promise<BenchRow[]> {
  const absent = missing('ffmpeg');
  if (absent !== false) return [skipped('RTSP over TCP', absent)];
  const ages = await rtspAges({ url, widthPx: WIDTH_PX, pictures: PICTURES, warmUpMs: WARM_UP_MS });
  return rows('RTSP over TCP, decoded by ffmpeg', ages, { most: RTSP_LIMIT_MS });
}

async function* benchBrowser(server: PageServer, station: StationProcess, token: string): AsyncGenerator<BenchRow> {
  const absent = await missingChromium();
  if (absent !== false) return yield skipped('browser', absent);
  await using opened = await openBrowser();
  for (const path of ['webrtc', 'mse'] as const) {
    progress(NAMES[path]);
    await using page = await PlayerPage.open({ browser: opened.browser, server, stationUrl: station.url, token });
    await page.play(STREAM, path);
    await page.until('playing');
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
    const measure = `import('/video/player/test/page/picture-ages.ts').then((it) => it.pictureAges(${PICTURES}))`;
    const ages = await page.page.evaluate<number[]>(measure);
    const last = (await page.states()).at(-1);
    const told =
      last?.kind === 'playing' && last.path === path ? `the player says ${last.latencyMs} ms` : 'interrupted';
    yield* rows(NAMES[path], ages, { median: BROWSER_LIMIT_MS }, `${told}; ${PEERS[path]}`);
  }
}

function rows(
  name: string,
  ages: readonly number[],
  limits: { readonly median?: number; readonly most?: number },
  more = '',
): BenchRow[] {
  const read = ages.filter((age) => !Number.isNaN(age));
  const note = [`${read.length} of ${ages.length} pictures`, more].filter(Boolean).join(', ');
  const row = (part: string, percent: number, atMost?: number): BenchRow =>
    figure(`${name}, ${part}`, percentile(read, percent), 'ms', { atMost, note });
  return [row('median', 50, limits.median), row('95 of 100', 95, limits.most)];
}

const skipped = (name: string, note: string): BenchRow => figure(name, Number.NaN, 'ms', { note });

/** The camera and the media process are there some seconds after the start. */
async function streamOf(station: StationProcess, token: string): Promise<Required<Stream>> {
  for (;;) {
    const response = await fetch(`${station.url}/api/v1/videostreams`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const streams = response.ok ? ((await response.json()) as Stream[]) : [];
    const stream = streams.find(({ stream_id }) => stream_id === STREAM);
    if (stream?.rtsp_url !== undefined) return { ...stream, rtsp_url: stream.rtsp_url };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
