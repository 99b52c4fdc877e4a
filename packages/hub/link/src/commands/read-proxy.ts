import { ANSWER_HEADERS } from '@kitestring/hub-contract/answer-headers.ts';
import {
  CHUNK_HEADERS,
  type CommandReply,
  FLOW_END,
  type HubScope,
  ProxiedRead,
  READ_TYPE,
} from '@kitestring/hub-contract/command.ts';
import type { HubKey } from '@kitestring/hub-contract/hub-key.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { readMessage } from '@kitestring/hub-contract/read-message.ts';
import type { UplinkPace } from '../transport/uplink-pace.ts';
import { AnswerChunks } from './answer-chunks.ts';
import { scopesWithin } from './command-executor.ts';
import { type Bound, type judgeOrder, refused } from './judge-order.ts';
import type { StationApi } from './station-api.ts';
import { verifiedOrder } from './verified-order.ts';

/** Sends one chunk of an answer. Must not throw when the link has ended. */
type SendChunk = (bytes: Uint8Array, headers: Readonly<Record<string, string>>) => void;

/** Where the chunks of an answer are sent. */
interface AnswerWay {
  readonly send: SendChunk;
  readonly pace: Pick<UplinkPace, 'chunkBytes' | 'send'>;
}

interface ReadProxyDeps {
  readonly judge: (bound: Bound) => ReturnType<typeof judgeOrder>;
  readonly access: HubScope;
  readonly api: StationApi;
}

/** The broker accepts answers to a request for 30 s. */
const WHOLE_TIMEOUT_MS = 28_000;
const READING_MAX = 16;

/** Answers reads of the published API that the hub requests for a person. Answers are sent in chunks, at the pace of link and hub. */
export class ReadProxy {
  readonly #deps: ReadProxyDeps;
  /** Credit by id of the request. */
  readonly #flows = new Map<string, Flow>();

  constructor(deps: ReadProxyDeps) {
    this.#deps = deps;
  }

  /** Never rejects; an error is sent as a chunk. */
  async answer(bytes: Uint8Array, keys: readonly HubKey[], way: AnswerWay): Promise<void> {
    const read = this.#read(bytes, keys);
    if ('error' in read) return sendError(way.send, read);
    const { id } = read;
    const flow = new Flow(WHOLE_TIMEOUT_MS);
    this.#flows.set(id, flow);
    try {
      await this.#stream(read, flow, way);
    } catch (fault) {
      const reason = fault instanceof Error ? fault.message : String(fault);
      sendError(way.send, refused(id, 'OUTCOME_LOST', `the answer was broken off: ${reason}`));
    } finally {
      this.#flows.delete(id);
    }
  }

  /** The hub has received chunks of an answer, or its reader has disconnected. */
  credit(id: string, text: string): void {
    const flow = this.#flows.get(id);
    if (text === FLOW_END) flow?.end();
    else if (/^\d{1,3}$/.test(text)) flow?.add(Number(text));
  }

