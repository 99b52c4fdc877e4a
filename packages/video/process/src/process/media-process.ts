import { dirname } from 'node:path';
import type { RecorderOrder } from '@kitestring/station-contract/recordings/recorder-messages.ts';
import { BrowserOutput } from '../browser/browser-output.ts';
import { areNativeCodecsInstalled, codecsAbsence, loadNativeCodecs } from '../encode/native-codecs.ts';
import { StreamMetadata } from '../klv/stream-metadata.ts';
import { telemetryText } from '../klv/telemetry-text.ts';
import { Recorder } from '../record/recorder.ts';
import { WriterLock } from '../record/writer-lock.ts';
import type { AuthorizeRequest, AuthorizeResponse } from '../rtsp/ports.ts';
import { type RtspOutput, startRtspOutput } from '../rtsp/rtsp-output.ts';
import { StreamDocuments } from '../rtsp/stream-documents.ts';
import { threadsEnded } from '../source/end-thread.ts';
import { readScene } from '../source/scene-numbers.ts';
import { SourcePool } from '../source/source-pool.ts';
import { TsOutput } from '../ts/ts-output.ts';
import { LogLines } from './log-lines.ts';
import type { MetadataFeed } from './metadata-messages.ts';
import { processMemory } from './output-report.ts';
import { PictureReports } from './picture-reports.ts';
import type { FromMedia, LogLine, OutputSettings, ToMedia } from './protocol.ts';
import type { StationPipe } from './station-pipe.ts';

const GOVERN_EVERY_MS = 1000;
/** Timeout of the station's access decision: a busy machine answers late. */
const ANSWER_MS = 10_000;
/** Interval of retries for a port that could not be opened. */
const RETRY_MS = 5000;
/** Maximum number of pending access requests. */
const MOST_REQUESTS = 256;

type PictureRequest = Extract<ToMedia, { kind: 'snapshot' | 'measure' | 'thumbnail' }>;

/** Components of the media process: sources, outputs, and the station's orders. */
export class MediaProcess {
  readonly #link: StationPipe;
  readonly #pool: SourcePool;
  readonly #recorder: Recorder;
  readonly #transportStream: TsOutput;
  readonly #browser: BrowserOutput;
  readonly #requests = new Map<number, (answer: AuthorizeResponse) => void>();
  readonly #governing: NodeJS.Timeout;
  readonly #log: LogLines;
  #rtsp: RtspOutput | undefined;
  readonly #metadata = new StreamMetadata(() => performance.now());
  readonly #documents = new StreamDocuments((wanted) => this.#link.send({ kind: 'documentsWanted', ...wanted }));
  #nextQuestion = 1;
  #isStopping = false;
  /** Newer than that of the settings; an output may open its port later. */
  #tls: OutputSettings['tls'];
  /** Set before or after the outputs have opened. */
  #multicast: Pick<Extract<ToMedia, { kind: 'multicast' }>, 'streams' | 'groups'> = { streams: [], groups: [] };
  /** From the first recording to the end of the process. */
  #writer: WriterLock | undefined;

