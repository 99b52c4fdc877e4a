import {
  CHUNK_HEADERS,
  type CommandReply,
  type HubScope,
  ProxiedRead,
  READ_TYPE,
} from '@kitestring/hubcontract/command.ts';
import type { HubKey } from '@kitestring/hubcontract/hub-key.ts';
import { LIMITS } from '@kitestring/hubcontract/limits.ts';
import { readMessage } from '@kitestring/hubcontract/read-message.ts';
import { scopesWithin } from './command-executor.ts';
import { type Bound, type judgeOrder, refused } from './judge-order.ts';
import type { StationApi } from './station-api.ts';
import { verifiedOrder } from './verified-order.ts';

/** Sends one chunk of an answer. */
type SendChunk = (bytes: Uint8Array, headers: Readonly<Record<string, string>>) => void;

interface ReadProxyDeps {
  readonly judge: (bound: Bound) => ReturnType<typeof judgeOrder>;
  readonly access: HubScope;
  readonly api: StationApi;
}

/** The broker takes answers to a request for 30 s. */
const WHOLE_TIMEOUT_MS = 28_000;
const READING_MAX = 16;

/** Headers of an answer that a client needs of the station’s; the rest belongs to one connection. */
const PASSED_ON = new Set([
  ...['accept-ranges', 'cache-control', 'content-disposition', 'content-range', 'content-type', 'etag'],
  ...['last-modified', 'retry-after', 'x-request-id'],
]);

/** Answers reads of the published API that the hub asks for in the name of a person: in chunks, as fast as the hub takes them. */
export class ReadProxy {
  readonly #deps: ReadProxyDeps;
  /** Credit by id of the request. */
  readonly #flows = new Map<string, Flow>();

  constructor(deps: ReadProxyDeps) {
    this.#deps = deps;
  }

  /** Never rejects; an error is sent as a chunk. */
  async answer(bytes: Uint8Array, keys: readonly HubKey[], send: SendChunk): Promise<void> {
    const read = this.#read(bytes, keys);
    if ('error' in read) return sendError(send, read);
    const { id } = read;
    const flow = new Flow(AbortSignal.timeout(WHOLE_TIMEOUT_MS));
    this.#flows.set(id, flow);
    try {
      await this.#stream(read, flow, send);
    } catch (fault) {
      const reason = fault instanceof Error ? fault.message : String(fault);
      sendError(send, refused(id, 'OUTCOME_LOST', `the answer was broken off: ${reason}`));
    } finally {
      this.#flows.delete(id);
    }
  }

  /** The hub has taken chunks of an answer. */
  credit(id: string, text: string): void {
    const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
    this.#flows.get(id)?.add(count);
  }

  #read(bytes: Uint8Array, keys: readonly HubKey[]): ProxiedRead | Extract<CommandReply, { error: unknown }> {
    const payload = verifiedOrder(bytes, READ_TYPE, keys);
    if (payload === undefined)
      return { v: 1, error: 'BAD_SIGNATURE', message: 'no pinned key of the hub has signed this' };
    const read = readMessage(ProxiedRead, payload, LIMITS.commandBytes);
    if (!read.ok) return { v: 1, error: 'MALFORMED_COMMAND', message: read.message };
    const { id, path } = read.value;
    if (hasDots(path)) return refused(id, 'MALFORMED_COMMAND', 'path must have no dots between slashes');
    if (path.startsWith('/api/v1/auth/')) {
      return refused(id, 'OPERATION_NOT_OFFERED', 'tokens of the station cannot be read through a hub');
    }
    if (this.#flows.has(id)) return refused(id, 'STATION_BUSY', 'this read is being answered');
    if (this.#flows.size >= READING_MAX) return refused(id, 'STATION_BUSY', `at most ${READING_MAX} reads at a time`);
    return this.#deps.judge(read.value) ?? read.value;
  }

  async #stream({ accept, id, path, person, range, scopes }: ProxiedRead, flow: Flow, send: SendChunk): Promise<void> {
    const granted = scopesWithin(this.#deps.access).filter((scope) => scopes.includes(scope));
    const headers = { ...(range !== undefined && { range }), ...(accept !== undefined && { accept }) };
    const request = { person, scopes: granted, method: 'GET', path, headers, signal: flow.signal };
    const { body, headers: own, status } = await this.#deps.api.request(request);
    const shown = Object.fromEntries(Object.entries(own).filter(([name]) => PASSED_ON.has(name)));
    const first = { [CHUNK_HEADERS.status]: String(status), [CHUNK_HEADERS.headers]: JSON.stringify(shown) };
    let seq = 0;
    let waiting: Uint8Array | undefined;
    const sendNext = (bytes: Uint8Array, isLast: boolean) => {
      send(bytes, {
        [CHUNK_HEADERS.seq]: String(seq),
        ...(seq === 0 && first),
        ...(isLast ? { [CHUNK_HEADERS.end]: '1' } : seq === 0 && { [CHUNK_HEADERS.flow]: id }),
      });
      seq += 1;
    };
    // One behind, for only the end of the body tells which chunk is the last.
    for await (const chunk of chunksOf(body)) {
      if (waiting !== undefined) {
        await flow.take();
        sendNext(waiting, false);
      }
      waiting = chunk;
    }
    await flow.take();
    sendNext(waiting ?? new Uint8Array(), true);
  }
}

/** Chunks that may still be sent. */
class Flow {
  readonly signal: AbortSignal;
  #credit: number = LIMITS.chunksInFlight;
  #wake: () => void = () => {};

  constructor(signal: AbortSignal) {
    this.signal = signal;
    signal.addEventListener('abort', () => this.#wake());
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

async function* chunksOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let total = 0;
  for await (const part of body) {
    total += part.length;
    if (total > LIMITS.proxiedBytes) throw new Error(`over ${LIMITS.proxiedBytes} bytes; ask for ranges`);
    parts.push(part);
    length += part.length;
    if (length < LIMITS.chunkBytes) continue;
    const joined = Buffer.concat(parts);
    let at = 0;
    for (; joined.length - at >= LIMITS.chunkBytes; at += LIMITS.chunkBytes)
      yield joined.subarray(at, at + LIMITS.chunkBytes);
    parts = at === joined.length ? [] : [joined.subarray(at)];
    length = joined.length - at;
  }
  if (length > 0) yield Buffer.concat(parts);
}

/** `..` in any spelling: a path must stay below the published API. */
const hasDots = (path: string): boolean => /(?:\/|%2f|\\|%5c)(?:\.|%2e){1,2}(?:[/?\\]|%2f|%5c|$)/i.test(path);

function sendError(send: SendChunk, reply: CommandReply): void {
  const code = 'error' in reply ? reply.error : '';
  const headers = { [CHUNK_HEADERS.seq]: '0', [CHUNK_HEADERS.error]: code, [CHUNK_HEADERS.end]: '1' };
  send(Buffer.from(JSON.stringify(reply)), headers);
}
