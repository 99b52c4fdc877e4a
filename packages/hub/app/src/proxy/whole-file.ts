import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '@kitestring/base/fault.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import type { AnswerBody } from './chunked-answer.ts';
import type { ReadAnswer, ReadOpener, ReadOrder, ReadOutcome } from './station-reads.ts';

/** Attempts to continue at the same byte, with increasing pauses. */
const ATTEMPTS_MAX = 4;
const PAUSE_MS = 500;

const ONE_RANGE = /^bytes=(\d{1,15})-(\d{0,15})$/;
const CONTENT_RANGE = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/;

/** The part of a file that a client gets. */
interface Part {
  readonly first: number;
  readonly last: number;
  readonly total: number;
}

/**
 * Reads a file in one answer, however long it is and however slow its reader: it uses as many reads of the station as
 * necessary, each continuing where the previous one ended. If the file changes meanwhile, the answer is aborted.
 */
export async function openWholeFile(
  reads: ReadOpener,
  order: ReadOrder,
  pause: (ms: number) => Promise<void> = wait,
): Promise<ReadOutcome> {
  const asked = order.range === undefined ? { first: 0, last: undefined } : oneRange(order.range);
  // Several ranges, or the last bytes of an unknown length: the station answers them.
  if (asked === undefined || order.method === 'HEAD') return reads.open(order);
  const { first, last = Number.MAX_SAFE_INTEGER } = asked;
  const opened = await reads.open({ ...order, range: range(first, last) });
  if (opened.kind !== 'answer') return opened;
  // An empty file has no range.
  if (opened.status === 416 && order.range === undefined) {
    opened.body.cancel();
    return reads.open(order);
  }
  const { etag } = opened.headers;
  const given = filePart(opened);
  if (given === undefined || etag === undefined) return opened;
  const part = opened.status === 200 ? given : { ...given, last: Math.min(last, given.total - 1) };
  const { ifModifiedSince: _since, ifNoneMatch: _known, ...unconditional } = order;
  const isWhole = opened.status === 200 || order.range === undefined;
  const { 'content-range': _, ...headers } = opened.headers;
  const length = { 'content-length': String(part.last - part.first + 1) };
  return {
    kind: 'answer',
    session: opened.session,
    body: new ResumedFile({ reads, pause, order: { ...unconditional, ifRange: etag } }, part, opened.body),
    ...(isWhole
      ? { status: 200, headers: { ...headers, ...length } }
      : { status: 206, headers: { ...headers, ...length, 'content-range': contentRange(part) } }),
  };
}

interface ResumedFileDeps {
  readonly reads: ReadOpener;
  readonly order: ReadOrder;
  readonly pause: (ms: number) => Promise<void>;
}

/** The bytes of a range, from as many answers as necessary. */
class ResumedFile implements AnswerBody {
  readonly #deps: ResumedFileDeps;
  readonly #last: number;
  #at: number;
  #body: AnswerBody | undefined;
  #isCancelled = false;

  /** @param body of the first answer */
  constructor(deps: ResumedFileDeps, { first, last }: Part, body: AnswerBody) {
    this.#deps = deps;
    this.#at = first;
    this.#last = last;
    this.#body = body;
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#body?.cancel();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let failures = 0;
    while (this.#at <= this.#last) {
      const before = this.#at;
      try {
        this.#body ??= await this.#next();
        for await (const chunk of this.#body) {
          this.#at += chunk.length;
          yield chunk;
        }
      } catch (fault) {
        if (this.#isCancelled || fault instanceof FileChangedFault) throw fault;
        failures = this.#at > before ? 1 : failures + 1;
        if (failures >= ATTEMPTS_MAX) throw fault;
        if (this.#at === before) await this.#deps.pause(PAUSE_MS * failures);
      }
      this.#body = undefined;
    }
  }

  async #next(): Promise<AnswerBody> {
    const order = { ...this.#deps.order, range: range(this.#at, this.#last) };
    const opened = await this.#deps.reads.open(order);
    if (opened.kind !== 'answer') throw new Error(`the station does not go on: ${opened.kind}`);
    const isSame = opened.status === 206 && opened.headers.etag === order.ifRange;
    if (isSame && filePart(opened)?.first === this.#at && !this.#isCancelled) return opened.body;
    opened.body.cancel();
    throw new FileChangedFault(this.#isCancelled ? 'it was cancelled' : 'the file has changed');
  }
}

/** The rest would belong to another file. */
class FileChangedFault extends Fault {}

function oneRange(text: string): { readonly first: number; readonly last: number | undefined } | undefined {
  const [, first, last] = ONE_RANGE.exec(text) ?? [];
  if (first === undefined) return undefined;
  return { first: Number(first), last: last === '' ? undefined : Number(last) };
}

/** A single read of the station returns at most this many bytes. */
const range = (first: number, last: number): string =>
  `bytes=${first}-${last < first ? last : Math.min(last, first + LIMITS.proxiedBytes - 1)}`;

/** The range of the file in an answer; undefined if it names none, or ranges are not supported. */
function filePart({ headers, status }: ReadAnswer): Part | undefined {
  if (status === 200) {
    const total = Number(headers['content-length']);
    const isRanged = headers['accept-ranges'] === 'bytes' && Number.isSafeInteger(total) && total > 0;
    return isRanged ? { first: 0, last: total - 1, total } : undefined;
  }
  const [first, last, total] =
    CONTENT_RANGE.exec(headers['content-range'] ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  return status !== 206 || first === undefined || last === undefined || total === undefined
    ? undefined
    : { first, last, total };
}

const contentRange = ({ first, last, total }: Part): string => `bytes ${first}-${last}/${total}`;
