import { createHash, hash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@kitestring/base/fault.ts';
import type { Log } from '@kitestring/base/log.ts';
import type { HubScope } from '@kitestring/hub-contract/command.ts';
import type { HubKey } from '@kitestring/hub-contract/hub-key.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { messageBytes, readMessage } from '@kitestring/hub-contract/read-message.ts';
import {
  TicketReply,
  TicketRequest,
  UPLOAD_TYPE,
  UploadedReply,
  UploadedRequest,
  type UploadFile,
  type UploadKind,
  UploadOrder,
  type UploadReply,
} from '@kitestring/hub-contract/upload.ts';
import { type StationWait, waitText } from '@kitestring/hub-contract/upload-wait.ts';
import { scopesWithin } from '../commands/command-executor.ts';
import { type Bound, type judgeOrder, refused } from '../commands/judge-order.ts';
import type { StationApi } from '../commands/station-api.ts';
import { verifiedOrder } from '../commands/verified-order.ts';
import type { UploadPace } from '../transport/upload-pace.ts';
import { checkedTicket } from './checked-ticket.ts';
import { sendPart } from './send-part.ts';

interface UploadExecutorDeps {
  readonly judge: (bound: Bound) => ReturnType<typeof judgeOrder>;
  readonly access: HubScope;
  /** Why this kind must not be uploaded without an order of a person; undefined when it may. */
  readonly closed: (kind: UploadKind) => StationWait | undefined;
  readonly api: StationApi;
  /** Sends a request to the hub; rejects while it does not answer. */
  readonly ask: (name: 'ticket' | 'uploaded', message: Uint8Array, timeoutMs: number) => Promise<Uint8Array>;
  /** Certificates for this address; undefined: the public authorities. */
  readonly caFor: (url: string) => string | undefined;
  /** Waits between attempts, doubled from the first to the longest. Absent: 1 s to 30 s. */
  readonly backoffMs?: { readonly first: number; readonly most: number };
  /** Pace on the uplink. */
  readonly pace: Pick<UploadPace, 'send'>;
  readonly log: Log;
}

const ASK_TIMEOUT_MS = 10_000;
/** The hub reads everything back before it answers. */
const UPLOADED_TIMEOUT_MS = 300_000;
/** Reading a long recording takes minutes, or hours on a slow disk; but some bytes arrive within this time. */
const READ_STALLED_MS = 60_000;
/** The hub waits 5 s for the answer to an order. */
const LOOK_TIMEOUT_MS = 3000;
const BACKOFF_MS = { first: 1000, most: 30_000 };

/** Insufficient Storage (RFC 4918). */
const HTTP_FULL = 507;

/** Name of a flight log in the store of the hub. */
const LOG_FILE = 'flight.mcap';

interface PartToSend {
  readonly file: UploadFile;
  readonly number: number;
  readonly first: number;
  readonly bytes: number;
}

/** The previous part, which is sent while the next one is read. */
interface PartBefore {
  /** Resolves when all of it is sent. */
  readonly sent: Promise<void>;
  /** Resolves when the store has answered. */
  readonly ended: Promise<void>;
}

/** One is being sent while the next one is read. */
const PARTS_AT_ONCE = 2;

interface SentPart {
  readonly running: RunningUpload;
  readonly part: PartToSend;
  readonly before: PartBefore;
  readonly signal: AbortSignal;
  readonly onSent: () => void;
}

/** There is nothing to send: the recording was deleted. */
class NothingToSendFault extends Fault {}

/** The hub no longer requests the upload. */
class UploadEndedFault extends Fault {}

/** It will be tried again; the cause is known. */
class UploadWaitsFault extends Fault {
  readonly wait: StationWait;

  constructor(wait: StationWait) {
    super(waitText(wait));
    this.wait = wait;
  }
}

interface RunningUpload {
  readonly order: UploadOrder;
  /** Keys of the hub, as pinned at the latest repetition of the order. */
  keys: readonly HubKey[];
  readonly cut: AbortController;
  ended: Promise<void>;
  /** Why nothing is sent now. */
  wait: StationWait | undefined;
}

/**
 * Uploads recordings to the object store of the hub, one after the other, and only missing parts: after an interruption
 * it continues with the next part.
 */
export class UploadExecutor {
  readonly #deps: UploadExecutorDeps;
  readonly #stop = new AbortController();
  #running: RunningUpload | undefined;

  constructor(deps: UploadExecutorDeps) {
    this.#deps = deps;
  }

  /** Starts an upload, which continues in the background. A repeated order returns its status. */
  async execute(bytes: Uint8Array, keys: readonly HubKey[]): Promise<UploadReply> {
    const payload = verifiedOrder(bytes, UPLOAD_TYPE, keys);
    if (payload === undefined)
      return { v: 1, error: 'BAD_SIGNATURE', message: 'no pinned key of the hub has signed this' };
    const read = readMessage(UploadOrder, payload, LIMITS.commandBytes);
    if (!read.ok) return { v: 1, error: 'MALFORMED_COMMAND', message: read.message };
    const order = read.value;
    const fault = this.#deps.judge(order);
    if (fault !== undefined) return fault;
    if (!order.scopes.includes('read')) return refused(order.id, 'SCOPE_NOT_GRANTED', 'an upload needs the scope read');
    const closed = this.#closed(order);
    if (closed !== undefined) return putOff(order, closed);
    // An upload does not wait for the end of its recording.
    if (this.#running?.order.upload !== order.upload && (await this.#isGrowing(order)))
      return putOff(order, { for: 'recording' });
    const running = this.#running;
    if (running !== undefined && running.order.upload !== order.upload) {
      // Orders of people have priority. Parts that were stored stay.
      if (running.order.automatic === true && order.automatic !== true) running.cut.abort();
      return putOff(order, { for: 'queue' });
    }
    if (running !== undefined) running.keys = keys;
    const { wait } = running ?? this.#begin(order, keys);
    return { v: 1, id: order.id, status: 202, ...(wait !== undefined && { wait }) };
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running?.ended;
  }

  #begin(order: UploadOrder, keys: readonly HubKey[]): RunningUpload {
    const cut = new AbortController();
    const upload: RunningUpload = { order, keys, cut, ended: Promise.resolve(), wait: undefined };
    this.#running = upload;
    upload.ended = this.#upload(upload, AbortSignal.any([this.#stop.signal, cut.signal]));
    return upload;
  }

  #closed({ automatic = false, kind = 'recording' }: UploadOrder): StationWait | undefined {
    return automatic ? this.#deps.closed(kind) : undefined;
  }

  async #upload(running: RunningUpload, signal: AbortSignal): Promise<void> {
    const { backoffMs = BACKOFF_MS, log } = this.#deps;
    const { order } = running;
    let waitMs = backoffMs.first;
    while (!signal.aborted) {
      try {
        if (await this.#attempt(running, signal)) break;
        waitMs = backoffMs.first;
      } catch (fault) {
        if (signal.aborted) break;
        if (fault instanceof UploadEndedFault) {
          log.info({ upload: order.upload, reason: fault.message }, 'an upload has ended');
          break;
        }
        if (fault instanceof UploadWaitsFault && fault.wait.for === 'recording') break;
        running.wait = fault instanceof UploadWaitsFault ? fault.wait : { for: 'line', detail: detail(fault) };
        log.warn({ err: fault, upload: order.upload }, 'an upload is delayed; it will continue where it stopped');
      }
      await sleep(waitMs, undefined, { signal }).catch(() => {});
      waitMs = Math.min(2 * waitMs, backoffMs.most);
    }
    this.#running = undefined;
  }

  /** @returns whether everything is done */
  async #attempt(running: RunningUpload, signal: AbortSignal): Promise<boolean> {
    const { order } = running;
    try {
      return await this.#sendAll(running, await this.#files(order, signal), signal);
    } catch (fault) {
      if (!(fault instanceof NothingToSendFault)) throw fault;
      return this.#tellUploaded({ v: 1, upload: order.upload, failed: fault.message });
    }
  }

  /** @returns whether the hub has stored everything */
  async #sendAll(running: RunningUpload, files: readonly UploadFile[], signal: AbortSignal): Promise<boolean> {
    const { order } = running;
    const { upload } = order;
    const reply = await this.#ticket({ v: 1, upload, files: [...files] });
    if (!('files' in reply)) throw new Error('the hub has not said which parts it has');
    await this.#sendParts(running, missingParts(files, reply), signal);
    return this.#tellUploaded({ v: 1, upload });
  }

  /** One after the other, so that an interruption costs one of them. */
  async #sendParts(running: RunningUpload, parts: Iterable<PartToSend>, signal: AbortSignal): Promise<void> {
    const failed = new AbortController();
    const within = AbortSignal.any([signal, failed.signal]);
    let before: PartBefore = { sent: Promise.resolve(), ended: Promise.resolve() };
    const sendSome = async () => {
      for (const part of parts) {
        const [sent, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const own = { running, part, before, signal: within, onSent: sent.resolve };
        before = { sent: sent.promise, ended: ended.promise };
        try {
          await this.#sendPart(own);
        } catch (fault) {
          // The part before may still arrive.
          await own.before.ended;
          failed.abort(fault);
        } finally {
          sent.resolve();
          ended.resolve();
        }
        within.throwIfAborted();
      }
    };
    await Promise.allSettled(Array.from({ length: PARTS_AT_ONCE }, sendSome));
    within.throwIfAborted();
  }

  async #tellUploaded(request: UploadedRequest): Promise<boolean> {
    const message = messageBytes(UploadedRequest, request);
    const answer = readMessage(UploadedReply, await this.#deps.ask('uploaded', message, UPLOADED_TIMEOUT_MS));
    if (!answer.ok) throw new Error(`the hub's answer is none: ${answer.message}`);
    if ('over' in answer.value) throw new UploadEndedFault(answer.value.over);
    if ('wait' in answer.value) throw new UploadWaitsFault(answer.value.wait);
    return answer.value.stored;
  }

  /** Reads the part while the one before is sent, gets its ticket while the store checks that one, and then sends it. */
  async #sendPart({ before, onSent, part: { bytes, file, first, number }, running, signal }: SentPart): Promise<void> {
    const { order } = running;
    const { name } = file;
    const body =
      bytes === 0 ? Buffer.alloc(0) : await this.#read(order, signal, name, `bytes=${first}-${first + bytes - 1}`);
    if (body.length !== bytes) throw new Error(`${name} has changed while it was uploaded`);
    const part = { number, bytes, sha256: hash('sha256', body, 'base64') };
    await before.sent;
    signal.throwIfAborted();
    const closed = this.#closed(order);
    if (closed !== undefined) throw new UploadEndedFault(waitText(closed));
    const asked = { v: 1 as const, id: randomUUID(), upload: order.upload, file: name, part };
    const reply = await this.#ticket(asked);
    const ticket =
      'ticket' in reply ? checkedTicket(reply.ticket, { ...asked, sid: order.sid }, running.keys) : undefined;
    // Security: a compromised broker must not choose where a recording is sent.
    if (ticket === undefined) throw new Error(`the hub has not signed a ticket for part ${number} of ${name}`);
    await before.ended;
    signal.throwIfAborted();
    const { ca = this.#deps.caFor(ticket.url), headers, url } = ticket;
    const send: Parameters<typeof sendPart>[0]['send'] = (all, write, until) =>
      this.#deps.pace.send(all, write, order.kbps, until);
    running.wait = undefined;
    const status = await sendPart({ url, headers, body, ca, send, signal, onSent }).catch((fault: unknown) => {
      throw new UploadWaitsFault({ for: 'store', detail: detail(fault) });
    });
    if (status === HTTP_FULL) throw new UploadWaitsFault({ for: 'store_full' });
    if (status !== 200) {
      throw new UploadWaitsFault({ for: 'store', detail: `part ${number} of ${name} was answered ${status}` });
    }
  }

  async #ticket(request: TicketRequest): Promise<Exclude<TicketReply, { over: string } | { wait: StationWait }>> {
    const answer = await this.#deps.ask('ticket', messageBytes(TicketRequest, request), ASK_TIMEOUT_MS);
    const read = readMessage(TicketReply, answer, LIMITS.ticketBytes);
    if (!read.ok) throw new Error(`the hub's answer is none: ${read.message}`);
    if ('over' in read.value) throw new UploadEndedFault(read.value.over);
    if ('wait' in read.value) throw new UploadWaitsFault(read.value.wait);
    return read.value;
  }

  /** Files of the upload with their hashes. A recording in progress is delayed. */
  async #files(order: UploadOrder, signal: AbortSignal): Promise<readonly UploadFile[]> {
    const files: UploadFile[] = [];
    for (const name of await this.#names(order, signal)) {
      const sha256 = createHash('sha256');
      let bytes = 0;
      for await (const chunk of await this.#open(order, signal, name)) {
        sha256.update(chunk);
        bytes += chunk.length;
      }
      files.push({ name, bytes, sha256: sha256.digest('base64') });
    }
    if (files.length === 0) throw new NothingToSendFault('the recording has no films');
    return files;
  }

  /** A recording that cannot be read now is attempted anyway; the attempt reports the reason. */
  async #isGrowing(order: UploadOrder): Promise<boolean> {
    const within = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(LOOK_TIMEOUT_MS)]);
    return this.#names(order, within).then(
      () => false,
      (fault: unknown) => fault instanceof UploadWaitsFault && fault.wait.for === 'recording',
    );
  }

  async #names(order: UploadOrder, signal: AbortSignal): Promise<readonly string[]> {
    if (order.kind === 'flight_log') return [LOG_FILE];
    const { is_being_recorded: isGrowing, videos } = JSON.parse((await this.#read(order, signal)).toString()) as {
      is_being_recorded: boolean;
      videos: readonly { file_id: string }[];
    };
    if (isGrowing) throw new UploadWaitsFault({ for: 'recording' });
    return videos.map(({ file_id: name }) => name);
  }

  async #read(order: UploadOrder, signal: AbortSignal, file?: string, range?: string): Promise<Buffer> {
    return Buffer.concat(await Array.fromAsync(await this.#open(order, signal, file, range)));
  }

  async #open({ kind, person, recording, scopes }: UploadOrder, signal: AbortSignal, file?: string, range?: string) {
    const granted = scopesWithin(this.#deps.access).filter((scope) => scopes.includes(scope));
    const id = encodeURIComponent(recording);
    const film = `/api/v1/recordings/${id}${file === undefined ? '' : `/${file}`}`;
    const stalled = new AbortController();
    let stall: NodeJS.Timeout | undefined;
    const wait = () => {
      clearTimeout(stall);
      stall = setTimeout(() => stalled.abort(new Error('the station reads nothing')), READ_STALLED_MS).unref();
    };
    wait();
    const answer = await this.#deps.api.request({
      person,
      scopes: granted,
      method: 'GET',
      headers: range === undefined ? {} : { range },
      path: kind === 'flight_log' ? `/station/v1/flights/${id}/log` : film,
      signal: AbortSignal.any([signal, stalled.signal]),
    });
    const { status } = answer;
    const body = told(answer.body, wait);
    if (status === 200 || status === 206) return body;
    await Array.fromAsync(body);
    if (status === 404)
      throw new NothingToSendFault(`the station has no such ${kind === 'flight_log' ? 'flight log' : 'recording'}`);
    throw new UploadWaitsFault({
      for: 'station',
      detail: `the station has answered ${status} for ${file ?? recording}`,
    });
  }
}

/** The same bytes, with a callback before each chunk. */
async function* told(body: AsyncIterable<Uint8Array>, tell: () => void): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    tell();
    yield bytes;
  }
}

function* missingParts(
  files: readonly UploadFile[],
  { files: present, partBytes }: Extract<TicketReply, { files: unknown }>,
): Generator<PartToSend> {
  for (const [index, file] of files.entries()) {
    const isPresent = new Set(present[index]);
    const count = Math.max(1, Math.ceil(file.bytes / partBytes));
    for (let number = 1; number <= count; number += 1) {
      const first = (number - 1) * partBytes;
      if (!isPresent.has(number)) yield { file, number, first, bytes: Math.min(partBytes, file.bytes - first) };
    }
  }
}

const putOff = (order: UploadOrder, wait: StationWait): UploadReply => ({
  ...refused(order.id, 'STATION_BUSY', waitText(wait)),
  wait,
});

const detail = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault)).slice(0, 300);