  /** The link has ended: unfinished answers cannot continue. */
  endAll(): void {
    for (const flow of this.#flows.values()) flow.end();
  }

  #read(bytes: Uint8Array, keys: readonly HubKey[]): ProxiedRead | Extract<CommandReply, { error: unknown }> {
    const payload = verifiedOrder(bytes, READ_TYPE, keys);
    if (payload === undefined)
      return { v: 1, error: 'BAD_SIGNATURE', message: 'no pinned key of the hub has signed this' };
    const read = readMessage(ProxiedRead, payload, LIMITS.commandBytes);
    if (!read.ok) return { v: 1, error: 'MALFORMED_COMMAND', message: read.message };
    const { id, path } = read.value;
    if (hasDots(path)) return refused(id, 'MALFORMED_COMMAND', 'path must have no dots between slashes');
    const decoded = decodedPath(path);
    if (decoded === undefined) return refused(id, 'MALFORMED_COMMAND', 'path is not percent-encoded correctly');
    if (decoded.startsWith('/api/v1/auth/')) {
      return refused(id, 'OPERATION_NOT_OFFERED', 'tokens of the station cannot be read through a hub');
    }
    if (this.#flows.has(id)) return refused(id, 'STATION_BUSY', 'this read is being answered');
    if (this.#flows.size >= READING_MAX) return refused(id, 'STATION_BUSY', `at most ${READING_MAX} reads at a time`);
    return this.#deps.judge(read.value) ?? read.value;
  }

  async #stream(read: ProxiedRead, flow: Flow, { pace, send }: AnswerWay): Promise<void> {
    const { id, method = 'GET', path, person, scopes } = read;
    const granted = scopesWithin(this.#deps.access).filter((scope) => scopes.includes(scope));
    const request = { person, scopes: granted, method, path, headers: requestHeaders(read), signal: flow.signal };
    const { body, headers: own, session, status } = await this.#deps.api.request(request);
    const shown = Object.fromEntries(Object.entries(own).filter(([name]) => ANSWER_HEADERS.has(name)));
    const first = {
      [CHUNK_HEADERS.status]: String(status),
      [CHUNK_HEADERS.headers]: JSON.stringify(shown),
      ...(session !== undefined && { [CHUNK_HEADERS.session]: asciiJson(session) }),
    };
    await using chunks = new AnswerChunks(body);
    for (let seq = 0, isLast = false; !isLast; seq += 1) {
      await flow.take();
      const chunk = await chunks.next(Math.max(pace.chunkBytes, leastBytes(seq)));
      const { bytes } = chunk;
      isLast = chunk.isLast;
      const headers = {
        [CHUNK_HEADERS.seq]: String(seq),
        ...(seq === 0 && first),
        ...(isLast ? { [CHUNK_HEADERS.end]: '1' } : seq === 0 && { [CHUNK_HEADERS.flow]: id }),
      };
      await pace.send(bytes.length, () => send(bytes, headers), flow.signal);
    }
  }
}

/** Chunks after which they become longer: an answer of 64 MiB must need fewer than the thousand messages that the broker allows. */
const CHUNKS_OF_A_LENGTH = 128;

const leastBytes = (seq: number): number =>
  Math.min(LIMITS.chunkBytes, LIMITS.chunkBytesMin * 2 ** Math.floor(seq / CHUNKS_OF_A_LENGTH));

/** Chunks that may still be sent. */
class Flow {
  readonly signal: AbortSignal;
  readonly #gone = new AbortController();
  #credit: number = LIMITS.chunksInFlight;
  #wake: () => void = () => {};

  constructor(timeoutMs: number) {
    this.signal = AbortSignal.any([this.#gone.signal, AbortSignal.timeout(timeoutMs)]);
    this.signal.addEventListener('abort', () => this.#wake());
  }

  end(): void {
    this.#gone.abort(new Error('its reader has gone'));
  }

  add(count: number): void {
    this.#credit = Math.min(LIMITS.chunksInFlight, this.#credit + count);
    this.#wake();
  }

  async take(): Promise<void> {
    while (this.#credit === 0) {
      this.signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.signal.throwIfAborted();
    this.#credit -= 1;
  }
}

/** Headers of a message have one byte per character. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const requestHeaders = ({
  accept,
  ifModifiedSince,
  ifNoneMatch,
  ifRange,
  range,
  trace,
}: ProxiedRead): Record<string, string> => ({
  ...(accept !== undefined && { accept }),
  ...(ifModifiedSince !== undefined && { 'if-modified-since': ifModifiedSince }),
  ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
  ...(ifRange !== undefined && { 'if-range': ifRange }),
  ...(range !== undefined && { range }),
  ...(trace !== undefined && { traceparent: trace }),
});

/** `..` in any spelling: a path must stay below the published API. */
const hasDots = (path: string): boolean => /(?:\/|%2f|\\|%5c)(?:\.|%2e){1,2}(?:[/?\\]|%2f|%5c|$)/i.test(path);

/** Without the query; undefined for invalid encoding. */
function decodedPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path.split('?')[0] ?? '');
  } catch {
    return undefined;
  }
}

function sendError(send: SendChunk, reply: CommandReply): void {
  const code = 'error' in reply ? reply.error : '';
  const headers = { [CHUNK_HEADERS.seq]: '0', [CHUNK_HEADERS.error]: code, [CHUNK_HEADERS.end]: '1' };
  send(Buffer.from(JSON.stringify(reply)), headers);
}
