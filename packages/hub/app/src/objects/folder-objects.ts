import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { syncFolder, writeDurably } from './durable-folder.ts';
import {
  type NewPart,
  type ObjectRange,
  type Objects,
  type PartTicket,
  type StoredObject,
  type StoredPart,
  TICKET_MS,
} from './objects.ts';

/** Small, so that little is sent again after an interruption of a slow link. */
const PART_BYTES = 1024 ** 2;
const READ_BYTES = 256 * 1024;
const DATA = 'data';

interface FolderOptions {
  readonly folder: string;
  /** Address of the hub to which parts are sent, with a trailing slash. */
  readonly baseUrl: () => string;
  readonly nowMs: () => number;
}

interface TicketContent extends NewPart {
  readonly key: string;
  readonly upload: string;
  readonly expiresMs: number;
}

/** Relative to the address of the hub. */
export const PART_PATH = 'uploads/v1/parts/';

/** `taken`: stored. `refused`: invalid ticket, or bytes that differ from it. `full`: the disk is full. */
type PartOutcome = 'taken' | 'refused' | 'full';

/**
 * Objects in a folder of the hub, to which parts are sent by PUT. Each part is written to its place in the file, and
 * counts once its hash is verified and it is on the disk. Nothing is copied, and an incomplete part is overwritten.
 */
export class FolderObjects implements Objects {
  readonly partBytes = PART_BYTES;
  readonly text: string;
  readonly #options: FolderOptions;
  /** Tickets end with the process: a station requests new ones. */
  readonly #secret = randomBytes(32);

  constructor(options: FolderOptions) {
    this.#options = options;
    this.text = `folder ${options.folder}`;
  }

