import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, on, once } from 'node:events';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { describe, it } from 'node:test';
import { connect } from 'node:tls';
import { selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { MediaProcess } from '../src/process/media-process.ts';
import { MessagePipe, PIPE_FD } from '../src/process/message-pipe.ts';
import { type FromMedia, fromMedia, type ToMedia } from '../src/process/protocol.ts';
import { RawViewer } from './rtsp/raw-viewer.ts';
import { missingCodecs } from './support/missing-codecs.ts';
import { SCENE } from './support/still-scene.ts';

const ENTRY = join(import.meta.dirname, '../src/process/media-main.ts');
const OUTPUTS: Extract<ToMedia, { kind: 'outputs' }> = {
  kind: 'outputs',
  outputs: {
    host: '127.0.0.1',
    rtspPort: 0,
    rtspsPort: 0,
    udpPorts: 'any',
    hasMetadataTrack: false,
    authentication: 'always',
  },
};

const skip = missingCodecs();

/** A media process without a station, which the test plays. */
class ForkedMedia implements AsyncDisposable {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown[]>;
  readonly #told = new EventEmitter();
  /** In order, also those that come in one piece before they are read. */
  readonly #messages = on(this.#told, 'message');
  readonly #pipe: MessagePipe;

  /** @param prelude runs in it before everything else */
  constructor(prelude = '') {
    const argv = ['--import', `data:text/javascript,${encodeURIComponent(prelude)}`, ENTRY];
    this.child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    this.ended = once(this.child, 'exit');
    this.#pipe = new MessagePipe(this.child.stdio[PIPE_FD] as Duplex, {
      onMessage: (value) => this.#told.emit('message', value),
      onBroken: (reason) => assert.fail(reason),
    });
  }

  send(message: unknown): void {
    this.#pipe.send(message);
  }

  /** The station's end of the pipe closes, as when the station is gone. */
  disconnect(): void {
    (this.child.stdio[PIPE_FD] as Duplex).destroy();
  }

  /** The next message that is no trouble. */
  async next(): Promise<FromMedia> {
    for (;;) {
      const message = await this.#read();
      if (message !== undefined && message.kind !== 'trouble') return message;
    }
  }

  /** The answer to a request, which is made again while a thread still starts: on a busy machine that takes longer than a client waits. */
  async answerTo(request: ToMedia): Promise<FromMedia> {
    for (;;) {
      this.send(request);
      const answer = await this.next();
      if (answer.kind !== 'pictureFailed' || !/ did not come within /.test(answer.reason)) return answer;
    }
  }

  /** The reasons of the next so many messages that are trouble. */
  async troubles(count: number): Promise<readonly string[]> {
    const reasons: string[] = [];
    while (reasons.length < count) {
      const message = await this.#read();
      if (message?.kind === 'trouble') reasons.push(message.reason);
    }
    return reasons;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  async #read(): Promise<FromMedia | undefined> {
    const { value } = await this.#messages.next();
    return fromMedia(value?.[0]);
  }
}

