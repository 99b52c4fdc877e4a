import { createHash } from 'node:crypto';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { toStoreFault } from '@kitestring/base/store-fault.ts';
import { Header } from 'tar';
import { syncPath } from '../data-folder.ts';
import { type BackupList, FORM, filesAt, foldersAt, LIST_FILE } from './backup-list.ts';

const BLOCK_BYTES = 512;
/** An archive ends with so many empty blocks. */
const END_BLOCKS = 2;
const CHUNK_BYTES = 1024 * 1024;

interface BackupPart {
  readonly folder: string;
  /** Files and folders in it; those that are not there are left out. A symbolic link is followed. */
  readonly places: readonly string[];
}

/**
 * Writes a backup, a gzipped tar that only its owner can read, whole or not at all. A file that grows meanwhile is in it as long as it was
 * at first; one that is deleted meanwhile is left out. Resolves with its contents; rejects with a StoreFault.
 */
export async function writeBackup(
  file: string,
  parts: readonly BackupPart[],
  about: Pick<BackupList, 'schema' | 'version'>,
): Promise<BackupList> {
  const draft = `${file}.new`;
  const list: BackupList = { form: FORM, ...about, made: new Date().toISOString(), files: [] };
  try {
    rmSync(draft, { force: true });
    // Created with its mode before it contains a secret.
    const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(archive(parts, list), { objectMode: false }), createGzip({ level: 1 }), output);
    renameSync(draft, file);
    syncPath(dirname(file));
    return list;
  } catch (error) {
    throw toStoreFault(error, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The bytes of the archive; adds each file to the list, which comes last. */
async function* archive(parts: readonly BackupPart[], list: BackupList): AsyncGenerator<Buffer> {
  for (const { folder, places } of parts) {
    // An empty folder counts, too: a database of PostgreSQL does not open without its own.
    for (const path of places.flatMap((place) => foldersAt(folder, place)))
      yield header(path, 0, new Date(list.made), 'Directory');
    for (const path of places.flatMap((place) => filesAt(folder, place))) {
      const source = await open(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (source === undefined) continue;
      try {
        yield* entry(path, source, list);
      } finally {
        await source.close();
      }
    }
  }
  const text = Buffer.from(JSON.stringify(list));
  yield header(LIST_FILE, text.length, new Date(list.made));
  yield text;
  yield padding(text.length);
  yield Buffer.alloc(END_BLOCKS * BLOCK_BYTES);
}

async function* entry(path: string, source: FileHandle, list: BackupList): AsyncGenerator<Buffer> {
  const { mtime, size } = await source.stat();
  yield header(path, size, mtime);
  const hash = createHash('sha256');
  for (let at = 0; at < size; ) {
    const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, size - at));
    const { bytesRead } = await source.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) throw new Error(`${path} became shorter while it was read: make the backup again`);
    at += bytesRead;
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    yield chunk;
  }
  yield padding(size);
  list.files.push({ path, bytes: size, sha256: hash.digest('hex') });
}

function header(path: string, size: number, mtime: Date, type: 'Directory' | 'File' = 'File'): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  const mode = type === 'File' ? 0o600 : 0o700;
  const needsMore = new Header({ path, size, mtime, mode, type }).encode(block);
  if (needsMore) throw new Error(`${path}: the name is too long for an archive`);
  return block;
}

const padding = (bytes: number): Buffer => Buffer.alloc((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES);
