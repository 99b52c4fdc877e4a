import { EventEmitter, once } from 'node:events';
import type { Log } from '@kitestring/base/log.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { DEFAULT_VIDEO_SETTINGS, type VideoSettings } from '@kitestring/settings/video-settings.ts';
import type { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { Video } from '@kitestring/video-host/video.ts';
import { RawViewer, sessionOf } from '@kitestring/video-process/test/support';
import { type LogLine, startTestStation, type TestStation, type TestStationOptions } from './test-station.ts';

const READY = 'the media process is ready';
const TCP = 'RTP/AVP/TCP;unicast;interleaved=0-1';

interface VideoStationOptions extends Omit<TestStationOptions, 'video'> {
  readonly video?: Partial<VideoSettings>;
}

/** A station with live video, on free ports. Its simulated time stands still, its pictures run in real time. */
export class VideoStation implements AsyncDisposable {
  readonly station: TestStation;
  readonly client: TestClient;
  /** Lines of its log. */
  readonly log: readonly LogLine[];
  readonly #said: EventEmitter;
  #stopped: Promise<void> | undefined;

  private constructor(station: TestStation, client: TestClient, said: EventEmitter, log: readonly LogLine[]) {
    this.log = log;
    this.station = station;
    this.client = client;
    this.#said = said;
  }

  static async start(options: VideoStationOptions = {}): Promise<VideoStation> {
    const said = new EventEmitter();
    const written: LogLine[] = [];
    const say = (level: keyof Log) => (fields: object, message: string) => {
      written.push({ level, message, fields: { ...fields } });
      said.emit(message);
    };
    const log: Log = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') };
    const video = { ...DEFAULT_VIDEO_SETTINGS, rtspPort: 0, rtspsPort: 0, udpPorts: 'any' as const, ...options.video };
    const ready = once(said, READY);
    const station = await startTestStation({ ...options, video, start: { ...options.start, log } });
    // The camera has started by then.
    station.advance(6);
    await ready;
    return new VideoStation(station, await station.client(), said, written);
  }

  get video(): Video {
    const { video } = this.station.running;
    if (video === undefined) throw new Error('no video');
    return video;
  }

  /** Resolves when a media process is ready again. */
  ready(): Promise<unknown> {
    return once(this.#said, READY);
  }

  /**
   * The notification with this code once it is active, which it may be already, or when it ends.
   * @param says what is in its message, when it has come or changed to that
   */
  notified(code: number, isActive: boolean, says = /./): Promise<Notification> {
    const { notifications } = this.station.station;
    const isMeant = (one: Notification): boolean =>
      one.code === code && (one.end_time === undefined) === isActive && says.test(one.message);
    const already = notifications.active().find(isMeant);
    if (already !== undefined) return Promise.resolve(already);
    return new Promise((resolve) => {
      const cancel = notifications.onEvent((notification) => {
        if (!isMeant(notification)) return;
        cancel();
        resolve(notification);
      });
    });
  }

  async snapshot(streamId: string): Promise<{ status: number; type: string | null; jpeg: Buffer }> {
    const response = await fetch(`${this.station.url}/api/v1/videostreams/${streamId}/snapshot`, {
      headers: { authorization: `Bearer ${this.client.token}` },
    });
    const jpeg = Buffer.from(await response.arrayBuffer());
    return { status: response.status, type: response.headers.get('content-type'), jpeg };
  }

  /** A snapshot of a stream that has pictures: asked for again where a busy machine was late with one. */
  picture(streamId: string): ReturnType<VideoStation['snapshot']> {
    return until(`a picture of ${streamId}`, async () => {
      const taken = await this.snapshot(streamId);
      return taken.status === 502 ? undefined : taken;
    });
  }

  /** Watches with the address that the API gives: asked for again where a busy machine was late with its first picture. */
  watch(streamId: string): Promise<RawViewer> {
    return until(`a description of ${streamId}`, () => this.#tryToWatch(streamId));
  }

  async #tryToWatch(streamId: string): Promise<RawViewer | undefined> {
    const { body } = await this.client.get('videostreams');
    const streams = body as { stream_id: string; rtsp_url?: string; url?: string }[];
    const found = streams.find(({ stream_id }) => stream_id === streamId);
    const { pathname, port, search } = new URL(found?.rtsp_url ?? found?.url ?? '');
    const viewer = await RawViewer.open(Number(port));
    const described = await viewer.ask('DESCRIBE', `${pathname}${search}`, { Accept: 'application/sdp' });
    if (described.status === 503) {
      viewer.destroy();
      return undefined;
    }
    if (described.status !== 200) throw new Error(`DESCRIBE was answered ${described.status}`);
    const setUp = await viewer.ask('SETUP', `${pathname}/trackID=0${search}`, { Transport: TCP });
    const played = await viewer.ask('PLAY', `${pathname}${search}`, { Session: sessionOf(setUp) });
    if (played.status !== 200) throw new Error(`PLAY was answered ${played.status}`);
    return viewer;
  }

  /** A test may stop it that is stopped after all of them. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#stopped ??= this.station[Symbol.asyncDispose]();
    return this.#stopped;
  }
}
