import { EventEmitter, once } from 'node:events';
import type { TestRelay } from '@kitestring/lab-testing/programs.ts';
import { STILL } from '@kitestring/video-scene/camera/motion.ts';
import { CLEAR_DAY } from '@kitestring/video-scene/render/conditions.ts';
import { BrowserOutput } from '../../src/browser/browser-output.ts';
import type { BrowserOrder, BrowserReport } from '../../src/process/browser-messages.ts';
import type { RelayUplink } from '../../src/relay/relay-uplink.ts';
import { SourcePool } from '../../src/source/source-pool.ts';
import { WhepViewer } from './whep-viewer.ts';

const STATION = 'station';
const ROOM = 'room';
/** LiveKit’s name of every track that comes by WHIP. */
const TRACK = 'synthesized-camera';
const TURN_EVERY_MS = 50;
const TURN_DEG = 0.6;

/** A rendered stream whose camera turns, published to a relay by the code of the media process. */
export class PublishedStream implements AsyncDisposable {
  uplink: RelayUplink | undefined;
  readonly troubles: string[] = [];
  readonly #reports = new EventEmitter();
  readonly #pool: SourcePool;
  readonly #output: BrowserOutput;
  readonly #turning: NodeJS.Timeout;
  #panDeg = 0;
  #nextId = 1;
  readonly #streamId: string;
  #peerId = '';

  private constructor(streamId: string) {
    this.#streamId = streamId;
    const onTrouble = (reason: string) => this.troubles.push(reason);
    this.#pool = new SourcePool({
      onDemand: () => this.#turn(),
      onPicture: () => {},
      onTruth: () => {},
      onCamera: () => {},
      onTrouble,
    });
    const controls = { zoom: 1, ...(streamId === 'thermal' && { palette: 'WhiteHot' as const }) };
    const streams = [{ id: streamId, isUp: true, controls, masks: [] }];
    this.#pool.configure({ cameraModel: 'Camera 1st Generation', seed: 1, streams });
    this.#output = new BrowserOutput({ directory: this.#pool, report: (report) => this.#reported(report), onTrouble });
    this.#turning = setInterval(() => this.#turn(), TURN_EVERY_MS);
  }

  /** @param whipUrl where the relay takes it */
  static async start(streamId: string, relay: TestRelay, whipUrl: string, maxKbps = 20_000): Promise<PublishedStream> {
    const stream = new PublishedStream(streamId);
    try {
      await stream.publish(relay, whipUrl, maxKbps);
    } catch (fault) {
      await stream[Symbol.asyncDispose]();
      throw fault;
    }
    return stream;
  }

  async publish(relay: TestRelay, whipUrl: string, maxKbps = 20_000): Promise<void> {
    const streamId = this.#streamId;
    const offer = await this.#ask((id) => ({ act: 'publish', id, streamId, relay: new URL(whipUrl).host, maxKbps }));
    if (offer.what !== 'offer') throw new Error(JSON.stringify(offer));
    this.#peerId = offer.peerId;
    const token = relay.token(STATION, { roomJoin: true, room: ROOM, canPublish: true, canSubscribe: false });
    const sdp = await post(whipUrl, { authorization: `Bearer ${token}` }, offer.sdp);
    const done = await this.#ask((id) => ({ act: 'publishTo', id, peerId: offer.peerId, sdp }));
    if (done.what !== 'published') throw new Error(JSON.stringify(done));
  }

  /** Ends the publication; the stream can be published again. */
  async end(): Promise<void> {
    const ended = once(this.#reports, 'unpublished');
    this.#output.handle({ act: 'unpublish', peerId: this.#peerId });
    await ended;
    this.uplink = undefined;
  }

  async watch(relay: TestRelay): Promise<WhepViewer> {
    const viewer = new WhepViewer();
    const token = relay.token('viewer', { roomJoin: true, room: ROOM, canPublish: false, canSubscribe: true });
    const tracks = JSON.stringify({ subscribedParticipantTrackNames: { [STATION]: [TRACK] } });
    const headers = { authorization: `Bearer ${token}`, 'x-livekit-clientinfo': tracks };
    await viewer.accept(await post(`${relay.url}/whip/v1`, headers, await viewer.offer()));
    return viewer;
  }

  /** @returns when a report of the relay fulfils it */
  async until(holds: (uplink: RelayUplink) => boolean): Promise<RelayUplink> {
    while (this.uplink === undefined || !holds(this.uplink)) await once(this.#reports, 'uplink');
    return this.uplink;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#turning);
    this.#output.handle({ act: 'unpublish', peerId: this.#peerId });
    this.#output.stop();
    this.#pool.end();
  }

  async #ask(order: (id: number) => BrowserOrder): Promise<BrowserReport> {
    const id = this.#nextId++;
    const answered = once(this.#reports, `${id}`);
    this.#output.handle(order(id));
    const [report] = await answered;
    return report;
  }

  #reported(report: BrowserReport): void {
    if ('id' in report) this.#reports.emit(`${report.id}`, report);
    if (report.what === 'unpublished') this.#reports.emit('unpublished');
    if (report.what !== 'uplink') return;
    this.uplink = report.uplink;
    this.#reports.emit('uplink');
  }

  #turn(): void {
    this.#panDeg = (this.#panDeg + TURN_DEG) % 360;
    this.#pool.setScene({
      timeUs: CLEAR_DAY.unixMs * 1000,
      realTimeMs: Date.now(),
      speed: 0,
      motion: STILL,
      conditions: CLEAR_DAY,
      pose: { eastM: 0, northM: 0, upM: 40, panDeg: this.#panDeg, tiltDeg: 25, rollDeg: 0 },
      reported: { panDeg: this.#panDeg, tiltDeg: 25, rollDeg: 0 },
    });
  }
}

async function post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/sdp' },
    body,
  });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  return response.text();
}
