import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** A file as it is sent. */
export interface ServedFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** The same, compressed; absent where that gains nothing. */
  readonly gzip?: Uint8Array;
  /** Changes with the content. */
  readonly tag: string;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  webm: 'video/webm',
  webp: 'image/webp',
};

/** Compressed already. */
export const isPacked = (name: string): boolean => /\.(png|web[mp])$/.test(name);

/** @param name `hub/deploy.html` @param packed the file compressed by gzip, if that was done before */
export function servedFile(name: string, bytes: Uint8Array, packed?: Uint8Array): ServedFile {
  const mediaType = MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  return { mediaType, bytes, tag, ...(!isPacked(name) && { gzip: packed ?? gzipSync(bytes) }) };
}