  constructor(link: StationPipe) {
    this.#link = link;
    this.#log = new LogLines(
      (line) => link.send({ kind: 'log', line }),
      () => performance.now(),
    );
    const onTrouble = (reason: string) => link.send({ kind: 'trouble', reason });
    const pictures = new PictureReports(
      (streamId, state) => link.send({ kind: 'picture', streamId, state }),
      () => performance.now(),
    );
    this.#pool = new SourcePool({
      onDemand: (streamIds) => link.send({ kind: 'demand', streamIds }),
      onPicture: (streamId, state) => pictures.accept(streamId, state),
      onTruth: (streamId, truth) => link.send({ kind: 'truth', streamId, truth }),
      onCamera: (streamId, state) => link.send({ kind: 'camera', streamId, state }),
      onTrouble,
    });
    this.#recorder = new Recorder({
      directory: this.#pool,
      report: (report) => link.send({ kind: 'recorder', report }),
      nowMs: () => performance.now(),
      textAt: (streamId, unit) => {
        const values = this.#metadata.valuesAt(streamId, unit);
        return values && telemetryText(values, this.#pool.maskCount(streamId));
      },
    });
    this.#transportStream = new TsOutput({ directory: this.#pool, metadata: this.#metadata, onTrouble });
    this.#browser = new BrowserOutput({
      directory: this.#pool,
      report: (report) => link.send({ kind: 'browser', report }),
      onTrouble,
    });
    this.#governing = setInterval(() => this.#pool.govern(), GOVERN_EVERY_MS).unref();
  }

  async receive(message: ToMedia): Promise<void> {
    switch (message.kind) {
      case 'outputs':
        return this.#open(message.outputs);
      case 'streams':
        return this.#pool.configure(message.state);
      case 'warmUp':
        return this.#pool.warmUp(message.streamIds);
      case 'scene':
        return this.#pool.setScene(readScene(message.numbers));
      case 'texts':
        return this.#pool.setTexts(message.texts);
      case 'snapshot':
      case 'measure':
      case 'thumbnail':
        return this.#picture(message);
      case 'allowed':
        return this.#requests.get(message.id)?.(message.answer);
      case 'endViewer':
        // A permission received at the same moment takes effect first.
        await new Promise(setImmediate);
        this.#browser.endViewer(message.viewerId);
        this.#rtsp?.server.endViewer(message.viewerId);
        return;
      case 'keyFrame':
        return this.#pool.find(message.streamId)?.requestKeyFrame();
      case 'tls':
        this.#tls = message.tls;
        this.#rtsp?.server.renewTls(message.tls);
        return;
      case 'metadata':
        return this.#follow(message.feed);
      case 'document':
        return this.#documents.add(message.streamId, message.document);
      case 'multicast':
        this.#multicast = message;
        return this.#rtsp?.server.setStanding(message.streams, message.groups);
      case 'truth':
        return this.#pool.setTruth(message.wishes);
      case 'browser':
        return this.#browser.handle(message.order);
      case 'record':
        return this.#record(message.order);
      case 'ping':
        return this.#pong();
      case 'stop':
        return this.stop();
    }
  }

  /** Ends outputs before sources, so that files in progress are completed. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#governing);
    this.#browser.stop();
    await Promise.allSettled([this.#recorder.stop(), this.#transportStream.stop()]);
    await this.#rtsp?.server[Symbol.asyncDispose]();
    this.#pool.end();
    await threadsEnded();
  }

  #follow({ streamId, target, values }: MetadataFeed): void {
    this.#metadata.update(streamId, values);
    if (target !== undefined) this.#transportStream.update({ streamId, target });
  }

  #record(order: RecorderOrder): void {
    const { act, recordingId } = order;
    if (act === 'stop' || this.#mayWrite(dirname(order.folder))) {
      this.#recorder.handle(order);
      return;
    }
    const reason = 'another process completes the recordings in this folder';
    this.#link.send({ kind: 'recorder', report: { what: 'ended', recordingId, end: 'write_error', reason } });
  }

  #mayWrite(folder: string): boolean {
    try {
      this.#writer ??= WriterLock.take(folder);
      return this.#writer !== undefined;
    } catch {
      // The recorder meets the same fault of the disk, and reports it.
      return true;
    }
  }

  #pong(): void {
    const outputs = [...(this.#rtsp === undefined ? [] : [this.#rtsp.server.report]), this.#browser.report()];
    this.#link.send({ kind: 'pong', sources: this.#pool.reports(), outputs, memory: processMemory() });
  }

  async #open(settings: OutputSettings): Promise<void> {
    try {
      // Only checks their presence: loaded, they take 50 MB, and only the threads use them.
      if (!areNativeCodecsInstalled()) await loadNativeCodecs();
    } catch (fault) {
      this.#link.send({ kind: 'unavailable', reason: codecsAbsence(fault) });
      return;
    }
    this.#browser.configure(settings.webRtcPorts ?? 'any');
    await this.#serve(settings);
  }

  /** Retries a port in use by another program; everything else works in the meantime. */
  async #serve(settings: OutputSettings): Promise<void> {
    const onTrouble = (reason: string) => this.#link.send({ kind: 'trouble', reason });
    try {
      const authorize = (request: AuthorizeRequest) => this.#authorizeViewer(request);
      const onLog = (line: LogLine) => this.#log.say(line);
      const content = { directory: this.#pool, metadata: this.#metadata, documents: this.#documents };
      const output = await startRtspOutput({ ...content, settings, authorize, onTrouble, onLog });
      if (this.#isStopping) return output.server[Symbol.asyncDispose]();
      if (this.#tls !== undefined) output.server.renewTls(this.#tls);
      output.server.setStanding(this.#multicast.streams, this.#multicast.groups);
      this.#rtsp = output;
    } catch (fault) {
      onTrouble(`${fault instanceof Error ? fault.message : fault}; tried again every ${RETRY_MS / 1000} s`);
      setTimeout(() => void this.#serve(settings), RETRY_MS).unref();
    }
    this.#link.send({ kind: 'ready', ports: this.#rtsp?.ports ?? {} });
  }

  async #picture(request: PictureRequest): Promise<void> {
    try {
      this.#link.send(await this.#taken(request));
    } catch (fault) {
      const reason = fault instanceof Error ? fault.message : String(fault);
      this.#link.send({ kind: 'pictureFailed', id: request.id, reason });
    }
  }

  /** @throws when it is not there in time */
  async #taken(request: PictureRequest): Promise<FromMedia> {
    const { id, kind } = request;
    if (kind === 'thumbnail') return { kind, id, jpeg: await this.#pool.thumbnail(request.jpeg) };
    const { streamId } = request;
    if (kind === 'snapshot') {
      const { counts, jpeg, state } = await this.#pool.snapshot(streamId, request.scene, request.isRadiometric);
      return { kind, id, jpeg, state, ...(counts !== undefined && { counts }) };
    }
    return { kind: 'measured', id, temperatures: await this.#pool.measure(streamId, request.scene, request.box) };
  }

  /** Only the station knows the permissions. Without an answer in time access is refused. */
  async #authorizeViewer(request: AuthorizeRequest): Promise<AuthorizeResponse> {
    if (this.#requests.size >= MOST_REQUESTS) return { kind: 'later', waitS: 1 };
    const id = this.#nextQuestion++;
    const { promise, resolve } = Promise.withResolvers<AuthorizeResponse>();
    const timer = setTimeout(() => resolve({ kind: 'later', waitS: 1 }), ANSWER_MS);
    this.#requests.set(id, resolve);
    this.#link.send({ kind: 'authorizeViewer', id, request });
    const answer = await promise;
    clearTimeout(timer);
    this.#requests.delete(id);
    return answer;
  }
}
