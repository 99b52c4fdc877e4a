import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { StationProcess, TEST_API_KEY, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';

const READY_POLL_MS = 200;
/** A recording is begun when its first pictures are there, which takes its time on a busy machine. */
const ANSWER_MS = 15_000;
/** Live video on free ports, and recordings on a small disk. */
export const SOAK_FLAGS = [
  ...['--video-enabled', 'true', '--video-rtsp-port', '0', '--video-rtsps-port', '0', '--video-rtsp-udp-ports', 'any'],
  ...[
    '--sim-camera-model',
    'Camera 1st Generation',
    '--recordings-min-free-mib',
    '64',
    '--recordings-low-free-mib',
    '64',
  ],
];

/** A station in a process of its own with live video, and its API as a client uses it. */
export class SoakStation implements AsyncDisposable {
  readonly #process: StationProcess;
  #token: string;

  private constructor(station: StationProcess, token: string) {
    this.#process = station;
    this.#token = token;
  }

  static async start(folder: string): Promise<SoakStation> {
    // An hour of video must not end with its token.
    const env = {
      ...WIDE_LIMITS,
      KITESTRING_API_KEY: TEST_API_KEY,
      KITESTRING_TOKENS_VALIDITY_S: '86400',
      KITESTRING_HANDOFF_LEASE_S: '3600',
    };
    const station = await StationProcess.start({ folder, flags: SOAK_FLAGS, env });
    const soaked = new SoakStation(station, await station.token());
    await soaked.#ready();
    await soaked.post('handoff/control/request', { operator_name: 'Soak' });
    return soaked;
  }

  get output(): string {
    return this.#process.output;
  }

  get pid(): number {
    return this.#process.pid;
  }

  get mediaPid(): number {
    return mediaPid(this.pid);
  }

  /** @throws unless the answer is a success */
  async get<T>(path: string): Promise<T> {
    return (await this.#ask('GET', `/api/v1/${path}`)).json() as Promise<T>;
  }

  /** @param path in the aircraft's API, or a whole one */
  async post(path: string, body?: object): Promise<void> {
    await this.#ask('POST', path.startsWith('/') ? path : `/api/v1/${path}`, body);
  }

  /** The answer of an operation of the station API. */
  async own(method: string, path: string, body?: object): Promise<Response> {
    return this.#ask(method, `/station/v1/${path}`, body);
  }

  async snapshot(streamId: string): Promise<void> {
    await (await this.#ask('GET', `/api/v1/videostreams/${streamId}/snapshot`)).arrayBuffer();
  }

  /** Figures without labels by name, and with them as they are written. */
  async metrics(): Promise<ReadonlyMap<string, number>> {
    const text = await (await this.#ask('GET', '/metrics')).text();
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines.map((line) => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
    );
  }

  /** Where a stream is watched, with a ticket. */
  async address(streamId: string): Promise<URL> {
    const streams = await this.get<{ stream_id: string; rtsp_url: string }[]>('videostreams');
    const found = streams.find(({ stream_id }) => stream_id === streamId);
    if (found === undefined) throw new Error(`there is no stream ${streamId}`);
    return new URL(found.rtsp_url);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#process[Symbol.asyncDispose]();
  }

  async #ready(): Promise<void> {
    for (;;) {
      const streams = await this.get<unknown[]>('videostreams');
      if (streams.length > 0 && (await this.metrics()).get('kitestring_video_ready') === 1) return;
      await after(READY_POLL_MS);
    }
  }

  async #ask(method: string, path: string, body?: object): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${this.#process.url}${path}`, {
      method,
      headers,
      ...content,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (response.ok) return response;
    throw new Error(`${method} ${path} was answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
  }
}

/** Process id of a station's media process, the child that is confined; another one may make its bundle. 0 without one. */
export function mediaPid(stationPid: number): number {
  const children = readFileSync(`/proc/${stationPid}/task/${stationPid}/children`, 'utf8').trim().split(' ');
  const isMedia = (pid: string) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--permission');
  return Number(children.find(isMedia) ?? 0);
}