describe('the media process', () => {
  it('answers that it is ready, or that it cannot work here, and ends when it is told to', async () => {
    await using media = new ForkedMedia();
    media.send(OUTPUTS);
    assert.match((await media.next()).kind, /^(ready|unavailable)$/);
    media.send({ kind: 'stop' });
    assert.deepEqual(await media.ended, [0, null]);
  });

  it('shows the certificate that came while its ports were not open yet', { skip }, async () => {
    await using media = new ForkedMedia();
    const [former, pair] = [selfSignedPair(), selfSignedPair()];
    media.send({ ...OUTPUTS, outputs: { ...OUTPUTS.outputs, tls: former } });
    media.send({ kind: 'tls', tls: pair });
    const ready = await media.next();
    assert.ok(ready.kind === 'ready');
    // Earlier messages have been processed when this is answered.
    media.send({ kind: 'ping' });
    assert.equal((await media.next()).kind, 'pong');
    const socket = connect({ host: '127.0.0.1', port: ready.ports.rtspsPort, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    assert.equal(socket.getPeerX509Certificate()?.toString().trim(), pair.cert.trim());
    socket.destroy();
  });

  it('answers a request for a picture by its id', { skip }, async () => {
    await using media = new ForkedMedia();
    media.send(OUTPUTS);
    assert.equal((await media.next()).kind, 'ready');
    const streams = [{ id: 'thermal', isUp: true, controls: { zoom: 1, palette: 'WhiteHot' }, masks: [] }];
    media.send({ kind: 'streams', state: { cameraModel: 'Camera 1st Generation', seed: 1, streams } });
    const view = { streamId: 'thermal', scene: SCENE };
    const taken = await media.answerTo({ kind: 'snapshot', id: 20, ...view });
    assert.ok(taken.kind === 'snapshot', taken.kind);
    assert.equal(taken.id, 20);
    assert.equal(taken.counts, undefined);
    const radiometric = await media.answerTo({ kind: 'snapshot', id: 21, ...view, isRadiometric: true });
    assert.ok(radiometric.kind === 'snapshot', radiometric.kind);
    assert.deepEqual([radiometric.id, radiometric.counts?.length], [21, 2 * 320 * 240]);
    const small = await media.answerTo({ kind: 'thumbnail', id: 30, jpeg: taken.jpeg });
    assert.ok(small.kind === 'thumbnail', small.kind);
    assert.equal(small.id, 30);
    const box = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 };
    const measured = await media.answerTo({ kind: 'measure', id: 40, ...view, box });
    assert.ok(measured.kind === 'measured', measured.kind);
    assert.equal(measured.id, 40);
  });

  it('measures the silence of a camera by the monotonic clock, whatever becomes of that of the system', async () => {
    await using media = new ForkedMedia(`
      const now = performance.now.bind(performance);
      performance.now = () => now() * 100;
      Date.now = () => 0;`);
    media.send(OUTPUTS);
    await media.next();
    const tracks = [{ streamId: 'zoom', fileId: 'main.mp4' }];
    using folder = new TestFolder();
    media.send({ kind: 'record', order: { act: 'start', recordingId: 'one', folder: folder.path, tracks } });
    const reason = 'no picture has come for 30 s';
    assert.deepEqual(await media.next(), {
      kind: 'recorder',
      report: { what: 'ended', recordingId: 'one', end: 'no_pictures', reason },
    });
  });

  it('disconnects a viewer whose permission ends in the moment in which it comes', { skip }, async (t) => {
    const told = new EventEmitter();
    const media = new MediaProcess({ send: (message) => told.emit(message.kind, message), listen: () => {} });
    t.after(() => media.stop());
    const [[ready]] = await Promise.all([once(told, 'ready'), media.receive(OUTPUTS)]);
    const streams = [{ id: 'thermal', isUp: true, controls: { zoom: 1, palette: 'WhiteHot' }, masks: [] }] as const;
    await media.receive({ kind: 'streams', state: { cameraModel: 'Camera 1st Generation', seed: 1, streams } });
    const viewer = await RawViewer.open(ready.ports.rtspPort);
    const asked = once(told, 'authorizeViewer');
    const answered = assert.rejects(viewer.ask('DESCRIBE', '/thermal?ticket=abc'), /the connection was closed/);
    const [{ id }] = await asked;
    void media.receive({ kind: 'allowed', id, answer: { kind: 'allowed', viewerId: 'ops' } });
    void media.receive({ kind: 'endViewer', viewerId: 'ops' });
    await answered;
  });

  it('ends when the station that started it is gone', async () => {
    await using media = new ForkedMedia();
    media.send(OUTPUTS);
    await media.next();
    media.disconnect();
    assert.deepEqual(await media.ended, [0, null]);
  });

  it('leaves its end to the station when a terminal or a service manager asks for it', async () => {
    await using media = new ForkedMedia();
    media.send(OUTPUTS);
    await media.next();
    media.child.kill('SIGINT');
    media.child.kill('SIGTERM');
    media.send({ kind: 'ping' });
    assert.equal((await media.next()).kind, 'pong');
  });

  it('does not mind messages that are none, and says which they were', async () => {
    await using media = new ForkedMedia();
    const refused = media.troubles(3);
    for (const message of ['x', { kind: 'toString' }, { kind: 'streams', state: { cameraModel: 'none' } }])
      media.send(message);
    const told = 'a message of the station has another form:';
    assert.deepEqual(await refused, [`${told} string`, `${told} toString`, `${told} streams`]);
    media.send({ kind: 'ping' });
    const pong = await media.next();
    assert.ok(pong.kind === 'pong' && pong.memory.residentBytes > 10_000_000);
    assert.deepEqual(pong.sources, []);
  });
});