  async begin(_key: string): Promise<string> {
    const upload = randomBytes(16).toString('hex');
    await mkdir(this.#uploadFolder(upload), { recursive: true, mode: 0o700 });
    await writeDurably(join(this.#uploadFolder(upload), DATA), '');
    return upload;
  }

  async parts(_key: string, upload: string): Promise<readonly StoredPart[] | undefined> {
    const names = await readdir(this.#uploadFolder(upload)).catch(ifAbsent);
    if (names === undefined) return undefined;
    const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number);
    const parts = numbers.map(async (number) => {
      const bytes = Number(await readFile(join(this.#uploadFolder(upload), String(number)), 'utf8'));
      return { number, bytes };
    });
    return (await Promise.all(parts)).sort((a, b) => a.number - b.number);
  }

  ticket(key: string, upload: string, { bytes, first, number, sha256 }: NewPart): PartTicket {
    const expiresMs = this.#options.nowMs() + TICKET_MS;
    const content: TicketContent = { key, upload, number, first, bytes, sha256, expiresMs };
    const text = Buffer.from(JSON.stringify(content)).toString('base64url');
    const url = `${this.#options.baseUrl()}${PART_PATH}${text}.${this.#mac(text)}`;
    return { url, headers: {}, expiresMs };
  }

  /** Receives a part from a client. @param token last segment of the path */
  async receive(token: string, request: IncomingMessage): Promise<PartOutcome> {
    const ticket = this.#verified(token);
    if (ticket === undefined || Number(request.headers['content-length']) !== ticket.bytes) return 'refused';
    const folder = this.#uploadFolder(ticket.upload);
    const file = await open(join(folder, DATA), 'r+').catch(ifAbsent);
    if (file === undefined) return 'refused';
    try {
      const sha256 = await written(file, ticket.first, ticket.bytes, request);
      if (sha256 !== ticket.sha256) return 'refused';
      await file.datasync();
    } catch (fault) {
      if (isFull(fault)) return 'full';
      throw fault;
    } finally {
      await file.close();
    }
    await writeDurably(join(folder, String(ticket.number)), String(ticket.bytes));
    return 'taken';
  }

  async complete(key: string, upload: string, count: number): Promise<void> {
    const parts = await this.parts(key, upload);
    // A kill between the rename and the removal of the parts.
    if (parts === undefined) throw new Error(`${this.text}: there is no upload ${upload}`);
    if (parts.length !== count || parts.some(({ number }, index) => number !== index + 1)) {
      throw new Error(`${this.text}: ${parts.length} of ${count} parts have arrived`);
    }
    const data = join(this.#uploadFolder(upload), DATA);
    const file = await open(data, 'r+').catch(ifAbsent);
    if (file !== undefined) {
      try {
        await file.truncate(parts.reduce((sum, { bytes }) => sum + bytes, 0));
        await file.sync();
      } finally {
        await file.close();
      }
      await mkdir(dirname(this.#file(key)), { recursive: true, mode: 0o700 });
      await rename(data, this.#file(key));
      await syncFolder(dirname(this.#file(key)));
    }
    await this.abort(key, upload);
  }

  async abort(_key: string, upload: string): Promise<void> {
    await rm(this.#uploadFolder(upload), { recursive: true, force: true });
  }

  async read(key: string, range?: ObjectRange): Promise<StoredObject | undefined> {
    const found = await stat(this.#file(key)).catch(ifAbsent);
    if (found === undefined) return undefined;
    const { size } = found;
    const { first, last } = range ?? { first: 0, last: size - 1 };
    return { bytes: size, body: readStretch(this.#file(key), first, Math.min(last, size - 1)) };
  }

  async remove(key: string): Promise<void> {
    await rm(this.#file(key), { force: true });
  }

  #uploadFolder(upload: string): string {
    return join(this.#options.folder, 'parts', segment(upload));
  }

  #file(key: string): string {
    return join(this.#options.folder, 'objects', ...key.split('/').map(segment));
  }

  #mac(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }

  #verified(token: string): TicketContent | undefined {
    const [text = '', mac = ''] = token.split('.');
    const [own, given] = [Buffer.from(this.#mac(text)), Buffer.from(mac)];
    if (own.length !== given.length || !timingSafeEqual(own, given)) return undefined;
    const ticket = JSON.parse(Buffer.from(text, 'base64url').toString()) as TicketContent;
    return ticket.expiresMs > this.#options.nowMs() ? ticket : undefined;
  }
}

/** Security: a segment of a path never leaves its folder. */
function segment(text: string): string {
  if (!/^[\w+.-]{1,200}$/.test(text) || /^\.+$/.test(text)) throw new Error(`no segment of a key: ${text}`);
  return text;
}

/** Writes a part to its place, never beyond it. @returns its SHA-256; undefined if the length differs */
async function written(
  file: FileHandle,
  at: number,
  bytes: number,
  source: AsyncIterable<Uint8Array>,
): Promise<string | undefined> {
  const sha256 = createHash('sha256');
  let done = 0;
  for await (const chunk of source) {
    if (done + chunk.length > bytes) return undefined;
    await writeWhole(file, chunk, at + done);
    sha256.update(chunk);
    done += chunk.length;
  }
  return done === bytes ? sha256.digest('base64') : undefined;
}

/** A nearly full disk accepts a part of a write; the next write reports that it is full. */
async function writeWhole(file: FileHandle, chunk: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, at + done);
    done += bytesWritten;
  }
}

async function* readStretch(path: string, first: number, last: number): AsyncGenerator<Uint8Array> {
  // The reader opens and closes it.
  const file = await open(path, 'r');
  try {
    for (let at = first; at <= last; ) {
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(Math.min(READ_BYTES, last - at + 1)),
        0,
        undefined,
        at,
      );
      if (bytesRead === 0) throw new Error('the file has become shorter');
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}

const code = (fault: unknown): unknown => (fault as { readonly code?: unknown }).code;
const isFull = (fault: unknown): boolean => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(code(fault)));

function ifAbsent(fault: unknown): undefined {
  if (code(fault) !== 'ENOENT') throw fault;
}
