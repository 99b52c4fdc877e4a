import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageFile } from './page-files.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  mp3: 'audio/mpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  wav: 'audio/wav',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
};

/** Files of a built page by path, `/assets/index-1a2b.js`; all in memory, about four megabytes, packed variants included. */
export function readPageFiles(folder: string, names: readonly string[]): ReadonlyMap<string, PageFile> {
  return new Map(names.map((name) => [`/${name}`, readPageFile(folder, name)]));
}

function readPageFile(folder: string, name: string): PageFile {
  const path = join(folder, name);
  const mediaType = MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  const br = readIfThere(`${path}.br`);
  const gzip = readIfThere(`${path}.gz`);
  const packed = { ...(br !== undefined && { br }), ...(gzip !== undefined && { gzip }) };
  const bytes = readFileSync(path);
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  return { mediaType, bytes, packed, tag, isForEver: name.startsWith('assets/') };
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
