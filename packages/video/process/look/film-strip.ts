import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { StationProcess, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { THERMAL_COLOR_PALETTES } from '@kitestring/station-contract/videostreams/thermal-color-palettes.ts';

/*
 * node scripts/node.mjs packages/video/process/look/film-strip.ts [FILE.webp]: flies a station, pans, tilts, zooms and goes through all
 * palettes; each frame is what ffmpeg has decoded from RTSP at that moment. Needs ffmpeg with drawtext.
 */

const [file = 'docs/pictures/film-strip.webp'] = process.argv.slice(2);
const COLUMNS = 6;
const TILE = { widthPx: 256, heightPx: 144, labelPx: 18 };
const FLAGS = [
  ...['--video-enabled', 'true', '--video-rtsp-port', '0', '--video-rtsps-port', '0', '--video-rtsp-udp-ports', 'any'],
  ...['--sim-camera-model', 'Camera 2nd Generation IR Plus', '--sim-speed', '4'],
];
const POLL_MS = 200;
const RESTING_DEG = 0.3;

interface Look {
  readonly pan?: number;
  readonly tilt?: number;
  readonly zoom?: number;
  readonly palette?: string;
}

const folder = mkdtempSync(join(tmpdir(), 'kitestring-strip-'));
const tiles: string[] = [];

/** The flight, frame by frame. */
async function fly(flight: Flight): Promise<void> {
  await flight.ready();
  await take(flight, 'zoom', 'in its cradle');
  await flight.takeOff();
  for (const altitudeM of [10, 40]) {
    await flight.climb(altitudeM);
    await take(flight, 'zoom', `at ${altitudeM} m`);
  }
  await flight.look({ pan: 32, tilt: 14 });
  for (const pan of [32, 62, 92]) {
    await flight.look({ pan });
    await take(flight, 'zoom', `pan ${pan}°`);
  }
  await flight.look({ pan: 32 });
  for (const tilt of [0, 30, 60, 90]) {
    await flight.look({ tilt });
    await take(flight, 'zoom', `tilt ${tilt}°`);
  }
  await flight.look({ tilt: 11 });
  await take(flight, 'overview', 'overview');
  for (const zoom of [2, 6, 16]) {
    await flight.look({ zoom });
    await take(flight, 'zoom', `zoom ${zoom}`);
  }
  for (const palette of THERMAL_COLOR_PALETTES) {
    await flight.look({ palette });
    await take(flight, 'thermal', palette);
  }
}

async function take(flight: Flight, streamId: string, label: string): Promise<void> {
  const tile = join(folder, `${tiles.length}.png`);
  const { heightPx, labelPx, widthPx } = TILE;
  const fit = `scale=${widthPx}:${heightPx}:force_original_aspect_ratio=decrease:flags=area`;
  const pad = `pad=${widthPx}:${heightPx + labelPx}:(ow-iw)/2:(${heightPx}-ih)/2:color=black`;
  const text = label.replaceAll("'", '');
  const write = `drawtext=text='${text}':fontcolor=white:fontsize=12:x=6:y=${heightPx + 4}`;
  const from = ['-rtsp_transport', 'tcp', '-i', await flight.address(streamId)];
  // The third one: by then a change of zoom or palette is in the picture.
  const frame = ['-vf', `select=gte(n\\,2),${fit},${pad},${write}`, '-frames:v', '1'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...from, ...frame, tile], { timeout: 60_000 });
  tiles.push(tile);
  process.stderr.write(`${label}\n`);
}

/** All frames in rows. */
function sheet(count: number): string[] {
  const { heightPx, labelPx, widthPx } = TILE;
  const place = (index: number) =>
    `${(index % COLUMNS) * widthPx}_${Math.floor(index / COLUMNS) * (heightPx + labelPx)}`;
  const places = Array.from({ length: count }, (_, index) => place(index)).join('|');
  const stack = `xstack=inputs=${count}:layout=${places}:fill=black`;
  return ['-filter_complex', stack, '-frames:v', '1', '-quality', '40'];
}

/** The station as its API flies it. */
class Flight {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ url }: StationProcess, token: string) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  }

  async ready(): Promise<void> {
    await this.#until(
      async () => (await this.#get<{ rtsp_url?: string }[]>('videostreams'))[0]?.rtsp_url !== undefined,
    );
    await this.#until(
      async () => (await this.#get<{ online_state: string }>('camera/state')).online_state === 'Online',
    );
    await this.#post('handoff/control/request', { operator_name: 'Film strip' });
  }

  async takeOff(): Promise<void> {
    await this.#post('flight/control/take_off');
    await this.#until(async () => (await this.#flight()).flight_state === 'Flying');
  }

  async climb(altitude: number): Promise<void> {
    await this.#post('flight/control/altitude', { altitude });
    await this.#until(async () => Math.abs((await this.#flight()).altitude - altitude) < 1);
  }

  async look({ palette, pan, tilt, zoom }: Look): Promise<void> {
    if (zoom !== undefined) await this.#post('videostreams/zoom/control/zoom', { zoom_level: zoom });
    if (palette !== undefined) {
      await this.#post('videostreams/thermal/control/palette', { thermal_color_palette: palette });
    }
    const target = { ...(pan !== undefined && { pan_ned: pan }), ...(tilt !== undefined && { tilt_ned: tilt }) };
    if (Object.keys(target).length === 0) return;
    await this.#post('camera/control/rotate_to_angle', target);
    // It has arrived when it rests: a tilt may end at the limit of the gimbal.
    let before = { pan_ned: Number.NaN, tilt_ned: Number.NaN };
    await this.#until(async () => {
      const now = await this.#get<typeof before>('camera/state');
      const turnedDeg = Math.abs(now.pan_ned - before.pan_ned) + Math.abs(now.tilt_ned - before.tilt_ned);
      before = now;
      return turnedDeg < RESTING_DEG;
    });
  }

  async address(streamId: string): Promise<string> {
    const streams = await this.#get<{ stream_id: string; rtsp_url: string }[]>('videostreams');
    return streams.find(({ stream_id }) => stream_id === streamId)?.rtsp_url ?? '';
  }

  #flight(): Promise<{ flight_state: string; altitude: number }> {
    return this.#get('flight/state');
  }

  async #until(isSo: () => Promise<boolean>): Promise<void> {
    const endMs = performance.now() + 120_000;
    while (!(await isSo())) {
      if (performance.now() > endMs) throw new Error('the station did not get there in two minutes');
      await after(POLL_MS);
    }
  }

  async #get<T>(path: string): Promise<T> {
    const response = await fetch(`${this.#url}/api/v1/${path}`, { headers: this.#headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  async #post(path: string, body: object = {}): Promise<void> {
    const options = { method: 'POST', headers: this.#headers, body: JSON.stringify(body) };
    const response = await fetch(`${this.#url}/api/v1/${path}`, options);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }
}

try {
  await using station = await StationProcess.start({ flags: FLAGS, env: WIDE_LIMITS });
  await fly(new Flight(station, await station.token()));
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...tiles.flatMap((tile) => ['-i', tile]), ...sheet(tiles.length), file]);
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`${tiles.length} frames in ${file}`);
