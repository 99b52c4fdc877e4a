import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { StationProcess } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { loadNativeCodecs } from '@kitestring/video-process/encode';
import { pythonProgram, whyNoPython } from '../scripts/tests/pinned-packages.mjs';

const TOOLS = join(import.meta.dirname, 'python-tools');
const codecs = await loadNativeCodecs().catch((reason: Error) => reason);
const withoutVideo = codecs instanceof Error ? `no video on this machine: ${codecs.message}` : false;
const skip = whyNoPython() || withoutVideo;

/** A station with video whose aircraft is a MAVLink vehicle, with the port of the vehicle. */
async function station(
  persona: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly station: StationProcess; readonly port: number }> {
  const port = await freePort();
  const address = `tcp-listen://127.0.0.1:${port}`;
  const flags = ['--mavlink', address, '--mavlink-persona', persona, '--sim-speed', '10', '--seed', '1'];
  const env = {
    KITESTRING_VIDEO_ENABLED: 'true',
    KITESTRING_VIDEO_RTSPS_PORT: '0',
    KITESTRING_VIDEO_RTSP_PORT: '0',
    KITESTRING_VIDEO_RTSP_UDP_PORTS: 'any',
    ...settings,
  };
  return { port, station: await StationProcess.start({ flags, env }) };
}

