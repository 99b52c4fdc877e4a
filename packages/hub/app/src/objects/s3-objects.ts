import { StoreFault } from '@kitestring/base/store-fault.ts';
import { type AwsCredentials, encoded, presigned } from './aws-signature.ts';
import {
  type NewPart,
  type ObjectRange,
  type Objects,
  type PartTicket,
  type StoredObject,
  type StoredPart,
  TICKET_MS,
} from './objects.ts';
import { fetchTrusting } from './s3-request.ts';

const PART_BYTES = 8 * 1024 ** 2;
/** Limit for a request of the hub: for objects until the headers, and then for each piece. */
const DEADLINE_MS = 20_000;
/** S3 may take minutes to combine a large object. */
const COMPLETE_DEADLINE_MS = 300_000;
const ANSWER_BYTES_MAX = 4 * 1024 ** 2;

interface S3Options {
  /** `https://s3.eu-central-1.amazonaws.com/`; the bucket follows in the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly credentials: AwsCredentials;
  /** Its certificate authority, PEM; undefined: the public ones. It is sent to stations with each ticket. */
  readonly ca?: string | undefined;
  readonly nowMs: () => number;
  /** 20 s when absent. */
  readonly deadlineMs?: number;
}

interface CallOptions {
  readonly method: string;
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly deadlineMs?: number;
  /** The body is read later, at the pace of its reader. */
  readonly isObject?: true;
}

/** Objects in a bucket of S3 or a compatible store. Clients send parts to it directly. */
export class S3Objects implements Objects {
  readonly partBytes = PART_BYTES;
  readonly text: string;
  readonly #options: S3Options;

  constructor(options: S3Options) {
    this.#options = options;
    this.text = `S3 bucket ${options.bucket} at ${new URL(options.endpoint).host}`;
  }

  async begin(key: string): Promise<string> {
    // With the algorithm S3 stores the hash of each part, and refuses a part without one.
    const headers = { 'x-amz-checksum-algorithm': 'SHA256' };
    const answer = await this.#text({ method: 'POST', key, query: { uploads: '' }, headers });
    const upload = elementText(answer, 'UploadId');
    if (upload === undefined) throw storeUnavailable(`${this.text}: no upload id in the answer`);
    return upload;
  }