describe('MAVSDK', { skip }, () => {
  it('flies the vehicle, its gimbal and its cameras', async () => {
    const { port, station: running } = await station('generic');
    await using served = running;
    await served.givesPictures();
    // It keeps definitions of cameras, and would not read them again.
    using folder = new TestFolder();
    const env = { PATH: process.env.PATH, HOME: folder.path };
    const script = join(TOOLS, 'fly_with_mavsdk.py');
    const python = spawn(pythonProgram('python'), [script, `${port}`], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(python, 'exit');
    try {
      const steps: string[] = [];
      const complaints: string[] = [];
      createInterface({ input: python.stdout }).on('line', (line) => void steps.push(line));
      createInterface({ input: python.stderr }).on('line', (line) => void complaints.push(line));
      const [status] = await ended;
      assert.equal(status, 0, [...steps, ...complaints.slice(-20)].join('\n'));
      assert.match(
        steps.join(', '),
        /^discovered, healthy, \d+ parameters, armed, at 6 m, at 9 m, turned, gimbal moved, cameras \[100, 101\], offboard refused, landed$/,
      );
    } finally {
      python.kill();
    }
  });
});

describe('MAVProxy', { skip }, () => {
  it('flies the persona of ArduPilot from its command line, with signed packets', async () => {
    const passphrase = 'only-those-who-know-it';
    const settings = { KITESTRING_MAVLINK_SIGNING_PASSPHRASE: passphrase };
    const { port, station: running } = await station('ardupilot', settings);
    await using served = running;
    await using mavproxy = new Mavproxy(port);
    const read = await reader(served);
    await mavproxy.says(/Detected vehicle 1:1/);
    await until('a Kite that is ready', async () => (await read('/station/v1/readiness')).ready === true);
    await mavproxy.type('mode LAND', undefined);
    await mavproxy.type(`signing key ${passphrase}`, /Setup signing key/);
    // Unsigned, the first order had no effect; its answer would be there by now.
    await mavproxy.says(/Received \d+ parameters/);
    assert.doesNotMatch(mavproxy.text, /DO_SET_MODE/);
    await mavproxy.type('mode GUIDED', /DO_SET_MODE: ACCEPTED/);
    await mavproxy.type('arm throttle', /COMPONENT_ARM_DISARM: ACCEPTED/);
    await mavproxy.type('takeoff 6', /TAKEOFF: ACCEPTED/);
    const altitude = async () => Number((await read('/api/v1/flight/state')).altitude ?? 0);
    await until('6 m', async () => Math.abs((await altitude()) - 6) < 0.5);
    await mavproxy.type('setyaw 90 0 0', /CONDITION_YAW: ACCEPTED/);
    await until('a heading of 90', async () => {
      return Math.abs(Number((await read('/api/v1/flight/state')).kite_heading) - 90) < 4;
    });
    await mavproxy.type('param set FENCE_ALT_MAX 60', undefined);
    await mavproxy.typeUntil('param show FENCE_ALT_MAX', /FENCE_ALT_MAX +60/);
    await mavproxy.type('mode LAND', /Mode LAND|DO_SET_MODE: ACCEPTED/);
    await mavproxy.says(/DISARMED/);
  });

  it('finds cameras and gimbal by its camera module, and moves them', async () => {
    const { port, station: running } = await station('generic');
    await using served = running;
    await served.givesPictures();
    await using mavproxy = new Mavproxy(port);
    const read = await reader(served);
    const camera = () => read('/api/v1/camera/state');
    await until('a Kite that is ready', async () => (await read('/station/v1/readiness')).ready === true);
    await mavproxy.says(/loaded 1 settings/);
    await mavproxy.type('camera select 100', /Selected camera Kitestring/);
    await mavproxy.type('camera streams', /1: zoom 1920x1080 .* H\.264 rtsp:\/\/127\.0\.0\.1:\d+\/zoom\?ticket=/);
    await mavproxy.type('camera zoom 50', undefined);
    const zoom = async () => Number((await read('/api/v1/videostreams/zoom/state')).zoom_level);
    await until('half of the zoom', async () => (await zoom()) > 10);
    await mavproxy.type('camera zoom out', undefined);
    await until('a smaller zoom', async () => (await zoom()) < 8);
    await mavproxy.type('camera zoom stop', undefined);
    await mavproxy.type('camera photo', /Camera 100 image \d+ captured/);
    await mavproxy.type('camera record start', undefined);
    await mavproxy.typeUntil('camera info', /recording=yes/);
    await mavproxy.type('camera record stop', undefined);
    await mavproxy.type('camera source thermal', undefined);
    await mavproxy.typeUntil('camera streams', /\[thermal\]/);
    await mavproxy.type('camera source rgb', undefined);
    await mavproxy.type('camera select 101', /Selected camera Kitestring .* thermal/);
    await mavproxy.type('camera param THERM_PALETTE 4', undefined);
    await until('the palette', async () => {
      return (await read('/api/v1/videostreams/thermal/state')).thermal_color_palette === 'Ironbow';
    });
    await mavproxy.type('camera select 100', /Selected camera/);
    await mavproxy.type('camera mount info', /Kitestring .* pitch=-80\.\d\.\.11\.\d/);
    await mavproxy.type('camera mount angle -35 0', undefined);
    await until('a tilt of 35', async () => Math.abs(Number((await camera()).tilt_ned) - 35) < 1);
    await mavproxy.type('arm throttle', /COMPONENT_ARM_DISARM: ACCEPTED/);
    await mavproxy.type('takeoff 6', /TAKEOFF: ACCEPTED/);
    const flight = () => read('/api/v1/flight/state');
    await until('6 m', async () => Math.abs(Number((await flight()).altitude) - 6) < 0.5);
    const { gs_gps_elevation = 0, gs_gps_lat = 0, gs_gps_lon = 0 } = await read('/api/v1/system/state');
    // 50 m to the East, on the ground.
    const place = [
      Number(gs_gps_lat),
      Number(gs_gps_lon) + 50 / (111_320 * Math.cos((Number(gs_gps_lat) * Math.PI) / 180)),
    ];
    await mavproxy.type(`click ${place.join(' ')} ${gs_gps_elevation}`, /clicked/);
    await mavproxy.type('camera roi', /Camera 1:100 ROI/);
    await until('a camera that points East', async () => Math.abs(Number((await camera()).pan_ned) - 90) < 6);
    await mavproxy.type('camera roi clear', undefined);
    await mavproxy.type('long NAV_LAND', /NAV_LAND: ACCEPTED/);
    await until('the ground', async () => (await flight()).flight_state === 'StandBy');
    assert.ok(!mavproxy.has(/rejected by|cancelled/), mavproxy.text);
  });
});

/** MAVProxy with its command line, without its map and its windows. */
class Mavproxy implements AsyncDisposable {
  readonly #folder = new TestFolder();
  readonly #process: ChildProcess;
  text = '';
  /** Length of the text when the last command was typed. */
  #typedAt = 0;

  constructor(port: number) {
    const modules = ['--default-modules', 'param,arm,mode,cmdlong,ftp,misc,signing', '--load-module', 'ground,camera'];
    const link = ['--master', `tcp:127.0.0.1:${port}`, '--no-state', '--retries', '20'];
    const { path } = this.#folder;
    this.#process = spawn(pythonProgram('python'), ['-u', pythonProgram('mavproxy.py'), ...link, ...modules], {
      cwd: path,
      env: { PATH: process.env.PATH, HOME: path, PYTHONPATH: TOOLS, PYTHONDONTWRITEBYTECODE: '1' },
      stdio: 'pipe',
    });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.on('data', (bytes: Buffer) => {
        this.text += bytes.toString();
      });
    }
  }

  /** Types a command. @param says what it answers; undefined for one that says nothing */
  async type(command: string, says: RegExp | undefined): Promise<void> {
    this.#typedAt = this.text.length;
    this.#process.stdin?.write(`${command}\n`);
    if (says !== undefined) await this.says(says);
  }

  /** Types a command again and again, until it answers so. */
  async typeUntil(command: string, says: RegExp): Promise<void> {
    const from = this.text.length;
    await until(`${says}`, async () => {
      await this.type(command, undefined);
      return says.test(this.text.slice(from));
    });
  }

  /** Whether it has said so since the last command. */
  has(pattern: RegExp): boolean {
    return pattern.test(this.text.slice(this.#typedAt));
  }

  async says(pattern: RegExp): Promise<void> {
    try {
      await until(`${pattern}`, () => this.has(pattern), 40_000);
    } catch (fault) {
      throw new Error(`MAVProxy has said:\n${this.text.slice(-3000)}`, { cause: fault });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, 'exit');
    if (this.#process.exitCode === null) this.#process.kill('SIGKILL');
    else return;
    await ended;
    this.#folder[Symbol.dispose]();
  }
}

type Json = Readonly<Record<string, unknown>>;

async function reader(served: StationProcess): Promise<(path: string) => Promise<Json>> {
  const headers = { authorization: `Bearer ${await served.token()}` };
  return async (path) => (await (await fetch(`${served.url}${path}`, { headers })).json()) as Json;
}