  async parts(key: string, upload: string): Promise<readonly StoredPart[] | undefined> {
    return (await this.#listed(key, upload))?.map(({ bytes, number }) => ({ bytes, number }));
  }

  ticket(key: string, upload: string, { number, sha256 }: NewPart): PartTicket {
    const headers = { 'x-amz-checksum-sha256': sha256 };
    const query = { partNumber: String(number), uploadId: upload };
    const { ca, nowMs } = this.#options;
    const expiresMs = nowMs() + TICKET_MS;
    return {
      url: this.#url({ method: 'PUT', key, query, headers }, TICKET_MS / 1000),
      headers,
      expiresMs,
      ...(ca !== undefined && { ca }),
    };
  }

  async complete(key: string, upload: string, count: number): Promise<void> {
    const parts = (await this.#listed(key, upload)) ?? [];
    if (parts.length !== count || parts.some(({ number }, index) => number !== index + 1)) {
      throw storeUnavailable(`${this.text}: ${parts.length} of ${count} parts have arrived`);
    }
    const listed = parts.map(
      ({ etag, number, sha256 }) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag>${sha256 === undefined ? '' : `<ChecksumSHA256>${sha256}</ChecksumSHA256>`}</Part>`,
    );
    const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${listed.join('')}</CompleteMultipartUpload>`;
    const call = { method: 'POST', key, query: { uploadId: upload }, body, deadlineMs: COMPLETE_DEADLINE_MS };
    // S3 may answer 200 with an error in the body.
    const answer = await this.#text(call);
    if (answer.includes('<Error>'))
      throw storeUnavailable(`${this.text}: ${elementText(answer, 'Code') ?? 'an error'}`);
  }

  async abort(key: string, upload: string): Promise<void> {
    const response = await this.#call({ method: 'DELETE', key, query: { uploadId: upload } });
    await response.body?.cancel();
    if (!response.ok && response.status !== 404) throw this.#refused(response);
  }

  async read(key: string, range?: ObjectRange): Promise<StoredObject | undefined> {
    const headers = range === undefined ? {} : { range: `bytes=${range.first}-${range.last}` };
    const response = await this.#call({ method: 'GET', key, headers, isObject: true });
    if (response.ok && response.body !== null) {
      const whole = response.headers.get('content-range')?.split('/')[1] ?? response.headers.get('content-length');
      return { bytes: Number(whole), body: this.#pieces(response.body) };
    }
    await response.body?.cancel();
    if (response.status === 404) return undefined;
    throw this.#refused(response);
  }

  async remove(key: string): Promise<void> {
    const response = await this.#call({ method: 'DELETE', key });
    await response.body?.cancel();
    if (!response.ok && response.status !== 404) throw this.#refused(response);
  }

  /** A store that becomes silent must not block its reader. */
  async *#pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    const reader = body.getReader();
    try {
      for (;;) {
        const { cancel, promise } = this.#silence();
        const { done, value } = await Promise.race([reader.read(), promise])
          .catch((fault: unknown) => {
            throw storeUnavailable(`${this.text} has fallen silent`, fault);
          })
          .finally(cancel);
        if (done) return;
        yield value;
      }
    } finally {
      // A silent store does not answer this either.
      void reader.cancel().catch(() => {});
    }
  }

  /** Rejects after the deadline. */
  #silence(): { readonly promise: Promise<never>; readonly cancel: () => void } {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(reject, this.#deadlineMs);
    return { promise, cancel: () => clearTimeout(timer) };
  }

  get #deadlineMs(): number {
    return this.#options.deadlineMs ?? DEADLINE_MS;
  }

  async #listed(key: string, upload: string) {
    const parts: { number: number; bytes: number; etag: string; sha256: string | undefined }[] = [];
    for (let marker = '0'; ; ) {
      const query = { uploadId: upload, 'part-number-marker': marker };
      const response = await this.#call({ method: 'GET', key, query });
      if (response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      const answer = await this.#readText(response);
      for (const [, part = ''] of answer.matchAll(/<Part>(.*?)<\/Part>/gs)) {
        parts.push({
          number: Number(elementText(part, 'PartNumber')),
          bytes: Number(elementText(part, 'Size')),
          etag: elementText(part, 'ETag') ?? '',
          sha256: elementText(part, 'ChecksumSHA256'),
        });
      }
      const next = elementText(answer, 'NextPartNumberMarker');
      if (elementText(answer, 'IsTruncated') !== 'true' || next === undefined || next === marker) return parts;
      marker = next;
    }
  }

  async #text(call: CallOptions): Promise<string> {
    return this.#readText(await this.#call(call));
  }

  async #readText(response: Response): Promise<string> {
    if (!response.ok) {
      await response.body?.cancel();
      throw this.#refused(response);
    }
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of response.body === null ? [] : this.#pieces(response.body)) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > ANSWER_BYTES_MAX) throw storeUnavailable(`${this.text}: its answer is too long`);
    }
    return Buffer.concat(pieces).toString();
  }

  #call(call: CallOptions): Promise<Response> {
    const { body, deadlineMs = this.#deadlineMs, headers = {}, isObject, method } = call;
    const { ca } = this.#options;
    const url = this.#url(call, DEADLINE_MS / 1000);
    const deadline = new AbortController();
    const signal = isObject ? deadline.signal : AbortSignal.timeout(deadlineMs);
    const timer = setTimeout(() => deadline.abort(), deadlineMs);
    return fetchTrusting(ca, url, { method, headers, signal, ...(body !== undefined && { body }) })
      .catch((fault: unknown) => {
        throw storeUnavailable(`${this.text} does not answer`, fault);
      })
      .finally(() => clearTimeout(timer));
  }

  #url({ headers, key, method, query = {} }: CallOptions, expiresS: number): string {
    const { bucket, credentials, endpoint, nowMs } = this.#options;
    const url = new URL(`${endpoint.replace(/\/$/, '')}/${bucket}/${key.split('/').map(encoded).join('/')}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    // The range is not signed: it narrows the access that the URL grants.
    const { range: _, ...signed } = headers ?? {};
    return presigned(credentials, { method, url, headers: signed, expiresS, nowMs: nowMs() });
  }

  #refused({ status }: Response): StoreFault {
    return storeUnavailable(`${this.text} has answered ${status}`);
  }
}

/** Requests get 503, and uploads wait. */
const storeUnavailable = (message: string, cause?: unknown): StoreFault =>
  new StoreFault('STORE_UNWRITABLE', message, cause);

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", '#34': '"' };

/** Text of the first element with this name. */
function elementText(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text?.replaceAll(/&([\w#]+);/g, (all, entity: string) => ENTITIES[entity] ?? all);
}
